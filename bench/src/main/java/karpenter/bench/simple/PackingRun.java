package karpenter.bench.simple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.PodKind;
import karpenter.bench.check.TopologyState;

/// One packing while it grows: the nodes bought so far, the pods that are left, and what the rules
/// between pods, weights and limits of NodePools allow next.
///
/// Mutable: one packing, one thread.
final class PackingRun {
  private final PackingModel model;
  private final Demand demand;
  private final TopologyState topology;
  private final Map<String, Map<String, Long>> charged = new HashMap<>();
  private final Map<PodKind, List<OfferGroup>> groups = new HashMap<>();
  private final List<OpenNode> nodes = new ArrayList<>();
  private final List<String> order = new ArrayList<>();
  private final int[] placed;
  private final int[] mostPerNode;

  /// Offers a kind accepts that differ only in type: rules between pods treat them alike.
  private record OfferGroup(int weight, List<NodeOffer> offers) {}

  PackingRun(PackingModel model, Demand demand) {
    this.model = model;
    this.demand = demand;
    this.topology = model.topology();
    this.placed = new int[model.kinds().size()];
    this.mostPerNode = new int[placed.length];
    Arrays.fill(mostPerNode, Integer.MAX_VALUE);
    for (var cap : model.caps())
      cap.kinds().stream()
          .forEach(kind -> mostPerNode[kind] = Math.min(mostPerNode[kind], cap.perNode()));
  }

  PackingModel model() {
    return model;
  }

  Demand demand() {
    return demand;
  }

  List<OpenNode> nodes() {
    return nodes;
  }

  /// UIDs in the order in which they were placed.
  List<String> order() {
    return order;
  }

  int remaining(PodKind kind) {
    return kind.count() - placed[kind.index()];
  }

  /// How many of this kind alone may share a node, by rules that they declare about each other.
  int mostPerNode(PodKind kind) {
    return mostPerNode[kind.index()];
  }

  boolean fits(PodKind kind, OpenNode node) {
    return kind.accepts(node.offer())
        && node.hasRoomFor(kind)
        && topology.allows(kind, node.number());
  }

  void place(PodKind kind, OpenNode node) {
    int number = placed[kind.index()]++;
    var uid = kind.uid(number);
    topology.bind(kind, number, node.number());
    node.add(kind, uid);
    order.add(uid);
  }

  OpenNode open(NodeOffer offer) {
    var node = new OpenNode(topology.open(offer), offer);
    nodes.add(node);
    charge(offer, 1);
    return node;
  }

  /// What could be bought for a pod of the kind: of the NodePools of the highest weight that can
  /// take it at this moment.
  List<NodeOffer> openable(PodKind kind) {
    List<NodeOffer> found = new ArrayList<>();
    int weight = Integer.MIN_VALUE;
    for (var group : groups.computeIfAbsent(kind, this::groupsOf)) {
      if (!found.isEmpty() && group.weight() < weight) break;
      if (!topology.allowsOnFresh(kind, group.offers().getFirst())) continue;
      group.offers().stream().filter(this::isWithinLimits).forEach(found::add);
      weight = group.weight();
    }
    return found;
  }

  private List<OfferGroup> groupsOf(PodKind kind) {
    var byPlace = new TreeMap<String, List<NodeOffer>>();
    for (var offer : model.offers())
      if (kind.accepts(offer))
        byPlace
            .computeIfAbsent(
                String.join(" ", offer.pool(), offer.zone(), offer.capacityType()),
                _ -> new ArrayList<>())
            .add(offer);
    return byPlace.values().stream()
        .map(offers -> new OfferGroup(offers.getFirst().weight(), offers))
        .sorted((a, b) -> Integer.compare(b.weight(), a.weight()))
        .toList();
  }

  /// The cheapest offer of its NodePool that could take the node's place.
  Optional<NodeOffer> cheaper(OpenNode node) {
    var now = node.offer();
    charge(now, -1);
    NodeOffer best = now;
    for (var other : model.offers())
      if (other.price() < best.price()
          && other.pool().equals(now.pool())
          && (other.zone().equals(now.zone()) || !model.hasZoneRules())
          && node.couldBe(other)
          && isWithinLimits(other)) best = other;
    charge(now, 1);
    return best == now ? Optional.empty() : Optional.of(best);
  }

  void replace(OpenNode node, NodeOffer other) {
    charge(node.offer(), -1);
    node.become(other);
    charge(other, 1);
  }

  private boolean isWithinLimits(NodeOffer offer) {
    var used = charged.getOrDefault(offer.pool(), Map.of());
    return model.limits(offer.pool()).entrySet().stream()
        .allMatch(
            limit ->
                used.getOrDefault(limit.getKey(), 0L) + model.limitCharge(offer, limit.getKey())
                    <= limit.getValue());
  }

  private void charge(NodeOffer offer, int times) {
    var used = charged.computeIfAbsent(offer.pool(), _ -> new HashMap<>());
    for (var resource : model.limits(offer.pool()).keySet())
      used.merge(resource, times * model.limitCharge(offer, resource), Long::sum);
  }
}
