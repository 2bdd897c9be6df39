package karpenter.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.bench.workload.BuiltIn;

/// `[WORKLOAD…|DIR…] [--json FILE] [--iterations N] [--only upstream|ours] [--seed N] [--traces
/// DIR] [--fixed-point-seconds N]`
///
/// @param targets names of built-in workloads or directories
/// @param iterations counted solves per side; zero leaves it to the runner
/// @param fixedPointSeconds how long a side may think until there is nothing left to consolidate
record Arguments(
    List<String> targets,
    Optional<Path> json,
    int iterations,
    Set<String> sides,
    long seed,
    Optional<Path> traces,
    int fixedPointSeconds) {

  private static final int FIXED_POINT_SECONDS = 1_800;

  /// What runs when nothing is named: every constraint kind, in minutes rather than hours.
  static final List<String> DEFAULT_TARGETS =
      List.of(
          "diverse-100",
          "diverse-1000",
          "no-anti-affinity-5000",
          "ignore-preferences-4000",
          "existing-1000",
          "daemonsets-100",
          "unschedulable-2000");

  static final String USAGE =
      """
      usage: bench/run [WORKLOAD…|DIR…] [--json FILE] [--iterations N] [--only upstream|ours]
                       [--seed N] [--traces DIR] [--fixed-point-seconds N]

      A workload is one of: %s
      or consolidation-N, which is both clusters of that size,
      or a directory in the format of docs/workload-format.md.\
      """
          .formatted(String.join(", ", BuiltIn.names()));

  /// A message that says what was found and what would do.
  static final class Refused extends Exception {
    Refused(String message) {
      super(message);
    }
  }

  static Arguments parse(String... words) throws Refused {
    var targets = new ArrayList<String>();
    Optional<Path> json = Optional.empty();
    Optional<Path> traces = Optional.empty();
    int iterations = 0;
    int fixedPointSeconds = FIXED_POINT_SECONDS;
    long seed = BuiltIn.DEFAULT_SEED;
    var sides = Set.copyOf(Measurement.SIDES);
    for (int i = 0; i < words.length; i++) {
      switch (words[i]) {
        case "--json" -> json = Optional.of(Path.of(value(words, ++i)));
        case "--traces" -> traces = Optional.of(Path.of(value(words, ++i)));
        case "--iterations" -> iterations = (int) number(words, ++i);
        case "--fixed-point-seconds" -> fixedPointSeconds = (int) number(words, ++i);
        case "--seed" -> seed = number(words, ++i);
        case "--only" -> sides = Set.of(side(value(words, ++i)));
        default -> targets.addAll(BuiltIn.variants(target(words[i])));
      }
    }
    return new Arguments(
        targets.isEmpty() ? DEFAULT_TARGETS : List.copyOf(targets),
        json,
        iterations,
        sides,
        seed,
        traces,
        fixedPointSeconds);
  }

  private static String target(String word) throws Refused {
    if (word.startsWith("-")) {
      throw new Refused("found option " + word + "\n" + USAGE);
    }
    return word;
  }

  private static String value(String[] words, int index) throws Refused {
    if (index == words.length) {
      throw new Refused("found nothing after " + words[index - 1] + "\n" + USAGE);
    }
    return words[index];
  }

  private static long number(String[] words, int index) throws Refused {
    var word = value(words, index);
    try {
      return Long.parseLong(word);
    } catch (NumberFormatException _) {
      throw new Refused(
          "found \"%s\" after %s, expected a number".formatted(word, words[index - 1]));
    }
  }

  private static String side(String word) throws Refused {
    if (Measurement.SIDES.contains(word)) {
      return word;
    }
    throw new Refused(
        "found --only %s, expected one of %s"
            .formatted(word, String.join(", ", Measurement.SIDES)));
  }
}
