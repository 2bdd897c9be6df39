package karpenter.operator.testkit;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.wire.control.ControlReader;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// What a [TestCluster] held at one moment; every question is answered by looking at everything.
record TestSnapshot(long version, Map<String, TreeMap<ObjectKey, Object>> objects, Notes notes)
    implements ClusterSnapshot {

  @Override
  public boolean isSynced() {
    return true;
  }

  @Override
  public <T> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return Optional.ofNullable(of(kind).get(key)).map(kind.type()::cast);
  }

  @Override
  public <T> List<T> all(Kind<T> kind) {
    return of(kind).values().stream().<T>map(kind.type()::cast).toList();
  }

  private TreeMap<ObjectKey, Object> of(Kind<?> kind) {
    return objects.getOrDefault(kind.resource().plural(), new TreeMap<>());
  }

  @Override
  public List<PodFacts> podsOn(String node) {
    return all(Kind.PODS).stream().filter(pod -> pod.node().equals(Optional.of(node))).toList();
  }

  @Override
  public Optional<Set<ObjectKey>> differences(Kind<?> kind, ClusterSnapshot before) {
    return Optional.empty();
  }

  @Override
  public Optional<Set<String>> nodesWithOtherPodsThan(ClusterSnapshot before) {
    return Optional.empty();
  }

  @Override
  public List<PodFacts> provisionable() {
    return all(Kind.PODS).stream().filter(PodFacts::isProvisionable).toList();
  }

  @Override
  public List<PodFacts> untold() {
    return all(Kind.PODS).stream().filter(PodFacts::isUntold).toList();
  }

  @Override
  public List<NodeFacts> nodesWithProviderId(String id) {
    return nodes().stream().filter(node -> node.providerId().equals(Optional.of(id))).toList();
  }

  @Override
  public List<ClaimFacts> claimsWithProviderId(String id) {
    return claims().stream().filter(claim -> claim.providerId().equals(Optional.of(id))).toList();
  }

  @Override
  public List<ClaimFacts> claimsOfPool(String pool) {
    return claims().stream()
        .filter(claim -> claim.meta().label("karpenter.sh/nodepool").equals(pool))
        .toList();
  }

  @Override
  public List<ClaimFacts> controlledClaims() {
    return claims().stream()
        .filter(claim -> ControlReader.mayControl(claim.meta().annotations()))
        .toList();
  }

  @Override
  public List<NodeFacts> controlledNodes() {
    return nodes().stream()
        .filter(node -> ControlReader.mayControl(node.meta().annotations()))
        .toList();
  }

  @Override
  public Optional<NodeClassFacts> nodeClass(NodeClassRef ref) {
    return find(TestCloud.NODE_CLASSES, ObjectKey.cluster(ref.name()))
        .filter(nodeClass -> nodeClass.ref().equals(ref));
  }
}
