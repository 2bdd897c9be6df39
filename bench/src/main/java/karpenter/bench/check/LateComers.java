package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiPredicate;

/// Where one more pod could go in a finished placement, found by trying every place: nodes that
/// exist, claims, and fresh nodes of every pool in every zone.
///
/// Errs towards "nowhere": where engines may rightly be more careful than Kubernetes, so is this.
///
/// Mutable counts inside, none after construction. Used by one thread.
final class LateComers {
  private static final int MAX_PINS = 64;

  private final Scene scene;
  private final FreshNodes fresh;
  private final PoolUsage usage;
  private final Domains domains;
  private final Neighbours neighbours;
  private final Map<String, SortedSet<String>> everyDomain = new HashMap<>();

  /// @param pods those that will be asked about
  LateComers(Scene scene, Collection<Pod> pods) {
    this.scene = scene;
    this.fresh = new FreshNodes(scene);
    this.usage = new PoolUsage(scene);
    this.domains = new Domains(scene);
    this.neighbours = new Neighbours(scene, domains, pods);
    scene.places().forEach(place -> place.pods().forEach(pod -> neighbours.bind(pod, place)));
  }

  PoolUsage usage() {
    return usage;
  }

  /// Pods about which nothing is said here.
  static boolean isJudged(Pod pod) {
    return pod.volumes().isEmpty()
        && pod.deviceClaims().isEmpty()
        && !pod.gated()
        && pod.terms().affinity().size() <= 1
        && pod.selection().alternatives().stream().anyMatch(LateComers::acceptsManagedNodes);
  }

  /// Pods that refuse nodes of every pool are not ours to place.
  private static boolean acceptsManagedNodes(Requirements term) {
    return term.find(LabelKeys.NODE_POOL).stream()
        .noneMatch(values -> !values.complement() && values.values().isEmpty());
  }

  /// A node that exists and has room.
  Optional<String> existingNodeFor(Pod pod) {
    return scene.nodes().values().stream()
        .filter(node -> mayJoin(pod, node))
        .map(ExistingNode::name)
        .findFirst();
  }

  private boolean mayJoin(Pod pod, ExistingNode node) {
    var taken = node.allPods().stream().flatMap(other -> other.ports().stream()).toList();
    return Taint.firstUntolerated(node.taints(), pod.tolerations()).isEmpty()
        && node.surelyMeets(pod.selection().alternatives())
        && pod.requests()
            .firstExceeding(
                NodeRoom.room(node, scene.workload().daemonSets()).minus(NodeRoom.sum(node.pods())))
            .isEmpty()
        && !clash(pod.ports(), taken)
        && suitsNeighbours(pod, node);
  }

  /// A claim that could take the pod as it is, or with fewer types.
  Optional<String> claimFor(Pod pod) {
    return scene.newNodes().stream()
        .filter(node -> mayJoin(pod, node))
        .map(NewNode::name)
        .findFirst();
  }

  boolean mayJoin(Pod pod, NewNode node) {
    var pool = node.pool();
    var taken = node.pods().stream().flatMap(other -> other.ports().stream()).toList();
    var reserved =
        node.demands()
            .find(LabelKeys.CAPACITY_TYPE)
            .filter(v -> !v.complement() && v.contains("reserved"))
            .isPresent();
    if (reserved
        || Taint.firstUntolerated(pool.taints(), pod.tolerations()).isPresent()
        || clash(pod.ports(), taken)) return false;
    var terms =
        pod.selection().alternatives().stream()
            .filter(term -> fresh.areDefined(term, pool))
            .toList();
    var requests = node.requests().plus(pod.requests());
    var types =
        node.candidates().stream()
            .filter(c -> c.isCompatible() && c.isOffered())
            .filter(c -> fresh.holds(c, pool, requests, pod.ports()))
            .filter(c -> Requirements.someSurelyHolds(terms, node.labels(c)))
            .toList();
    return !types.isEmpty()
        && MinValues.hold(pool, types, scene.workload().options())
        && suitsNeighbours(pod, node);
  }

  /// A node that could still be bought.
  ///
  /// @param withinLimits whether the limits of the pool let it buy the type
  Optional<String> freshNodeFor(Pod pod, BiPredicate<InstanceType, Pool> withinLimits) {
    for (var pool : scene.workload().pools().values())
      for (var term : pod.selection().alternatives())
        for (var pin : pins(pod)) {
          var demands = term.and(pin);
          var types =
              fresh.types(pool, pod, demands).stream()
                  .filter(candidate -> withinLimits.test(candidate.type(), pool))
                  .toList();
          if (types.isEmpty() || !MinValues.hold(pool, types, scene.workload().options())) continue;
          if (suitsNeighbours(pod, fresh.place(pool, types, demands)))
            return Optional.of(
                "a fresh node of NodePool %s (%s%s)"
                    .formatted(pool.name(), types.getFirst().name(), said(pin)));
        }
    return Optional.empty();
  }

  private static String said(Requirements pin) {
    var said = new StringBuilder();
    pin.byKey().forEach((key, values) -> said.append(", %s %s".formatted(key, values.values())));
    return said.toString();
  }

  /// Every choice of domains for the keys that matter to the pod.
  private List<Requirements> pins(Pod pod) {
    var keys = new TreeSet<String>();
    neighbours.balances(pod).forEach(balance -> keys.add(balance.tally().topologyKey()));
    pod.terms().affinity().forEach(term -> keys.add(term.topologyKey()));
    neighbours.repulsions(pod).forEach(tally -> keys.add(tally.topologyKey()));
    keys.remove(LabelKeys.HOSTNAME);
    var pins = List.of(Requirements.NONE);
    for (var key : keys) {
      var more = new ArrayList<Requirements>();
      for (var pin : pins)
        for (var domain : everyDomainOf(key)) more.add(pin.and(key, LabelValues.only(domain)));
      pins = more.size() > MAX_PINS ? more.subList(0, MAX_PINS) : more;
    }
    return pins;
  }

  private static boolean clash(List<HostPort> wanted, List<HostPort> taken) {
    return wanted.stream().anyMatch(port -> taken.stream().anyMatch(port::conflictsWith));
  }

  private boolean suitsNeighbours(Pod pod, Place place) {
    return neighbours.objection(pod, place).isEmpty()
        && neighbours.balances(pod).stream().allMatch(b -> isBalanced(pod, place, b))
        && neighbours.attractions(pod).stream().noneMatch(LateComers::isUndecided)
        && neighbours.repulsions(pod).stream().noneMatch(LateComers::mayBeBlocked);
  }

  /// Engines block a zone for anti-affinity from the moment a pod may come to be in it until the
  /// end of the pass, even if it ends elsewhere.
  private static boolean mayBeBlocked(Tally tally) {
    return !tally.topologyKey().equals(LabelKeys.HOSTNAME) && tally.countsOnNewNodes();
  }

  /// Engines go by the requirements of a claim: as long as they leave several zones, its pods are
  /// in none, even if its types are sold in one only.
  private static boolean isUndecided(Tally tally) {
    return !tally.topologyKey().equals(LabelKeys.HOSTNAME) && tally.countsOnUndecidedNodes();
  }

  /// The lowest count, over all domains there are and that the pod does not exclude: an engine may
  /// know more of them than the pod can reach.
  private boolean isBalanced(Pod pod, Place place, Neighbours.Balance balance) {
    var spread = balance.spread();
    var key = spread.topologyKey();
    if (key.equals(LabelKeys.HOSTNAME)) return true;
    if (isUndecided(balance.tally())) return false;
    var lowest =
        everyDomainOf(key).stream()
            .filter(domain -> mayBeIn(pod, key, domain))
            .mapToInt(balance.tally()::settledIn)
            .min()
            .orElse(0);
    var self = spread.matcher().matches(pod) ? 1 : 0;
    var undecided = place.domains(key).size() > 1 ? balance.tally().on(place) : 0;
    return place.domains(key).stream()
        .allMatch(
            domain ->
                balance.tally().settledIn(domain) + undecided + self - lowest <= spread.maxSkew());
  }

  private static boolean mayBeIn(Pod pod, String key, String domain) {
    return pod.selection().alternatives().stream()
        .anyMatch(term -> term.find(key).stream().allMatch(values -> values.contains(domain)));
  }

  private SortedSet<String> everyDomainOf(String key) {
    return everyDomain.computeIfAbsent(key, this::computeDomains);
  }

  private SortedSet<String> computeDomains(String key) {
    var all = new TreeSet<String>();
    scene.nodes().values().forEach(node -> all.addAll(node.domains(key)));
    for (var pool : scene.workload().pools().values())
      for (var candidate : scene.market().candidates(pool, Requirements.NONE).values())
        if (!pool.fixed() && candidate.isCompatible() && candidate.isOffered()) {
          var label = candidate.get(key);
          if (!label.complement()) all.addAll(label.values());
        }
    return all;
  }
}
