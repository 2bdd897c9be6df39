package karpenter.bench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.WorkloadDirectory;
import org.jspecify.annotations.Nullable;

/// Measures one workload directory and leaves each side's placement beside it.
final class Measurement {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path repository;
  private final double nodeCost;

  /// @param nodeCost what a node costs beside its price, for our engine and in every comparison
  Measurement(Path repository, double nodeCost) {
    this.repository = repository;
    this.nodeCost = nodeCost;
  }

  /// @param iterations counted solves per side; zero leaves the number to [Alternation]
  Comparison of(Path directory, Set<String> sides, int iterations) throws IOException {
    var workload = WorkloadDirectory.read(directory);
    int pods = workload.part(Part.PODS).size();
    var measured = run(directory, sides, iterations);
    return Comparison.of(
        workload.name(),
        nodeCost,
        bounds(measured.runs().get(Ours.NAME)),
        side(directory, pods, JvmFlags.SHIPPED.side(), measured),
        side(directory, pods, JvmFlags.OPTIMISED.side(), measured),
        side(directory, pods, Upstream.NAME, measured));
  }

  /// By side.
  private record Measured(Map<String, Runs> runs, Map<String, ReadingTurns.Figures> readings) {}

  private Measured run(Path directory, Set<String> sides, int iterations) throws IOException {
    var entrants = new ArrayList<Alternation.Entrant>();
    var processes = new ArrayList<ProcessContender>();
    try {
      if (sides.contains(Upstream.NAME)) {
        var command = Upstream.command(repository, directory);
        var peer = ProcessContender.start(Upstream.NAME, command);
        processes.add(peer);
        entrants.add(new Alternation.Entrant(peer, Alternation.Pace.STEADY));
      }
      if (sides.contains(Ours.NAME)) {
        for (var flags : JvmFlags.values()) {
          var command = flags.command(Serve.class, directory, Double.toString(nodeCost));
          var engine = ProcessContender.start(flags.side(), command);
          processes.add(engine);
          entrants.add(new Alternation.Entrant(engine, Alternation.Pace.WARMS_UP));
        }
      }
      return new Measured(
          Alternation.run(entrants, iterations, nodeCost), ReadingTurns.run(processes));
    } finally {
      processes.forEach(ProcessContender::close);
    }
  }

  private static Comparison.Bounds bounds(@Nullable Runs ours) {
    var bound = ours == null ? null : ours.best().bound();
    if (ours == null || bound == null) {
      return Comparison.Bounds.NONE;
    }
    var equal = ours.best().equalServiceBound();
    return new Comparison.Bounds(bound.value(), equal == null ? bound.value() : equal.value());
  }

  private @Nullable Side side(Path directory, int pods, String name, Measured measured)
      throws IOException {
    var runs = measured.runs().get(name);
    if (runs == null) {
      return null;
    }
    var placement = directory.resolve("placement-" + name + ".json");
    JSON.writeValue(placement.toFile(), runs.best());
    return Side.of(
        pods,
        runs,
        withPromise(Verdict.on(directory, placement, nodeCost), name, measured.runs()),
        measured.readings().getOrDefault(name, ReadingTurns.Figures.NONE));
  }

  /// Upstream's answers may differ from run to run; ours may not, nor with other flags.
  private static Verdict withPromise(Verdict verdict, String name, Map<String, Runs> all) {
    var runs = all.get(name);
    if (name.equals(Upstream.NAME) || runs == null) {
      return verdict;
    }
    var shipped = all.getOrDefault(JvmFlags.SHIPPED.side(), runs);
    var same = shipped.best().equals(runs.best());
    var promised =
        same ? verdict : verdict.plus("not-repeatable: " + name + " differs from " + Ours.NAME);
    return runs.differing() == 0
        ? promised
        : promised.plus(
            "not-repeatable: %d of %d solves differ from the first"
                .formatted(runs.differing(), runs.solves()));
  }

  static final List<String> SIDES = List.of(Ours.NAME, Upstream.NAME);
}
