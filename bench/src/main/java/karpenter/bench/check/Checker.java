package karpenter.bench.check;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Holds a placement against the rules, all of them, and computes its figures anew.
public final class Checker {
  private static final List<Rule> RULES =
      List.of(
          ListedTypes::check,
          MissingTypes::check,
          MinValues::check,
          PoolUsage::check,
          PoolWeights::check,
          Reservations::check,
          NodeChoice::check,
          NodeRoom::check,
          PortUse::check,
          VolumeUse::check,
          Replay::check,
          UnplacedPods::check,
          Priorities::check,
          DeviceUse::check,
          BoundCertificate::check);

  private static final List<Rule> MOVE_RULES =
      List.of(
          ListedTypes::check,
          MinValues::check,
          PoolUsage::check,
          Reservations::check,
          NodeChoice::check,
          NodeRoom::check,
          PortUse::check,
          VolumeUse::check,
          Replay::check,
          DeviceUse::check);

  private Checker() {}

  /// @param workload a directory of frozen inputs
  /// @param placement an engine's answer to them
  /// @param nodeCost what a node costs beside its price, in NodePools that do not say
  /// @throws IOException if either cannot be read, which is no fault of the placement's rules
  public static Report check(Path workload, Path placement, double nodeCost) throws IOException {
    return check(Workload.read(workload), Placement.read(placement), nodeCost);
  }

  static Report check(Workload workload, Placement placement, double nodeCost) {
    return check(workload, placement, nodeCost, RULES);
  }

  /// A command need not list every type that would do: it leaves out what is not cheaper.
  static Report checkMove(Workload workload, Placement placement) {
    return check(workload, placement, 0, MOVE_RULES);
  }

  /// A packing names one type for each node and may leave pods out; all else must hold.
  static Report checkPacking(Workload workload, Placement placement, double nodeCost) {
    var rules = new ArrayList<>(MOVE_RULES);
    rules.add(PoolWeights::check);
    return check(workload, placement, nodeCost, rules);
  }

  private static Report check(
      Workload workload, Placement placement, double nodeCost, List<Rule> rules) {
    var faults = new ArrayList<Fault>();
    var scene = Scene.of(workload, placement, nodeCost, faults::add);
    for (var rule : rules) rule.check(scene, faults::add);
    var price =
        scene.newNodes().stream().mapToDouble(NewNode::price).filter(Double::isFinite).sum();
    var cost = price + scene.newNodes().stream().mapToDouble(n -> scene.nodeCost(n.pool())).sum();
    return Report.of(faults, new Report.Figures(price, cost, Preferences.met(scene)), placement);
  }
}
