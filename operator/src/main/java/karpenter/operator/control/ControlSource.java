package karpenter.operator.control;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.cluster.Namespace;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.ControlSet;
import karpenter.core.disruption.control.Controls;
import karpenter.core.disruption.control.DriftProgress;
import karpenter.core.disruption.control.PoolControls;
import karpenter.core.disruption.control.Scope;
import karpenter.core.disruption.control.Tally;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.wire.control.ControlReader;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// Reads controls from the objects of a snapshot. Nothing is kept: hardly any object has one, and
/// whether it has is seen at once.
public final class ControlSource {
  private final String namespace;

  public ControlSource(Settings settings) {
    this.namespace = settings.releaseNamespace();
  }

  /// Whether the namespace's controls are the cluster's.
  public boolean isOfCluster(String name) {
    return name.equals(namespace);
  }

  public Controls at(ClusterSnapshot snapshot, Instant now) {
    var cluster = ofCluster(snapshot);
    var pools = new TreeMap<String, PoolControls>();
    boolean isAny = !cluster.isEmpty();
    for (var pool : snapshot.pools()) {
      var controls = ofPool(pool.facts());
      pools.put(pool.name(), controls);
      isAny |= !controls.set().isEmpty();
    }
    var nodes = ofNodes(snapshot);
    return isAny || !nodes.isEmpty() ? new Controls(cluster, pools, nodes, now) : Controls.NONE;
  }

  /// By claim name, of those that have any.
  private static SortedMap<String, ControlSet> ofNodes(ClusterSnapshot snapshot) {
    var nodes = new TreeMap<String, ControlSet>();
    for (var claim : snapshot.controlledClaims()) {
      put(claim, node(claim, snapshot), nodes);
    }
    for (var node : snapshot.controlledNodes()) {
      snapshot.claimOf(node).ifPresent(claim -> put(claim, Optional.of(node), nodes));
    }
    return nodes;
  }

  private static void put(
      ClaimFacts claim, Optional<NodeFacts> node, SortedMap<String, ControlSet> into) {
    var set = ofNode(claim, node);
    if (!set.isEmpty()) {
      into.put(claim.name(), set);
    }
  }

  public static Optional<NodeFacts> node(ClaimFacts claim, ClusterSnapshot snapshot) {
    var nodes = claim.providerId().map(snapshot::nodesWithProviderId);
    return nodes.filter(found -> found.size() == 1).map(found -> found.getFirst());
  }

  /// What is set on the Node counts before what is set on its NodeClaim.
  public static ControlSet ofNode(ClaimFacts claim, Optional<NodeFacts> node) {
    var name = node.map(NodeFacts::name).orElse(claim.name());
    if (!ControlReader.mayControl(claim.meta().annotations())
        && !node.map(n -> ControlReader.mayControl(n.meta().annotations())).orElse(false)) {
      return ControlSet.none(Scope.node(name));
    }
    var annotations = new TreeMap<>(claim.meta().annotations());
    node.ifPresent(n -> annotations.putAll(n.meta().annotations()));
    return ControlReader.read(Scope.node(name), annotations).set();
  }

  /// A snapshot knows which nodes have any, and mostly none has.
  private static ControlSet ofNode(ClaimFacts claim, ClusterSnapshot snapshot) {
    return snapshot.controlledClaims().isEmpty() && snapshot.controlledNodes().isEmpty()
        ? ControlSet.none(Scope.node(claim.nodeName().orElse(claim.name())))
        : ofNode(claim, node(claim, snapshot));
  }

  public ControlSet ofCluster(ClusterSnapshot snapshot) {
    return snapshot
        .find(Kind.NAMESPACES, ObjectKey.cluster(namespace))
        .map(Namespace::controls)
        .filter(controls -> !controls.isEmpty())
        .map(controls -> ControlReader.read(Scope.cluster(namespace), controls).set())
        .orElseGet(() -> ControlSet.none(Scope.cluster(namespace)));
  }

  public static PoolControls ofPool(PoolFacts pool) {
    var annotations = pool.meta().annotations();
    if (!ControlReader.concerns(annotations)) {
      return PoolControls.none(pool);
    }
    return new PoolControls(
        pool,
        ControlReader.read(Scope.pool(pool.name()), annotations).set(),
        tally(pool, ControlKeys.STARTS),
        tally(pool, ControlKeys.INTERRUPTIONS),
        Optional.ofNullable(annotations.get(ControlKeys.DRIFT_PROGRESS))
            .flatMap(DriftProgress::parse));
  }

  /// What somebody else wrote there is nobody's history.
  static Tally tally(PoolFacts pool, String key) {
    return Optional.ofNullable(pool.meta().annotations().get(key))
        .flatMap(Tally::parse)
        .orElse(Tally.NONE);
  }

  /// Controls for one claim, for whoever looks at one at a time.
  public Controls of(ClaimFacts claim, PoolState pool, ClusterSnapshot snapshot, Instant now) {
    var cluster = ofCluster(snapshot);
    var ofPool = ofPool(pool.facts());
    var ofNode = ofNode(claim, snapshot);
    if (cluster.isEmpty() && ofPool.set().isEmpty() && ofNode.isEmpty()) {
      return Controls.NONE;
    }
    var pools = new TreeMap<String, PoolControls>();
    pools.put(pool.name(), ofPool);
    var nodes = new TreeMap<String, ControlSet>();
    if (!ofNode.isEmpty()) {
      nodes.put(claim.name(), ofNode);
    }
    return new Controls(cluster, pools, nodes, now);
  }
}
