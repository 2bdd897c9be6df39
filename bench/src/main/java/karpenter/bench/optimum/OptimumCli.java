package karpenter.bench.optimum;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.Engine;
import karpenter.bench.run.Placement;
import karpenter.bench.run.YardstickArguments;
import karpenter.bench.workload.WorkloadDirectory;

/// The command behind `bench/optimum`: how little a workload could cost at least, a packing of
/// resources near that, and ours beside both. Exit code 1: a workload could not be read; 2: usage.
public final class OptimumCli {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final SearchReport out;
  private final YardstickArguments arguments;

  OptimumCli(SearchReport out, YardstickArguments arguments) {
    this.out = out;
    this.arguments = arguments;
  }

  public static void main(String[] words) {
    try {
      System.exit(run(words) ? 0 : 1);
    } catch (IOException e) {
      System.err.println("the log cannot be written: " + e.getMessage());
      System.exit(1);
    } catch (IllegalArgumentException refused) {
      System.err.println(
          refused.getMessage()
              + "\nusage: bench/optimum [--minutes M] [--quiet] [--log FILE] [--equal-service] "
              + YardstickArguments.USAGE);
      System.exit(2);
    }
  }

  private static boolean run(String... words) throws IOException {
    var arguments = YardstickArguments.parse(words);
    try (var out = SearchReport.to(System.out, arguments)) {
      out.logged(
          "bench/optimum %s --seed %d --minutes %s, %d cores"
              .formatted(
                  String.join(" ", arguments.targets()),
                  arguments.seed(),
                  number(arguments.minutes()),
                  Runtime.getRuntime().availableProcessors()));
      return new OptimumCli(out, arguments).run(Path.of("").toAbsolutePath());
    }
  }

  private boolean run(Path repository) {
    boolean all = true;
    for (var target : arguments.targets())
      try {
        compare(target, arguments.directory(target, repository));
      } catch (IOException e) {
        System.err.println(target + " is skipped: " + e.getMessage());
        all = false;
      }
    return all;
  }

  private void compare(String name, Path directory) throws IOException {
    var ours = Engine.place(WorkloadDirectory.read(directory), arguments.nodeCost());
    var model =
        arguments.atEqualService()
            ? PackingModel.atEqualService(directory, JSON.valueToTree(ours))
            : PackingModel.read(directory);
    if (model.hasNodes())
      throw new IOException("it has nodes that exist; the bound is for new ones only");
    var instance = PackingInstance.of(model, arguments.nodeCost());
    out.line(
        "%s%s: %d classes of %d pods, %d shapes of %d offers, node cost %s",
        name,
        arguments.atEqualService() ? " at equal service" : "",
        instance.classes().size(),
        instance.pods(),
        instance.shapes().size(),
        model.offers().size(),
        number(arguments.nodeCost()));
    var found = Optimum.of(model, instance, arguments, out::progress);
    summarise(found, ours);
  }

  private void summarise(Optimum found, Placement ours) {
    double cost = ours.cost(arguments.nodeCost());
    out.line(
        "lower bound %s, best whole packing %s (%s above the bound; zones not looked at)%s",
        number(found.lowerBound()),
        number(found.whole()),
        above(found.whole(), found.lowerBound()),
        found.nodes() > 0 ? " with " + found.nodes() + " nodes" : "");
    out.line(
        "ours %s with %d nodes at %s: %s above the bound, %s above the whole packing%s%n",
        number(cost),
        ours.claims().size(),
        number(ours.price()),
        above(cost, found.lowerBound()),
        above(cost, found.whole()),
        ours.unplaced().isEmpty() ? "" : ", but it leaves out " + ours.unplaced().size());
  }

  private static String above(double value, double reference) {
    return String.format(Locale.ROOT, "%.2f %%", 100 * (value / reference - 1));
  }

  static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
