package karpenter.operator.disruption;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Consolidation;
import karpenter.core.disruption.KnowledgeObstacle;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.MoveObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.WhatIfs;
import karpenter.core.scheduling.Placement;

/// What becomes of a drifted node: its pods have somewhere to go, or this stands in the way.
sealed interface DriftMove {
  record Possible(Command command) implements DriftMove {}

  record Impossible(Obstacle why) implements DriftMove {}

  /// What goes wrong with one node is no reason to look at no other.
  static DriftMove of(Candidate candidate, WhatIfs whatIfs) {
    try {
      var placement = whatIfs.without(new TreeSet<>(List.of(candidate.name())), false);
      var homeless = Consolidation.homeless(placement, whatIfs.hopeless());
      return homeless.isEmpty()
          ? new Possible(command(candidate, placement, whatIfs))
          : new Impossible(MoveObstacle.PodsWithoutPlace.of(homeless));
    } catch (IllegalStateException | IllegalArgumentException broken) {
      return new Impossible(
          new KnowledgeObstacle.NotSimulated(String.valueOf(broken.getMessage())));
    }
  }

  private static Command command(Candidate candidate, Placement placement, WhatIfs whatIfs) {
    var replacements = Consolidation.replacements(placement, whatIfs.hopeless());
    double cost = replacements.stream().mapToDouble(Placement.NewNode::cost).sum();
    return new Command(
        "",
        Method.DRIFT,
        List.of(candidate),
        replacements,
        Optional.of(placement),
        candidate.cost() - cost);
  }
}
