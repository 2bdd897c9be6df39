package karpenter.bench.run;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Contenders in turns:
/// 1. each solves once, fresh: the first solve, which also tells how slow it is;
/// 2. those that get faster by running (ours) warm up within a fixed number of solves and seconds;
/// 3. all solve in turn, until each has its counted iterations.
///
/// One contender works at a time, so that a busy machine burdens both alike.
final class Alternation {

  static final int ITERATIONS = 5;
  static final int SLOW_ITERATIONS = 3;
  private static final double SLOW_SECONDS = 10;
  private static final int MAX_WARM_UPS = 200;
  private static final double WARM_UP_SECONDS = 20;

  private Alternation() {}

  /// Does running make it faster?
  enum Pace {
    STEADY,
    WARMS_UP
  }

  record Entrant(Contender contender, Pace pace) {}

  /// @param nodeCost what a node costs beside its price
  static Map<String, Runs> run(List<Entrant> entrants, int iterations, double nodeCost)
      throws IOException {
    var runs = new LinkedHashMap<String, Runs>();
    for (var entrant : entrants) {
      runs.put(entrant.contender().name(), firstSolve(entrant, nodeCost));
    }
    for (var entrant : entrants) {
      if (entrant.pace() == Pace.WARMS_UP) {
        warmUp(entrant.contender(), runsOf(runs, entrant));
      }
    }
    int turns = iterations > 0 ? iterations : enough(runs);
    for (int turn = 0; turn < turns; turn++) {
      for (var entrant : entrants) {
        var its = runsOf(runs, entrant);
        if (its.iterations() < turns) {
          its.count(entrant.contender().solve());
        }
      }
    }
    return runs;
  }

  private static Runs firstSolve(Entrant entrant, double nodeCost) throws IOException {
    var runs = new Runs(nodeCost);
    var first = entrant.contender().solve();
    switch (entrant.pace()) {
      case WARMS_UP -> runs.warmUp(first);
      case STEADY -> runs.count(first);
    }
    return runs;
  }

  private static void warmUp(Contender contender, Runs runs) throws IOException {
    double spent = runs.firstSeconds();
    for (int i = 1; i < MAX_WARM_UPS && spent < WARM_UP_SECONDS; i++) {
      var iteration = contender.solve();
      spent += iteration.solveSeconds() + iteration.setupSeconds() + iteration.boundSeconds();
      runs.warmUp(iteration);
    }
  }

  private static int enough(Map<String, Runs> runs) {
    boolean slow = runs.values().stream().anyMatch(its -> its.firstSeconds() > SLOW_SECONDS);
    return slow ? SLOW_ITERATIONS : ITERATIONS;
  }

  private static Runs runsOf(Map<String, Runs> runs, Entrant entrant) {
    var its = runs.get(entrant.contender().name());
    if (its == null) {
      throw new IllegalStateException(entrant.contender().name() + " has no first solve");
    }
    return its;
  }
}
