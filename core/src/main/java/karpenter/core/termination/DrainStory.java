package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/// What a node says while it is drained: whom it waits for, why, and since when. It is the message
/// of its claim's `Drained` condition, and that is also where it is remembered: whoever leads next
/// reads there since when.
///
/// What passes quickly is not said: an ordinary drain is over before anybody could read it, and
/// each change of a message is a write.
///
/// @param held empty while nothing holds the drain up
/// @param since when that began, in whole seconds
public record DrainStory(Optional<DrainWait> held, Instant since) {
  static final Duration UNSAID = Duration.ofSeconds(30);
  private static final String WAITING = "Waiting for ";
  private static final String SINCE = ", since ";

  /// Of several waits the one that was told before stays while it lasts, then the one that was seen
  /// before: a story that changes with every look helps nobody.
  ///
  /// @param told the message so far; empty where nothing was said
  /// @param before what the last look came to
  public static DrainStory of(
      List<DrainWait> waits, String told, Optional<DrainStory> before, Instant now) {
    var second = now.truncatedTo(ChronoUnit.SECONDS);
    for (var wait : waits) {
      var prefix = WAITING + wait.sentence() + SINCE;
      if (told.startsWith(prefix)) {
        var since = parsed(told.substring(prefix.length()));
        return new DrainStory(Optional.of(wait), since.orElse(second));
      }
    }
    return before
        .filter(story -> story.held().filter(waits::contains).isPresent())
        .orElseGet(() -> new DrainStory(waits.stream().findFirst(), second));
  }

  private static Optional<Instant> parsed(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeParseException edited) {
      return Optional.empty();
    }
  }

  public String sentence() {
    return held.map(w -> WAITING + w.sentence() + SINCE + since).orElse(DrainProgress.DRAINING);
  }

  /// What the condition says; as upstream while nothing holds the drain up for long.
  public String message(Instant now) {
    return now.isBefore(since.plus(UNSAID)) ? DrainProgress.DRAINING : sentence();
  }
}
