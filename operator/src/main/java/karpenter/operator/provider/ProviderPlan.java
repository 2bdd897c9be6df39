package karpenter.operator.provider;

import java.time.InstantSource;
import java.util.List;
import karpenter.operator.kube.Kube;
import karpenter.operator.state.ClusterState;

/// A provider that is still to be set up. What it serves and which labels it brings must be known
/// before: the state cannot read a cluster without.
public interface ProviderPlan {
  List<NodeClassKind> nodeClassKinds();

  ProviderLabels labels();

  CloudProvider open(Kube kube, ClusterState state, InstantSource clock);
}
