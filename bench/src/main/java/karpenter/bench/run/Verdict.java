package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What the independent checker says about a placement.
///
/// @param faults broken rules, one sentence each; empty if the placement is sound
/// @param preferenceWeight summed weight of the preferences that hold
/// @param price of the claims, recomputed by the checker
record Verdict(List<String> faults, long preferenceWeight, double price) {

  Verdict plus(String fault) {
    var more = new ArrayList<>(faults);
    more.add(fault);
    return new Verdict(more, preferenceWeight, price);
  }

  /// Judges a written placement of a workload.
  @FunctionalInterface
  interface Judge {
    Verdict judge(Path workload, Path placement) throws IOException;
  }
}
