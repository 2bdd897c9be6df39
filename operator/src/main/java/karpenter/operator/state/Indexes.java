package karpenter.operator.state;

import java.util.Optional;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.wire.control.ControlReader;
import karpenter.operator.kube.ObjectKey;

/// The ways from one object to others.
record Indexes(
    Index<PodFacts> podsOn,
    PersistentMap<ObjectKey, PodFacts> provisionable,
    PersistentMap<ObjectKey, PodFacts> untold,
    Index<NodeFacts> nodesWithProviderId,
    Index<ClaimFacts> claimsWithProviderId,
    Index<ClaimFacts> claimsOfPool,
    PersistentMap<ObjectKey, ClaimFacts> controlledClaims,
    PersistentMap<ObjectKey, NodeFacts> controlledNodes) {

  static final Indexes EMPTY =
      new Indexes(
          Index.empty(),
          PersistentMap.empty(),
          PersistentMap.empty(),
          Index.empty(),
          Index.empty(),
          Index.empty(),
          PersistentMap.empty(),
          PersistentMap.empty());

  /// After one object became another, appeared, or went.
  Indexes after(ObjectKey key, Optional<?> before, Optional<?> now) {
    var any = now.isPresent() ? now.get() : before.orElse(null);
    return switch (any) {
      case PodFacts _ -> pod(key, before.map(PodFacts.class::cast), now.map(PodFacts.class::cast));
      case NodeFacts _ ->
          node(key, before.map(NodeFacts.class::cast), now.map(NodeFacts.class::cast));
      case ClaimFacts _ ->
          claim(key, before.map(ClaimFacts.class::cast), now.map(ClaimFacts.class::cast));
      case null, default -> this;
    };
  }

  private Indexes pod(ObjectKey key, Optional<PodFacts> before, Optional<PodFacts> now) {
    var waiting =
        now.filter(PodFacts::isProvisionable)
            .map(pod -> provisionable.with(key, pod))
            .orElseGet(() -> provisionable.without(key));
    return new Indexes(
        podsOn.moved(key, before.flatMap(PodFacts::node), now.flatMap(PodFacts::node), now),
        waiting,
        now.filter(PodFacts::isUntold)
            .map(pod -> untold.with(key, pod))
            .orElseGet(() -> untold.without(key)),
        nodesWithProviderId,
        claimsWithProviderId,
        claimsOfPool,
        controlledClaims,
        controlledNodes);
  }

  private Indexes node(ObjectKey key, Optional<NodeFacts> before, Optional<NodeFacts> now) {
    return new Indexes(
        podsOn,
        provisionable,
        untold,
        nodesWithProviderId.moved(
            key, before.flatMap(NodeFacts::providerId), now.flatMap(NodeFacts::providerId), now),
        claimsWithProviderId,
        claimsOfPool,
        controlledClaims,
        now.filter(
                node ->
                    mayControl(
                        node.meta(), before.map(NodeFacts::meta), controlledNodes.containsKey(key)))
            .map(node -> controlledNodes.with(key, node))
            .orElseGet(() -> controlledNodes.without(key)));
  }

  private Indexes claim(ObjectKey key, Optional<ClaimFacts> before, Optional<ClaimFacts> now) {
    return new Indexes(
        podsOn,
        provisionable,
        untold,
        nodesWithProviderId,
        claimsWithProviderId.moved(
            key, before.flatMap(ClaimFacts::providerId), now.flatMap(ClaimFacts::providerId), now),
        claimsOfPool.moved(key, before.flatMap(Indexes::pool), now.flatMap(Indexes::pool), now),
        now.filter(
                claim ->
                    mayControl(
                        claim.meta(),
                        before.map(ClaimFacts::meta),
                        controlledClaims.containsKey(key)))
            .map(claim -> controlledClaims.with(key, claim))
            .orElseGet(() -> controlledClaims.without(key)),
        controlledNodes);
  }

  /// Hardly any change is of annotations, and only a new or changed one needs to be understood.
  ///
  /// @param mightBefore what was found of `before`
  private static boolean mayControl(Meta meta, Optional<Meta> before, boolean mightBefore) {
    return before.isPresent() && before.get().annotations().equals(meta.annotations())
        ? mightBefore
        : ControlReader.mayControl(meta.annotations());
  }

  private static Optional<String> pool(ClaimFacts claim) {
    return Optional.ofNullable(claim.meta().labels().get(Labels.NODE_POOL));
  }
}
