package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.bench.workload.BuiltIn;
import karpenter.bench.workload.Sources;
import karpenter.core.cluster.NodeCost;

/// What `bench/simple` and `bench/optimum` are asked: `WORKLOAD…|DIR… [--seed N] [--node-cost X]
/// [--minutes M] [--quiet] [--log FILE] [--equal-service]`
///
/// @param nodeCost what a node costs beside its price, per hour
/// @param minutes how long to search for one workload
/// @param isQuiet whether to leave out how the search gets on
/// @param log a file to write the same to, with less of how the search gets on
/// @param atEqualService whether packings have to give pods what ours gives them
public record YardstickArguments(
    List<String> targets,
    long seed,
    double nodeCost,
    double minutes,
    boolean isQuiet,
    Optional<Path> log,
    boolean atEqualService) {
  private static final double MINUTES = 5;

  public static final String USAGE =
      "WORKLOAD…|DIR… [--seed N] [--node-cost X]\nA workload is one of: "
          + String.join(", ", BuiltIn.names());

  public static YardstickArguments parse(String... words) {
    List<String> targets = new ArrayList<>();
    long seed = BuiltIn.DEFAULT_SEED;
    double nodeCost = NodeCost.DEFAULT;
    double minutes = MINUTES;
    boolean quiet = false;
    Optional<Path> log = Optional.empty();
    boolean equal = false;
    for (int i = 0; i < words.length; i++)
      switch (words[i]) {
        case "--seed" -> seed = (long) number(words, ++i);
        case "--node-cost" -> nodeCost = number(words, ++i);
        case "--quiet" -> quiet = true;
        case "--log" -> log = Optional.of(file(words, ++i));
        case "--equal-service" -> equal = true;
        case "--minutes" -> minutes = number(words, ++i);
        default -> targets.add(target(words[i]));
      }
    if (targets.isEmpty()) throw new IllegalArgumentException("found no workload");
    return new YardstickArguments(List.copyOf(targets), seed, nodeCost, minutes, quiet, log, equal);
  }

  private static String target(String word) {
    if (word.startsWith("-")) throw new IllegalArgumentException("found option " + word);
    return word;
  }

  private static Path file(String[] words, int index) {
    if (index == words.length) throw new IllegalArgumentException("found no file after --log");
    return fromWhereItWasCalled(words[index]);
  }

  private static Path fromWhereItWasCalled(String path) {
    return Path.of(System.getProperty("bench.invoked.from", "")).resolve(path).normalize();
  }

  private static double number(String[] words, int index) {
    var word = index < words.length ? words[index] : "nothing";
    try {
      double number = Double.parseDouble(word);
      if (number >= 0) return number;
    } catch (NumberFormatException _) {
      // said below
    }
    throw new IllegalArgumentException(
        "found %s after %s, expected a number of at least 0".formatted(word, words[index - 1]));
  }

  /// The directory of a workload, generated if it is not there yet.
  public Path directory(String target, Path repository) throws IOException {
    if (BuiltIn.has(target))
      return BuiltIn.directory(
          target,
          seed,
          Sources.from(System.getenv(), repository),
          repository.resolve("bench/work"));
    return fromWhereItWasCalled(target);
  }
}
