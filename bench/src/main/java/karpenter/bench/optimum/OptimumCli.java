package karpenter.bench.optimum;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.Engine;
import karpenter.bench.run.Placement;
import karpenter.bench.run.YardstickArguments;
import karpenter.bench.workload.WorkloadDirectory;

/// The command behind `bench/optimum`: how little a workload could cost at least, a packing of
/// resources near that, and ours beside both. Exit code 1: a workload could not be read; 2: usage.
public final class OptimumCli {
  private static final int TOLD_EVERY_SECONDS = 5;

  private final PrintStream out;
  private final YardstickArguments arguments;

  private OptimumCli(PrintStream out, YardstickArguments arguments) {
    this.out = out;
    this.arguments = arguments;
  }

  public static void main(String[] words) {
    try {
      var cli = new OptimumCli(System.out, YardstickArguments.parse(words));
      System.exit(cli.run(Path.of("").toAbsolutePath()) ? 0 : 1);
    } catch (IllegalArgumentException refused) {
      System.err.println(
          refused.getMessage()
              + "\nusage: bench/optimum [--minutes M] [--quiet] "
              + YardstickArguments.USAGE);
      System.exit(2);
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
    var model = PackingModel.read(directory);
    if (model.hasNodes())
      throw new IOException("it has nodes that exist; the bound is for new ones only");
    var instance = PackingInstance.of(model, arguments.nodeCost());
    out.printf(
        "%s: %d classes of %d pods, %d shapes of %d offers, node cost %s%n",
        name,
        instance.classes().size(),
        instance.pods(),
        instance.shapes().size(),
        model.offers().size(),
        number(arguments.nodeCost()));
    var ours = Engine.place(WorkloadDirectory.read(directory), arguments.nodeCost());
    var found = Optimum.of(model, instance, arguments, this::tell);
    summarise(found, ours);
  }

  private long toldAt = System.nanoTime();

  private void tell(ColumnGeneration.Progress at) {
    if (arguments.isQuiet()) return;
    long now = System.nanoTime();
    boolean recently = now - toldAt < Duration.ofSeconds(TOLD_EVERY_SECONDS).toNanos();
    if (recently && at.round() > 1 && !at.last()) return;
    toldAt = now;
    out.printf(
        "round %4d  columns %6d  solved exactly %4d  LP %12s  lower bound %12s%n",
        at.round(), at.columns(), at.exact(), number(at.value()), number(at.lowerBound()));
  }

  private void summarise(Optimum found, Placement ours) {
    double cost = ours.cost(arguments.nodeCost());
    out.printf(
        "lower bound %s, best whole packing %s (%s above the bound; zones not looked at)%s%n",
        number(found.lowerBound()),
        number(found.whole()),
        above(found.whole(), found.lowerBound()),
        found.nodes() > 0 ? " with " + found.nodes() + " nodes" : "");
    out.printf(
        "ours %s with %d nodes at %s: %s above the bound, %s above the whole packing%s%n%n",
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

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
