package karpenter.bench.smooth;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.Engine;
import karpenter.bench.run.Placement;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.Upstream;
import karpenter.bench.run.YardstickArguments;
import karpenter.bench.smooth.Smoothness.Step;
import karpenter.bench.workload.Workload;
import karpenter.bench.workload.WorkloadDirectory;

/// The command behind `bench/smooth`: ours under rising node costs, and whether nodes and price
/// follow them smoothly. Exit code 1: they do not, ours has a fault, or a workload could not be
/// read; 2: usage.
public final class SmoothCli {
  /// Dollars an hour, from prices alone to five times the default.
  static final List<Double> NODE_COSTS = List.of(0.0, 0.005, 0.01, 0.02, 0.05, 0.1);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String WITH_UPSTREAM = "--with-upstream";
  private static final String ROW = "%9s %7s %12s %12s %9s %7s";
  private static final String RIVAL = " %8s %12s %12s";

  private final PrintStream out;
  private boolean sound = true;

  SmoothCli(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] words) {
    try {
      var own = Arrays.stream(words).filter(word -> !word.equals(WITH_UPSTREAM));
      var arguments = YardstickArguments.parse(own.toArray(String[]::new));
      boolean asksUpstream = Arrays.asList(words).contains(WITH_UPSTREAM);
      var cli = new SmoothCli(System.out);
      System.exit(cli.run(arguments, asksUpstream, Path.of("").toAbsolutePath()) ? 0 : 1);
    } catch (IllegalArgumentException refused) {
      System.err.println(
          refused.getMessage()
              + "\nusage: bench/smooth WORKLOAD…|DIR… [--seed N] "
              + WITH_UPSTREAM);
      System.exit(2);
    }
  }

  private boolean run(YardstickArguments arguments, boolean asksUpstream, Path repository) {
    for (var target : arguments.targets())
      try {
        var directory = arguments.directory(target, repository);
        compare(
            target,
            directory,
            asksUpstream ? Optional.of(upstream(repository, directory)) : Optional.empty());
      } catch (IOException e) {
        System.err.println(target + " is skipped: " + e.getMessage());
        sound = false;
      }
    return sound;
  }

  /// Upstream does not know node costs: one packing for all of them.
  private static Placement upstream(Path repository, Path directory) throws IOException {
    var command = Upstream.command(repository, directory);
    try (var peer = ProcessContender.start(Upstream.NAME, command)) {
      return peer.solve().placement();
    }
  }

  /// Whether everything printed so far was smooth and free of faults.
  boolean isSound() {
    return sound;
  }

  void compare(String name, Path directory, Optional<Placement> upstream) throws IOException {
    var model = PackingModel.read(directory);
    var workload = WorkloadDirectory.read(directory);
    out.println(name);
    out.println(
        ROW.formatted("node cost", "nodes", "price/h", "cost/h", "unplaced", "faults")
            + (upstream.isPresent() ? RIVAL.formatted("upstream", "price/h", "cost/h") : ""));
    List<Step> steps = new ArrayList<>();
    for (double nodeCost : NODE_COSTS) steps.add(step(workload, model, nodeCost, upstream));
    var objections = Smoothness.objections(steps);
    out.println(objections.isEmpty() ? "smooth" : "not smooth: " + String.join("; ", objections));
    out.println();
    sound &= objections.isEmpty();
  }

  private Step step(
      Workload workload, PackingModel model, double nodeCost, Optional<Placement> upstream)
      throws IOException {
    var ours = Engine.place(workload, nodeCost);
    var report = model.checkEngine(JSON.valueToTree(ours), nodeCost);
    var step = new Step(nodeCost, ours.claims().size(), report.price());
    out.println(
        ROW.formatted(
                Smoothness.cost(step),
                step.nodes(),
                number(step.price()),
                number(step.cost()),
                ours.unplaced().size(),
                report.faults().size())
            + upstream.map(rival -> rival(rival, nodeCost)).orElse(""));
    sound &= report.faults().isEmpty();
    return step;
  }

  private static String rival(Placement placement, double nodeCost) {
    return RIVAL.formatted(
        placement.claims().size(), number(placement.price()), number(placement.cost(nodeCost)));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
