package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.bench.check.CommandChecker;
import karpenter.bench.check.Fault;
import karpenter.bench.run.JvmFlags;
import karpenter.bench.run.Ours;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.Upstream;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.WorkloadDirectory;
import org.jspecify.annotations.Nullable;

/// Measures one frozen cluster and leaves each side's commands beside it. One side works at a time.
public final class ConsolidationMeasurement {

  private static final ObjectMapper JSON = new ObjectMapper();

  /// Beyond this size upstream takes hours to the fixed point.
  private static final int FIXED_POINT_NODES = 500;

  private final Path repository;
  private final int fixedPointSeconds;
  private final int nodesPerCommand;
  private final double nodeCost;

  /// @param fixedPointSeconds how long a side may think on its way to the fixed point
  /// @param nodesPerCommand that ours may take together
  /// @param nodeCost what a node costs beside its price, for ours and in every comparison
  public ConsolidationMeasurement(
      Path repository, int fixedPointSeconds, int nodesPerCommand, double nodeCost) {
    this.repository = repository;
    this.fixedPointSeconds = fixedPointSeconds;
    this.nodesPerCommand = nodesPerCommand;
    this.nodeCost = nodeCost;
  }

  public ConsolidationComparison of(Path directory, Set<String> sides) throws IOException {
    var workload = WorkloadDirectory.read(directory);
    int nodes = workload.part(Part.NODES).size();
    List<ProcessContender> processes = new ArrayList<>();
    try {
      if (sides.contains(Upstream.NAME)) {
        var command = Upstream.command(repository, directory, "-consolidation");
        processes.add(ProcessContender.start(Upstream.NAME, command));
      }
      if (sides.contains(Ours.NAME)) {
        for (var flags : JvmFlags.values()) {
          var command =
              flags.command(
                  Consolidate.class,
                  directory,
                  String.valueOf(nodesPerCommand),
                  Double.toString(nodeCost));
          processes.add(ProcessContender.start(flags.side(), command));
        }
      }
      var turns = new ConsolidationTurns(processes, nodes);
      var asked = turns.run(fixedPointSeconds, nodes <= FIXED_POINT_NODES);
      var after = nodes <= FIXED_POINT_NODES ? afterFirst(directory, processes) : null;
      return comparison(directory, workload.name(), nodes, asked, after);
    } finally {
      processes.forEach(ProcessContender::close);
    }
  }

  /// Verdicts on the cluster that our first command leaves.
  private @Nullable VerdictComparison afterFirst(Path directory, List<ProcessContender> sides)
      throws IOException {
    if (!sides.stream().map(ProcessContender::name).toList().contains(Upstream.NAME)) {
      return null;
    }
    var ours = sides.stream().filter(side -> side.name().equals(Ours.NAME)).findFirst();
    if (ours.isEmpty()) {
      return null;
    }
    var left = directory.resolve("after-first");
    int nodes = ours.get().ask("write-after-first " + left, Answers.Written.class).nodes();
    var command = Upstream.command(repository, left, "-consolidation");
    try (var theirs = ProcessContender.start(Upstream.NAME, command);
        var mine =
            ProcessContender.start(
                Ours.NAME,
                Ours.command(
                    Consolidate.class,
                    left,
                    String.valueOf(nodesPerCommand),
                    Double.toString(nodeCost)))) {
      var turns = new ConsolidationTurns(List.of(theirs, mine), nodes);
      var asked = turns.runVerdicts();
      return verdicts(left, asked);
    }
  }

  private @Nullable VerdictComparison verdicts(
      Path directory, Map<String, ConsolidationTurns.Asked> asked) {
    var ours = asked.get(JvmFlags.SHIPPED.side());
    var upstream = asked.get(Upstream.NAME);
    return ours == null || upstream == null
        ? null
        : VerdictComparison.of(
            ours.judged(), upstream.judged(), command -> faults(directory, command));
  }

  private ConsolidationComparison comparison(
      Path directory,
      String workload,
      int nodes,
      Map<String, ConsolidationTurns.Asked> asked,
      @Nullable VerdictComparison after)
      throws IOException {
    return ConsolidationComparison.of(
        workload,
        nodes,
        side(directory, JvmFlags.SHIPPED.side(), asked),
        side(directory, Upstream.NAME, asked),
        side(directory, JvmFlags.OPTIMISED.side(), asked),
        verdicts(directory, asked),
        after);
  }

  /// What the checker finds in a command that is carried out by itself.
  private List<String> faults(Path directory, JsonNode command) {
    try {
      return CommandChecker.check(directory, nodeCost, JSON.createArrayNode().add(command))
          .faults()
          .stream()
          .map(Fault::toString)
          .toList();
    } catch (IOException e) {
      return List.of("could not be checked: " + e.getMessage());
    }
  }

  private @Nullable ConsolidationSide side(
      Path directory, String name, Map<String, ConsolidationTurns.Asked> all) throws IOException {
    var asked = all.get(name);
    return asked == null ? null : side(directory, name, asked);
  }

  private ConsolidationSide side(Path directory, String name, ConsolidationTurns.Asked asked)
      throws IOException {
    var first = asked.first();
    var fixedPoint = asked.fixedPoint();
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
        asked.secondsPerVerdict(),
        asked.verdicts(),
        asked.candidates(),
        savings,
        reached,
        asked.passSeconds(),
        ConsolidationSide.afterBinding(asked.changes()),
        asked.peakRssBytes(),
        faults.stream().map(Fault::toString).distinct().toList(),
        asked.changes(),
        asked.reading().seconds(),
        asked.reading().firstSeconds());
  }

  private CommandChecker.Report check(Path directory, String file, Answers.Commands answer)
      throws IOException {
    ArrayNode commands = JSON.createArrayNode();
    for (JsonNode command : answer.commands()) {
      commands.add(command);
    }
    JSON.writeValue(directory.resolve(file + ".json").toFile(), commands);
    return CommandChecker.check(directory, nodeCost, commands);
  }
}
