package karpenter.core.disruption;

import java.util.List;

/// Pods that may not be evicted. Pods are named by namespace and name.
public sealed interface PodObstacle extends Obstacle {
  record PodProtected(String pod) implements PodObstacle {}

  record SeveralPdbs(String pod, List<String> pdbs) implements PodObstacle {
    public SeveralPdbs {
      pdbs = List.copyOf(pdbs);
    }
  }

  record PdbSpent(String pod, String pdb) implements PodObstacle {}

  /// The pods cannot all be evicted, in whatever order.
  ///
  /// @param why a sentence that names the budget
  record Undrainable(String why) implements PodObstacle {}

  @Override
  default String kind() {
    return switch (this) {
      case PodProtected _ -> "pod-do-not-disrupt";
      case SeveralPdbs _ -> "several-pdbs";
      case PdbSpent _ -> "pdb";
      case Undrainable _ -> "undrainable";
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case PodProtected(var pod) -> "Pod %s carries karpenter.sh/do-not-disrupt".formatted(pod);
      case SeveralPdbs(var pod, var pdbs) ->
          "Pod %s is covered by several PodDisruptionBudgets (%s), and the Eviction API refuses that"
              .formatted(pod, String.join(", ", pdbs));
      case PdbSpent(var pod, var pdb) ->
          "PodDisruptionBudget %s allows no eviction of pod %s now".formatted(pdb, pod);
      case Undrainable(var why) -> why;
    };
  }

  @Override
  default Telling telling() {
    return Telling.BLOCKED;
  }
}
