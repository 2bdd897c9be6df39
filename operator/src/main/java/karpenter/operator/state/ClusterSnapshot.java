package karpenter.operator.state;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;

/// The cluster as it was known at one moment. Never changes; lists are ordered by key.
public interface ClusterSnapshot {
  /// Grows with every change, so that a decision can name what it was decided on.
  long version();

  /// Every watch has told all there was when it began.
  boolean isSynced();

  <T> Optional<T> find(Kind<T> kind, ObjectKey key);

  <T> List<T> all(Kind<T> kind);

  /// Which objects of the kind are not what they were in an earlier snapshot, those that came or
  /// went included; empty where that cannot be told without looking at all of them.
  Optional<Set<ObjectKey>> differences(Kind<?> kind, ClusterSnapshot before);

  /// Bound to the node of this name, terminal pods included.
  List<PodFacts> podsOn(String nodeName);

  /// Names of nodes that have other pods than in an earlier snapshot, pods that changed included;
  /// empty where that cannot be told without looking at all of them.
  Optional<Set<String>> nodesWithOtherPodsThan(ClusterSnapshot before);

  /// Without a node, and the scheduler found none (spec 01 §4.3).
  List<PodFacts> provisionable();

  /// Without a node, and the scheduler has not looked at them yet.
  List<PodFacts> untold();

  List<NodeFacts> nodesWithProviderId(String providerId);

  List<ClaimFacts> claimsWithProviderId(String providerId);

  List<ClaimFacts> claimsOfPool(String pool);

  /// Those with annotations that may be controls.
  List<ClaimFacts> controlledClaims();

  List<NodeFacts> controlledNodes();

  Optional<NodeClassFacts> nodeClass(NodeClassRef ref);

  Notes notes();

  /// What we decided, as far as it still holds.
  ///
  /// @param nominated by claim name (node name without a claim)
  /// @param promised claim name by pod uid
  /// @param bufferPods virtual pods by claim name
  record Notes(
      SortedMap<String, Instant> nominated,
      java.util.SortedSet<String> markedForDeletion,
      SortedMap<String, String> promised,
      SortedMap<String, Integer> bufferPods) {

    public boolean isNominated(String node, Instant now) {
      var until = nominated.get(node);
      return until != null && until.isAfter(now);
    }
  }

  default Optional<ClaimFacts> claim(String name) {
    return find(Kind.NODE_CLAIMS, ObjectKey.cluster(name));
  }

  default Optional<NodeFacts> node(String name) {
    return find(Kind.NODES, ObjectKey.cluster(name));
  }

  default Optional<PoolState> pool(String name) {
    return find(Kind.NODE_POOLS, ObjectKey.cluster(name));
  }

  default Optional<PodFacts> pod(ObjectKey key) {
    return find(Kind.PODS, key);
  }

  default List<ClaimFacts> claims() {
    return all(Kind.NODE_CLAIMS);
  }

  default List<NodeFacts> nodes() {
    return all(Kind.NODES);
  }

  default List<PoolState> pools() {
    return all(Kind.NODE_POOLS);
  }

  /// The one claim of a node; empty when there is none or more than one.
  default Optional<ClaimFacts> claimOf(NodeFacts node) {
    var claims = node.providerId().map(this::claimsWithProviderId).orElse(List.of());
    return claims.size() == 1 ? Optional.of(claims.getFirst()) : Optional.empty();
  }
}
