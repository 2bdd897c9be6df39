package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What the annotations of one object say of voluntary disruption, read a second time and by other
/// code than the one that is judged. It understands what [GeneratedHistory] writes; anything else
/// holds everything, which is what is promised.
record NaiveControls(TreeMap<String, String> values) {
  private static final String PREFIX = "karpenter-jvm.dev/";
  private static final Set<String> OURS =
      Set.of(
          "pause",
          "allow-windows",
          "deny-windows",
          "rate",
          "min-saving",
          "payback",
          "drift",
          "rotate",
          "split",
          "pasue");
  private static final Pattern RATE = Pattern.compile("(\\d+)/(\\d+[hms])");
  private static final Pattern SAVING = Pattern.compile("(\\d+\\.\\d+)?(?:, )?(?:(\\d+)%)?");

  /// @param count nodes
  /// @param length in any stretch of it
  record Rate(int count, Duration length) {}

  /// @param share of what the nodes cost
  record Saving(double money, double share) {}

  /// @param objects the later counts where several say something
  static NaiveControls of(JsonNode... objects) {
    var values = new TreeMap<String, String>();
    for (var object : objects) {
      for (var annotation : object.at("/metadata/annotations").properties()) {
        var key = annotation.getKey();
        if (key.startsWith(PREFIX) && OURS.contains(key.substring(PREFIX.length()))) {
          values.put(key.substring(PREFIX.length()), annotation.getValue().asText());
        }
      }
    }
    return new NaiveControls(values);
  }

  Optional<String> find(String control) {
    return Optional.ofNullable(values.get(control));
  }

  /// What holds everything at that moment.
  List<String> holds(Instant now) {
    var holds = new ArrayList<String>();
    if (!isUnderstood()) {
      holds.add("not understood: " + values);
      return holds;
    }
    find("pause").filter(p -> now.isBefore(until(p))).ifPresent(holds::add);
    find("deny-windows").filter(w -> NaiveTimes.isOpen(w, now)).ifPresent(holds::add);
    find("allow-windows").filter(w -> !NaiveTimes.isOpen(w, now)).ifPresent(holds::add);
    return holds;
  }

  private static Instant until(String pause) {
    return Instant.parse(pause.substring("until=".length(), pause.indexOf(';')));
  }

  Optional<Rate> rate() {
    return find("rate")
        .map(RATE::matcher)
        .filter(m -> m.matches())
        .map(m -> new Rate(Integer.parseInt(m.group(1)), NaiveTimes.duration(m.group(2))));
  }

  Optional<Saving> saving() {
    return find("min-saving")
        .map(SAVING::matcher)
        .filter(m -> m.matches())
        .map(
            m ->
                new Saving(
                    m.group(1) == null ? 0 : Double.parseDouble(m.group(1)),
                    m.group(2) == null ? 0 : Integer.parseInt(m.group(2)) / 100.0));
  }

  /// Nodes from before this moment are asked to go.
  Optional<Instant> rotateBefore(Instant now) {
    return find("rotate").map(Instant::parse).filter(at -> !at.isAfter(now));
  }

  private boolean isUnderstood() {
    try {
      find("pause").ifPresent(NaiveControls::until);
      for (var windows : List.of("allow-windows", "deny-windows")) {
        find(windows).ifPresent(w -> NaiveTimes.isOpen(w, Instant.EPOCH));
      }
      find("rotate").ifPresent(Instant::parse);
    } catch (DateTimeException | IndexOutOfBoundsException | NumberFormatException _) {
      return false;
    }
    return !values.containsKey("pasue")
        && rate().isPresent() == values.containsKey("rate")
        && saving().isPresent() == values.containsKey("min-saving");
  }
}
