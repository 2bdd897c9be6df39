package karpenter.operator.provisioning;

import java.util.List;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.PodFacts;

/// A node, or a claim whose node has not come, with its pods. As long as nothing of it changes it
/// is the same object.
public interface Inhabited {
  StateNode state();

  /// As the snapshot had them, ended ones included.
  List<PodFacts> pods();
}
