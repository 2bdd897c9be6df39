package karpenter.bench.check;

import java.util.List;
import java.util.SortedSet;

/// Somewhere to put pods. Places are compared by identity: two claims may look alike.
sealed interface Place permits ExistingNode, NewNode {
  String name();

  List<Taint> taints();

  /// Pods that the placement puts here, without those that were here before.
  List<Pod> pods();

  /// Whether every node this place may become meets one of the alternatives.
  boolean surelyMeets(List<Requirements> alternatives);

  /// Whether some node this place may become meets one of the alternatives.
  boolean mayMeet(List<Requirements> alternatives);

  /// The values a label may have here; none if the label is missing.
  SortedSet<String> domains(String key);
}
