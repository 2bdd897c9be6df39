package karpenter.bench.simple;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.Report;
import karpenter.bench.run.Engine;
import karpenter.bench.run.Placement;
import karpenter.bench.run.YardstickArguments;
import karpenter.bench.workload.Workload;
import karpenter.bench.workload.WorkloadDirectory;

/// The command behind `bench/simple`: the ten packings of a workload, the best of them, and ours.
/// Exit code 1: a packing or ours has a fault, or a workload could not be read; 2: usage.
public final class SimpleCli {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PrintStream out;
  private final double nodeCost;
  private boolean sound = true;

  SimpleCli(PrintStream out, double nodeCost) {
    this.out = out;
    this.nodeCost = nodeCost;
  }

  public static void main(String[] words) {
    try {
      var arguments = YardstickArguments.parse(words);
      System.exit(run(arguments, Path.of("").toAbsolutePath(), System.out) ? 0 : 1);
    } catch (IllegalArgumentException refused) {
      System.err.println(
          refused.getMessage() + "\nusage: bench/simple " + YardstickArguments.USAGE);
      System.exit(2);
    }
  }

  private static boolean run(YardstickArguments arguments, Path repository, PrintStream out) {
    var cli = new SimpleCli(out, arguments.nodeCost());
    for (var target : arguments.targets())
      try {
        cli.compare(target, arguments.directory(target, repository));
      } catch (IOException e) {
        System.err.println(target + " is skipped: " + e.getMessage());
        cli.sound = false;
      }
    return cli.sound;
  }

  /// Whether everything printed so far was free of faults.
  boolean isSound() {
    return sound;
  }

  void compare(String name, Path directory) throws IOException {
    var model = PackingModel.read(directory);
    if (model.hasNodes())
      throw new IOException("it has nodes that exist; packings only buy new ones");
    var workload = WorkloadDirectory.read(directory);
    out.println(SimpleTable.title(name, model, nodeCost));
    out.println(SimpleTable.header());
    Outcome best = null;
    String bestName = "";
    for (var packing : Packings.ALL) {
      var outcome = packing.of(model, nodeCost);
      row(packing.name(), outcome, model.check(JSON.valueToTree(outcome.placement())));
      if (best == null || Packings.BEST_FIRST.compare(outcome, best) < 0) {
        best = outcome;
        bestName = packing.name();
      }
    }
    var ours = ours(model, workload);
    out.println(SimpleTable.summary(bestName, Objects.requireNonNull(best), ours));
    out.println();
  }

  private Outcome ours(PackingModel model, Workload workload) throws IOException {
    var ours = outcome(Engine.place(workload, nodeCost));
    row("ours", ours, model.checkEngine(JSON.valueToTree(ours.placement()), nodeCost));
    if (!model.hasWishes()) return ours;
    var free = outcome(Engine.placeIgnoringPreferences(workload, nodeCost));
    row("ours, no wishes", free, model.checkEngine(JSON.valueToTree(free.placement()), nodeCost));
    return ours;
  }

  private Outcome outcome(Placement placement) {
    return new Outcome(placement, placement.price(), placement.cost(nodeCost));
  }

  private void row(String name, Outcome outcome, Report report) {
    out.println(SimpleTable.row(name, outcome, report));
    report.faults().stream().limit(SimpleTable.MOST_FAULTS).forEach(f -> out.println("  " + f));
    sound &= report.faults().isEmpty();
  }
}
