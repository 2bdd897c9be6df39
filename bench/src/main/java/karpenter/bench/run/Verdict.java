package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.check.Checker;
import karpenter.bench.check.Fault;

/// What the independent checker says about a placement.
///
/// @param faults broken rules, one sentence each; empty if the placement is sound
/// @param preferenceWeight summed weight of the preferences that hold
/// @param price of the claims, recomputed by the checker
/// @param cost price and node cost, as the checker adds them up
record Verdict(List<String> faults, long preferenceWeight, double price, double cost) {

  static Verdict on(Path workload, Path placement, double nodeCost) throws IOException {
    var report = Checker.check(workload, placement, nodeCost);
    return new Verdict(
        report.faults().stream().map(Fault::toString).toList(),
        report.preferenceWeight(),
        report.price(),
        report.cost());
  }

  Verdict plus(String fault) {
    var more = new ArrayList<>(faults);
    more.add(fault);
    return new Verdict(more, preferenceWeight, price, cost);
  }
}
