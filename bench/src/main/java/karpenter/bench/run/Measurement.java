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

  Measurement(Path repository) {
    this.repository = repository;
  }

  /// @param iterations counted solves per side; zero leaves the number to [Alternation]
  Comparison of(Path directory, Set<String> sides, int iterations) throws IOException {
    var workload = WorkloadDirectory.read(directory);
    int pods = workload.part(Part.PODS).size();
    var runs = run(directory, sides, iterations);
    return Comparison.of(
        workload.name(),
        lowerBound(runs.get(Ours.NAME)),
        side(directory, pods, Ours.NAME, runs),
        side(directory, pods, Upstream.NAME, runs));
  }

  private Map<String, Runs> run(Path directory, Set<String> sides, int iterations)
      throws IOException {
    var entrants = new ArrayList<Alternation.Entrant>();
    try {
      if (sides.contains(Upstream.NAME)) {
        var command = Upstream.command(repository, directory);
        var peer = ProcessContender.start(Upstream.NAME, command);
        entrants.add(new Alternation.Entrant(peer, Alternation.Pace.STEADY));
      }
      if (sides.contains(Ours.NAME)) {
        var engine = ProcessContender.start(Ours.NAME, Ours.command(directory));
        entrants.add(new Alternation.Entrant(engine, Alternation.Pace.WARMS_UP));
      }
      return Alternation.run(entrants, iterations);
    } finally {
      entrants.forEach(entrant -> entrant.contender().close());
    }
  }

  private static @Nullable Double lowerBound(@Nullable Runs ours) {
    var bound = ours == null ? null : ours.best().bound();
    return bound == null ? null : bound.value();
  }

  private @Nullable Side side(Path directory, int pods, String name, Map<String, Runs> all)
      throws IOException {
    var runs = all.get(name);
    if (runs == null) {
      return null;
    }
    var placement = directory.resolve("placement-" + name + ".json");
    JSON.writeValue(placement.toFile(), runs.best());
    return Side.of(pods, runs, withPromise(Verdict.on(directory, placement), name, runs));
  }

  /// Upstream's answers may differ from run to run; ours may not.
  private static Verdict withPromise(Verdict verdict, String name, Runs runs) {
    if (!name.equals(Ours.NAME) || runs.differing() == 0) {
      return verdict;
    }
    return verdict.plus(
        "not-repeatable: %d of %d solves differ from the first"
            .formatted(runs.differing(), runs.solves()));
  }

  static final List<String> SIDES = List.of(Ours.NAME, Upstream.NAME);
}
