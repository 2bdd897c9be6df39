package karpenter.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import karpenter.bench.workload.BuiltIn;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.MultiNodeSearch;

/// `[WORKLOAD…|DIR…] [--json FILE] [--iterations N] [--only upstream|ours] [--seed N] [--traces
/// DIR] [--fixed-point-seconds N] [--nodes-per-command N] [--seeds A-B] [--node-cost X]`
///
/// @param targets names of built-in workloads or directories
/// @param iterations counted solves per side; zero leaves it to the runner
/// @param fixedPointSeconds how long a side may think until there is nothing left to consolidate
/// @param nodesPerCommand of ours; as shipped unless told
/// @param nodeCost what a node costs an hour beside its price
/// @param seeds of many clusters of a kind, to be compared at their fixed points; usually none
record Arguments(
    List<String> targets,
    Optional<Path> json,
    int iterations,
    Set<String> sides,
    long seed,
    Optional<Path> traces,
    int fixedPointSeconds,
    int nodesPerCommand,
    double nodeCost,
    List<Long> seeds) {

  private static final int FIXED_POINT_SECONDS = 1_800;
  private static final Pattern RANGE = Pattern.compile("(\\d{1,18})-(\\d{1,18})");

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
                       [--nodes-per-command N] [--seeds A-B] [--node-cost X]

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
    int nodesPerCommand = MultiNodeSearch.MAX_NODES;
    double nodeCost = NodeCost.DEFAULT;
    List<Long> seeds = List.of();
    var sides = Set.copyOf(Measurement.SIDES);
    for (int i = 0; i < words.length; i++) {
      switch (words[i]) {
        case "--json" -> json = Optional.of(Path.of(value(words, ++i)));
        case "--traces" -> traces = Optional.of(Path.of(value(words, ++i)));
        case "--iterations" -> iterations = (int) number(words, ++i);
        case "--fixed-point-seconds" -> fixedPointSeconds = (int) number(words, ++i);
        case "--nodes-per-command" -> nodesPerCommand = (int) number(words, ++i);
        case "--node-cost" -> nodeCost = money(words, ++i);
        case "--seeds" -> seeds = range(value(words, ++i));
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
        fixedPointSeconds,
        nodesPerCommand,
        nodeCost,
        seeds);
  }

  private static List<Long> range(String word) throws Refused {
    var parts = RANGE.matcher(word);
    if (!parts.matches()) {
      throw new Refused(
          "found \"%s\" after --seeds, expected a range such as 101-120".formatted(word));
    }
    return LongStream.rangeClosed(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2)))
        .boxed()
        .toList();
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

  private static double money(String[] words, int index) throws Refused {
    var word = value(words, index);
    try {
      double money = Double.parseDouble(word);
      if (NodeCost.isValid(money)) {
        return money;
      }
    } catch (NumberFormatException _) {
      // told below
    }
    throw new Refused(
        "found \"%s\" after %s, expected dollars an hour, 0 or more"
            .formatted(word, words[index - 1]));
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
