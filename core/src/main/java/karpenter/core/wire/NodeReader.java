package karpenter.core.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.PassingTaints;
import karpenter.core.cluster.StateNode;
import karpenter.core.cluster.Tenants;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Reads nodes as scheduling sees them: a Node and its NodeClaim are one (spec 01 §4.17, §5.2).
final class NodeReader {
  private final Map<String, Map<String, Integer>> volumeLimits = new HashMap<>();
  private final Map<String, List<Taint>> startupTaints = new HashMap<>();
  private final NodeFactsReader nodes;
  private final ClaimFactsReader claims;

  NodeReader(LabelAliases aliases) {
    var metas = new MetaReader(new Interner(), 0);
    this.nodes = new NodeFactsReader(metas);
    this.claims = new ClaimFactsReader(metas, aliases, 0);
  }

  /// A pod on a node. A terminating pod still takes its room but is no neighbour any more.
  record Tenant(Pod pod, Item item) {
    boolean isDaemon() {
      return item.isOwnedBy("DaemonSet");
    }

    boolean isTerminating() {
      return item.isDeleting();
    }

    /// Whether it needs another place when its node goes. A StatefulSet makes the same pod again.
    boolean mustMove() {
      return !isDaemon()
          && !item.isOwnedBy("Node")
          && (!isTerminating() || item.isOwnedBy("StatefulSet"))
          && item.metadata().get("annotations").get(Annotations.DO_NOT_DISRUPT).isAbsent();
    }
  }

  /// The Node, its claim, or both; at least one.
  record Sighting(Optional<Place> node, Optional<Place> claim) {}

  void addVolumeLimits(String node, Place csiNode) {
    volumeLimits.put(node, StorageObjects.attachLimits(csiNode));
  }

  /// For nodes whose claim the input does not show.
  void addStartupTaints(String pool, List<Taint> taints) {
    startupTaints.put(pool, taints);
  }

  /// As everybody sees it: the rules are those of a live cluster.
  StateNode state(Sighting sighting) {
    var node = sighting.node().map(nodes::read);
    var claim = sighting.claim().map(claims::read).or(() -> node.flatMap(this::unseenClaim));
    return new StateNode(node, claim);
  }

  ExistingNode read(Sighting sighting, StateNode state, List<Tenant> tenants) {
    sighting.node().or(sighting::claim).ifPresent(NodeReader::checkLabels);
    return state.existing(
        Tenants.of(specs(tenants, Tenant::isDaemon), specs(tenants, t -> !t.isDaemon())),
        volumeLimits.getOrDefault(state.name(), Map.of()));
  }

  private static void checkLabels(Place object) {
    LabelSyntax.labels(object.get("metadata", "labels"));
  }

  private static List<PodSpec> specs(List<Tenant> tenants, Predicate<Tenant> which) {
    return tenants.stream().filter(which).map(tenant -> tenant.pod().spec()).toList();
  }

  /// A node of a pool has a claim, whether or not the input shows it. What we know of it is the
  /// pool's startup taints, and that taints which pass were never its own.
  private Optional<ClaimFacts> unseenClaim(NodeFacts node) {
    var pool = node.meta().label(Labels.NODE_POOL);
    if (pool.isEmpty()) {
      return Optional.empty();
    }
    var startup = startupTaints.getOrDefault(pool, List.of());
    var lasting =
        node.taints().stream()
            .map(NodeTaint::taint)
            .filter(taint -> !PassingTaints.isKnown(taint))
            .filter(taint -> startup.stream().noneMatch(NodeTaint.of(taint)::matches))
            .toList();
    return Optional.of(
        new ClaimFacts(
            node.meta(),
            new NodeClassRef("", "", ""),
            Requirements.none(),
            Resources.none(),
            lasting,
            startup,
            Optional.empty(),
            Optional.empty(),
            node.providerId(),
            Optional.empty(),
            Optional.of(node.name()),
            Resources.none(),
            Resources.none(),
            Optional.empty(),
            Conditions.stored(List.of())));
  }
}
