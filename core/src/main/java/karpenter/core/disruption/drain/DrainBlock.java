package karpenter.core.disruption.drain;

import java.util.List;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.PodObstacle;
import karpenter.core.disruption.Wording;

/// What keeps a pod from being evicted.
public sealed interface DrainBlock {
  /// By namespace and name.
  String pod();

  String sentence();

  /// Whether it passes when other pods are back, or stays until somebody edits something.
  boolean passes();

  default Obstacle obstacle() {
    return switch (this) {
      case SeveralBudgets(var pod, var pdbs) -> new PodObstacle.SeveralPdbs(pod, pdbs);
      case Impossible _, InUse _, DoesNotReturn _ -> new PodObstacle.Undrainable(sentence());
    };
  }

  /// The arithmetic of the budget leaves no room, whatever its pods do.
  ///
  /// @param arithmetic why, as half a sentence
  record Impossible(String pod, String pdb, String arithmetic) implements DrainBlock {
    @Override
    public String sentence() {
      return "PodDisruptionBudget %s can never allow an eviction (%s), so pod %s stays"
          .formatted(pdb, arithmetic, pod);
    }

    @Override
    public boolean passes() {
      return false;
    }
  }

  /// The Eviction API refuses pods that more than one budget covers.
  record SeveralBudgets(String pod, List<String> pdbs) implements DrainBlock {
    public SeveralBudgets {
      pdbs = List.copyOf(pdbs);
    }

    @Override
    public String sentence() {
      return obstacle().sentence();
    }

    @Override
    public boolean passes() {
      return false;
    }
  }

  /// What the budget allows now goes to pods that are unhealthy, or leave other nodes.
  ///
  /// @param inFlight pods of nodes that are leaving
  record InUse(String pod, String pdb, int allowed, int inFlight) implements DrainBlock {
    @Override
    public String sentence() {
      return "PodDisruptionBudget %s allows %s now, and nodes that are leaving need it for %s; pod %s would have to wait"
          .formatted(pdb, Wording.count(allowed, "eviction"), Wording.count(inFlight, "pod"), pod);
    }

    @Override
    public boolean passes() {
      return true;
    }
  }

  /// Nothing makes the pod anew, so the budget does not recover from its eviction.
  record DoesNotReturn(String pod, String pdb, int allowed, int needed) implements DrainBlock {
    @Override
    public String sentence() {
      return "PodDisruptionBudget %s allows %s, and %s without a controller would need one and not come back; pod %s stays"
          .formatted(pdb, Wording.count(allowed, "eviction"), Wording.count(needed, "pod"), pod);
    }

    @Override
    public boolean passes() {
      return false;
    }
  }
}
