package karpenter.app.simulate;

import java.util.List;
import karpenter.simulator.trace.Played;

/// What is shown: one trace, played with one or two configurations.
record SimulationReport(String trace, long seed, List<Played> played) {
  SimulationReport {
    played = List.copyOf(played);
  }
}
