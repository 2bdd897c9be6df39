package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import karpenter.bench.check.CommandChecker;
import karpenter.bench.check.Fault;
import karpenter.bench.run.Ours;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.Upstream;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.WorkloadDirectory;
import org.jspecify.annotations.Nullable;

/// Measures one frozen cluster and leaves each side's commands beside it. One side works at a time.
public final class ConsolidationMeasurement {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SAMPLED = 50;
  private static final int ALL = 0;
  private static final int ITERATIONS = 3;
  private static final int OUR_ITERATIONS = 5;
  private static final double SLOW_SECONDS = 30;
  private static final int MAX_WARM_UPS = 100;
  private static final double WARM_UP_SECONDS = 20;

  /// Beyond this size upstream takes hours to the fixed point.
  private static final int FIXED_POINT_NODES = 500;

  private final Path repository;
  private final int fixedPointSeconds;

  /// @param fixedPointSeconds how long a side may think on its way to the fixed point
  public ConsolidationMeasurement(Path repository, int fixedPointSeconds) {
    this.repository = repository;
    this.fixedPointSeconds = fixedPointSeconds;
  }

  public ConsolidationComparison of(Path directory, Set<String> sides) throws IOException {
    var workload = WorkloadDirectory.read(directory);
    int nodes = workload.part(Part.NODES).size();
    return ConsolidationComparison.of(
        workload.name(),
        nodes,
        sides.contains(Ours.NAME) ? ours(directory, nodes) : null,
        sides.contains(Upstream.NAME) ? upstream(directory, nodes) : null);
  }

  private ConsolidationSide upstream(Path directory, int nodes) throws IOException {
    var command = Upstream.command(repository, directory, "-consolidation");
    try (var side = ProcessContender.start(Upstream.NAME, command)) {
      var first = first(side, new ArrayList<>(), ITERATIONS);
      var verdicts = side.ask("verdicts " + SAMPLED, Answers.Verdicts.class);
      return side(directory, Upstream.NAME, first, verdicts, fixedPoint(side, nodes), null);
    }
  }

  private ConsolidationSide ours(Path directory, int nodes) throws IOException {
    var command = Ours.command(Consolidate.class, directory);
    try (var side = ProcessContender.start(Ours.NAME, command)) {
      double spent = 0;
      for (int i = 0; i < MAX_WARM_UPS && spent < WARM_UP_SECONDS; i++) {
        spent += side.ask("pass", Answers.Pass.class).seconds();
      }
      var first = first(side, new ArrayList<>(), OUR_ITERATIONS);
      var verdicts = side.ask("verdicts " + ALL, Answers.Verdicts.class);
      // What is asked after a binding has not been asked yet, and is to be measured warm as well.
      side.ask("after-binding", Answers.Pass.class);
      var passes = new Passes(wholePass(side), side.ask("after-binding", Answers.Pass.class));
      return side(directory, Ours.NAME, first, verdicts, fixedPoint(side, nodes), passes);
    }
  }

  /// The one of middling speed.
  private static Answers.Pass wholePass(ProcessContender side) throws IOException {
    List<Answers.Pass> passes = new ArrayList<>();
    for (int i = 0; i < OUR_ITERATIONS; i++) {
      passes.add(side.ask("pass", Answers.Pass.class));
    }
    passes.sort(Comparator.comparingDouble(Answers.Pass::seconds));
    return passes.get(passes.size() / 2);
  }

  private record Passes(Answers.Pass whole, Answers.Pass afterBinding) {}

  /// The answer of middling speed.
  private static Answers.Commands first(
      ProcessContender side, List<Answers.Commands> answers, int iterations) throws IOException {
    for (int i = 0; i < iterations; i++) {
      var answer = side.ask("first", Answers.Commands.class);
      answers.add(answer);
      if (answer.seconds() > SLOW_SECONDS) {
        break;
      }
    }
    answers.sort((a, b) -> Double.compare(a.seconds(), b.seconds()));
    return answers.get(answers.size() / 2);
  }

  private Answers.@Nullable Commands fixedPoint(ProcessContender side, int nodes)
      throws IOException {
    return nodes > FIXED_POINT_NODES
        ? null
        : side.ask("fixed-point " + fixedPointSeconds, Answers.Commands.class);
  }

  private static ConsolidationSide side(
      Path directory,
      String name,
      Answers.Commands first,
      Answers.Verdicts verdicts,
      Answers.@Nullable Commands fixedPoint,
      @Nullable Passes passes)
      throws IOException {
    var found = check(directory, "first-" + name, first);
    var faults = new ArrayList<>(found.faults());
    double savings = found.saving();
    ConsolidationSide.FixedPoint reached = null;
    if (fixedPoint != null) {
      var all = check(directory, "commands-" + name, fixedPoint);
      faults.addAll(all.faults());
      savings = all.saving();
      reached =
          new ConsolidationSide.FixedPoint(
              fixedPoint.seconds(),
              fixedPoint.commands().size(),
              fixedPoint.complete(),
              fixedPoint.nodes());
    }
    return new ConsolidationSide(
        first.seconds(),
        found.saving(),
        first.commands().stream().mapToInt(command -> command.path("nodes").size()).sum(),
        first.commands().isEmpty() ? "" : first.commands().getFirst().path("method").asText(),
        verdicts.seconds() / Math.max(1, verdicts.verdicts()),
        verdicts.verdicts(),
        verdicts.candidates(),
        savings,
        reached,
        passes == null ? null : passes.whole().seconds(),
        passes == null ? null : passes.afterBinding().seconds(),
        fixedPoint == null ? verdicts.peakRssBytes() : fixedPoint.peakRssBytes(),
        faults.stream().map(Fault::toString).distinct().toList());
  }

  private static CommandChecker.Report check(Path directory, String file, Answers.Commands answer)
      throws IOException {
    ArrayNode commands = JSON.createArrayNode();
    for (JsonNode command : answer.commands()) {
      commands.add(command);
    }
    JSON.writeValue(directory.resolve(file + ".json").toFile(), commands);
    return CommandChecker.check(directory, commands);
  }
}
