package karpenter.core.disruption;

import java.util.List;

/// Pods that may not be evicted. Pods are named by namespace and name.
public sealed interface PodObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.BLOCKED;
  }

  record PodProtected(String pod) implements PodObstacle {
    @Override
    public String kind() {
      return "pod-do-not-disrupt";
    }

    @Override
    public String sentence() {
      return "Pod %s carries karpenter.sh/do-not-disrupt".formatted(pod);
    }
  }

  record SeveralPdbs(String pod, List<String> pdbs) implements PodObstacle {
    public SeveralPdbs {
      pdbs = List.copyOf(pdbs);
    }

    @Override
    public String kind() {
      return "several-pdbs";
    }

    @Override
    public String sentence() {
      return "Pod %s is covered by several PodDisruptionBudgets (%s), and the Eviction API refuses that"
          .formatted(pod, String.join(", ", pdbs));
    }
  }

  record PdbSpent(String pod, String pdb) implements PodObstacle {
    @Override
    public String kind() {
      return "pdb";
    }

    @Override
    public String sentence() {
      return "PodDisruptionBudget %s allows no eviction of pod %s now".formatted(pdb, pod);
    }
  }

  /// The pods cannot all be evicted, in whatever order.
  ///
  /// @param why a sentence that names the budget
  record Undrainable(String why) implements PodObstacle {
    @Override
    public String kind() {
      return "undrainable";
    }

    @Override
    public String sentence() {
      return why;
    }
  }
}
