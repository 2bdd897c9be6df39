package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A workload as a packing problem: kinds of pods, ways to buy nodes, and which suit each other, as
/// the checker reads it. No code of the engines is used.
///
/// Left out: nodes that exist, reserved offerings, pods with volumes or device claims (they are in
/// no kind).
public final class PackingModel {
  private static final String RESERVED = "reserved";

  private final Workload workload;
  private final Scene scene;
  private final List<String> resources;
  private final List<NodeOffer> offers;
  private final List<PodKind> kinds;
  private final boolean zoneRules;
  private final List<String> unsupported = new ArrayList<>();

  private PackingModel(Workload workload) {
    this.workload = workload;
    var nothing =
        new Placement(
            List.of(), List.of(), List.of(), List.of(), Optional.empty(), Optional.empty());
    this.scene = Scene.of(workload, nothing, 0, _ -> {});
    this.resources = List.copyOf(resources(workload));
    this.offers = List.copyOf(readOffers());
    this.kinds = List.copyOf(readKinds());
    this.zoneRules = workload.pods().values().stream().anyMatch(PackingModel::hasZoneRule);
  }

  public static PackingModel read(Path directory) throws IOException {
    return new PackingModel(Workload.read(directory));
  }

  /// The packings of which every pod has all that a placement gives it on a new node.
  ///
  /// @param placement in the form of `docs/workload-format.md`
  public static PackingModel atEqualService(Path directory, JsonNode placement) throws IOException {
    return new PackingModel(
        EqualService.demanded(Workload.read(directory), Placement.read(placement)));
  }

  /// Those that some pod requests.
  public List<String> resources() {
    return resources;
  }

  public List<NodeOffer> offers() {
    return offers;
  }

  public List<PodKind> kinds() {
    return kinds;
  }

  /// UIDs of pods that are in no kind.
  public List<String> unsupported() {
    return unsupported;
  }

  public List<NodeCap> caps() {
    return NodeCap.of(kinds);
  }

  /// Whether there are nodes that exist, which no packing uses.
  public boolean hasNodes() {
    return !workload.nodes().isEmpty();
  }

  /// Whether pods have wishes, which no packing looks at.
  public boolean hasWishes() {
    return workload.pods().values().stream()
        .anyMatch(
            pod ->
                !pod.preferredNodes().isEmpty()
                    || !pod.terms().preferredAffinity().isEmpty()
                    || !pod.terms().preferredAntiAffinity().isEmpty()
                    || pod.spreads().stream().anyMatch(Spread::soft));
  }

  /// Whether some rule looks at zones, so that a node cannot change its zone unnoticed.
  public boolean hasZoneRules() {
    return zoneRules;
  }

  private static boolean hasZoneRule(Pod pod) {
    return pod.spreads().stream().anyMatch(s -> !s.soft() && !isHost(s.topologyKey()))
        || pod.terms().affinity().stream().anyMatch(t -> !isHost(t.topologyKey()))
        || pod.terms().antiAffinity().stream().anyMatch(t -> !isHost(t.topologyKey()));
  }

  private static boolean isHost(String topologyKey) {
    return topologyKey.equals(LabelKeys.HOSTNAME);
  }

  /// What the limits of a NodePool allow in all; a resource that is not limited is not in the map.
  public Map<String, Long> limits(String pool) {
    var found = workload.pools().get(pool);
    return found == null ? Map.of() : found.limits().amounts();
  }

  /// What a node of this offer takes of a limit.
  public long limitCharge(NodeOffer offer, String resource) {
    if (resource.equals(Resources.NODES)) return 1;
    var type = workload.types().get(offer.type());
    return type == null ? 0 : type.capacity().get(resource);
  }

  /// Constraints between pods, with no pod placed yet.
  public TopologyState topology() {
    return new TopologyState(scene, kinds);
  }

  /// Holds a packing against the rules that make it feasible, and against the weights of NodePools.
  /// A packing names one type for each node, so that the rules about lists of types say nothing.
  ///
  /// @param placement in the form of `docs/workload-format.md`
  public Report check(JsonNode placement) {
    return Checker.checkPacking(workload, Placement.read(placement), 0);
  }

  /// Holds a placement of an engine against all rules.
  ///
  /// @param nodeCost what a node costs beside its price, which its bound may count
  public Report checkEngine(JsonNode placement, double nodeCost) {
    return Checker.check(workload, Placement.read(placement), nodeCost);
  }

  private static SortedSet<String> resources(Workload workload) {
    var names = new TreeSet<String>();
    for (var pod : workload.pods().values())
      pod.requests()
          .amounts()
          .forEach(
              (name, amount) -> {
                if (amount > 0) names.add(name);
              });
    return names;
  }

  private List<NodeOffer> readOffers() {
    var found = new ArrayList<NodeOffer>();
    for (var pool : workload.pools().values())
      if (!pool.fixed() && pool.minValues().isEmpty())
        for (var place : places(pool))
          for (var candidate :
              scene
                  .market()
                  .candidates(pool, NodeOffer.demands(place.getFirst(), place.getLast()))
                  .values())
            if (candidate.isCompatible()
                && candidate.isOffered()
                && !candidate.room().hasNegative())
              found.add(
                  new NodeOffer(
                      found.size(),
                      pool.name(),
                      pool.weight(),
                      candidate.name(),
                      place.getFirst(),
                      place.getLast(),
                      candidate.price(),
                      Amounts.of(candidate.room(), resources),
                      Amounts.of(candidate.type().capacity(), resources)));
    return found;
  }

  /// Zones and capacity types in which the NodePool can buy anything.
  private List<List<String>> places(Pool pool) {
    var places = new TreeSet<List<String>>(Comparator.comparing(List::toString));
    for (var candidate : scene.market().candidates(pool, Requirements.NONE).values())
      if (candidate.isCompatible())
        for (var offering : candidate.offerings())
          for (var zone : values(offering, LabelKeys.ZONE))
            for (var capacityType : values(offering, LabelKeys.CAPACITY_TYPE))
              if (!capacityType.equals(RESERVED)) places.add(List.of(zone, capacityType));
    return List.copyOf(places);
  }

  private static SortedSet<String> values(InstanceType.Offering offering, String key) {
    return offering
        .requirements()
        .find(key)
        .filter(values -> !values.complement())
        .map(LabelValues::values)
        .orElse(Collections.emptySortedSet());
  }

  private List<PodKind> readKinds() {
    Map<PodKind.Key, List<Pod>> groups = new LinkedHashMap<>();
    workload.pods().values().stream()
        .sorted(Comparator.comparing(Pod::created).thenComparing(Pod::id))
        .forEach(
            pod -> {
              if (!pod.volumes().isEmpty() || !pod.deviceClaims().isEmpty() || pod.gated())
                unsupported.add(pod.id());
              else groups.computeIfAbsent(PodKind.Key.of(pod), _ -> new ArrayList<>()).add(pod);
            });
    var nodes = offers.stream().map(offer -> newNode(scene, offer, offer.index())).toList();
    var found = new ArrayList<PodKind>();
    for (var pods : groups.values())
      found.add(
          new PodKind(
              found.size(),
              pods,
              Amounts.of(pods.getFirst().requests(), resources),
              accepted(pods.getFirst(), nodes)));
    return found;
  }

  private BitSet accepted(Pod pod, List<NewNode> nodes) {
    var accepted = new BitSet();
    for (int i = 0; i < nodes.size(); i++) {
      var node = nodes.get(i);
      var candidate = node.candidates().getFirst();
      if (Taint.firstUntolerated(node.taints(), pod.tolerations()).isEmpty()
          && pod.requests().firstExceeding(candidate.room()).isEmpty()
          && !candidate.clashesWith(pod.ports())
          && node.surelyMeets(pod.selection().alternatives())) accepted.set(i);
    }
    return accepted;
  }

  static NewNode newNode(Scene scene, NodeOffer offer, int number) {
    var pool = scene.workload().pools().get(offer.pool());
    if (pool == null) throw new IllegalArgumentException("no NodePool " + offer.pool());
    return new NewNode(offer.claim(number), pool, scene.market());
  }
}
