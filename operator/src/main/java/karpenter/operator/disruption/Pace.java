package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How soon a pass follows a change, and one pass another. Most things come in bursts of several
/// changes, which are looked at together three seconds after the first. Where they come all the
/// time and lead to nothing, they are looked at less often.
final class Pace {
  /// Nobody waits longer for a look than he would if we looked at fixed times.
  static final Duration MOST = Duration.ofSeconds(10);

  private static final Duration LEAST = Duration.ofSeconds(1);

  /// A pod that comes or goes, or a machine, is told of in several changes within so long.
  private static final Duration GATHER = Duration.ofSeconds(3);

  /// A pass may cost a tenth of the time: after one we rest nine times as long.
  private static final int REST_FACTOR = 9;

  private Duration gap = LEAST;
  private Instant last = Instant.MIN;
  private Instant notBefore = Instant.MIN;

  /// When something that no pass has looked at was first noticed.
  private @Nullable Instant news;

  /// How long the next pass has to wait. A clock that was set back must not keep us from looking
  /// for as long.
  Duration wait(Instant now) {
    boolean isHeld = now.isBefore(notBefore) && !notBefore.isAfter(now.plus(MOST));
    return isHeld ? Duration.between(now, notBefore) : Duration.ZERO;
  }

  /// As [#wait], where something has changed since the last pass.
  Duration waitForMore(Instant now) {
    var first = news;
    if (first == null || now.isBefore(first)) {
      first = now;
      news = now;
    }
    var more = Duration.between(now, first.plus(GATHER));
    var wait = wait(now);
    return more.compareTo(wait) > 0 ? more : wait;
  }

  /// A pass has done something: what comes of it may be worth another at once.
  void acted(Instant end) {
    last = end;
    news = end.minus(GATHER);
    notBefore = end;
  }

  /// A pass has found nothing to do. Another so soon will most likely find as little.
  void rested(Instant began, Instant end) {
    boolean isLull = last.equals(Instant.MIN) || !began.isBefore(last.plus(gap.multipliedBy(2)));
    news = null;
    gap = isLull ? LEAST : shorter(gap.multipliedBy(2), MOST);
    last = end;
    var spent = shorter(Duration.between(began, end).multipliedBy(REST_FACTOR), MOST);
    notBefore = end.plus(spent.compareTo(gap) > 0 ? spent : gap);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
