package karpenter.bench.check;

import static karpenter.bench.check.Fault.Code.*;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Verifies that a stated lower bound on what new nodes cost is one.
///
/// The certificate lets each pod pay for what it requests, at prices that differ by class of pods,
/// and for its place on the node where it is one of an exclusive group. If no offering can hold
/// pods that pay more than it costs as a node (its price and the node cost), then pods that pay V
/// need nodes for at least V, however they are packed. What a node takes of the limit of its
/// NodePool may have a price, too, which makes it dearer; or cheaper, where the placement fills the
/// NodePool. The pods are those on new nodes: the bound takes as given which pods the existing
/// nodes carry and which stay out.
final class BoundCertificate {
  private final Placement.Bound bound;
  private final Kind kind;
  private final Scene scene;
  private final Consumer<Fault> faults;
  private final Map<String, SortedMap<String, Double>> pricesOf = new HashMap<>();
  private final Map<String, Double> wholePriceOf = new HashMap<>();
  private final Map<Payer, Integer> payers = new LinkedHashMap<>();
  private final QuotaClaims quotas;
  private final GrantedClaims grants;
  private final Exclusivity exclusivity;
  private final Map<String, Placement.Granted> grantedTo = new HashMap<>();

  /// Which placements a bound speaks of.
  private enum Kind {
    ALL("bound"),
    EQUAL_SERVICE("bound for equal service");

    final String subject;

    Kind(String subject) {
      this.subject = subject;
    }
  }

  /// Pods that pay the same and may use the same.
  ///
  /// @param slots the exclusive groups they belong to, by number
  /// @param whole what the pod pays beside what it pays for its requests and slots
  private record Payer(
      SortedMap<String, Double> prices, double whole, List<Integer> slots, Needs needs) {}

  private record Needs(
      NodeSelection selection,
      List<Taint.Toleration> tolerations,
      Resources requests,
      Set<String> nodePools,
      List<Requirements> wishes) {}

  private BoundCertificate(Placement.Bound bound, Kind kind, Scene scene, Consumer<Fault> faults) {
    this.bound = bound;
    this.kind = kind;
    this.scene = scene;
    this.faults = faults;
    this.grants = new GrantedClaims(scene);
    this.exclusivity =
        new Exclusivity(
            switch (kind) {
              case ALL -> Exclusivity.REQUIRED;
              case EQUAL_SERVICE -> grants;
            });
    for (var own : bound.granted()) own.pods().forEach(pod -> grantedTo.put(pod, own));
    for (var own : bound.classes()) own.pods().forEach(pod -> pricesOf.put(pod, own.prices()));
    for (var own : bound.pods()) own.pods().forEach(pod -> wholePriceOf.put(pod, own.price()));
    for (var node : scene.newNodes())
      for (var pod : node.pods()) payers.merge(payer(pod), 1, Integer::sum);
    this.quotas = new QuotaClaims(scene);
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var placement = scene.placement();
    placement.bound().ifPresent(b -> new BoundCertificate(b, Kind.ALL, scene, faults).check());
    placement
        .equalServiceBound()
        .ifPresent(b -> new BoundCertificate(b, Kind.EQUAL_SERVICE, scene, faults).check());
  }

  private void check() {
    checkPrices(bound.prices());
    bound.classes().forEach(own -> checkPrices(own.prices()));
    bound.exclusives().forEach(this::checkExclusive);
    for (var own : bound.pods())
      if (!(own.price() >= 0)) report(BOUND_PRICE_NEGATIVE, "prices pods at %s", own.price());
    for (var quota : bound.quotas()) {
      if (!(quota.price() >= 0))
        report(BOUND_PRICE_NEGATIVE, "prices %s of %s", quota.resource(), quota.pool());
      quotas.objection(quota).ifPresent(objection -> report(BOUND_QUOTA, "%s", objection));
    }
    for (var granted : bound.granted()) {
      var objection =
          switch (kind) {
            case ALL -> Optional.of("is said to hold for all placements, and takes for granted");
            case EQUAL_SERVICE -> grants.objection(granted);
          };
      objection.ifPresent(found -> report(BOUND_GRANTED, "%s", found));
    }
    for (var pool : scene.workload().pools().values()) if (!pool.fixed()) checkOfferings(pool);
    checkValue();
  }

  private void checkPrices(SortedMap<String, Double> prices) {
    prices.forEach(
        (resource, price) -> {
          if (!(price >= 0)) report(BOUND_PRICE_NEGATIVE, "prices %s at %s", resource, price);
        });
  }

  private void checkExclusive(Placement.SlotPrice exclusive) {
    if (!(exclusive.price() >= 0))
      report(BOUND_PRICE_NEGATIVE, "prices %s at %s", exclusive.name(), exclusive.price());
    var pods =
        exclusive.pods().stream()
            .sorted()
            .map(scene.workload().pods()::get)
            .filter(Objects::nonNull)
            .toList();
    if (!pods.isEmpty() && !exclusivity.holds(pods, exclusive.perNode()))
      report(
          BOUND_NOT_EXCLUSIVE,
          "says that a node takes at most %d of the %d pods of %s; nothing keeps them apart",
          exclusive.perNode(),
          pods.size(),
          exclusive.name());
  }

  private void checkOfferings(Pool pool) {
    for (var type : scene.workload().types().values())
      for (var offering : type.offerings()) {
        var narrowed = offering.requirements();
        var sold =
            offering.available()
                && narrowed.intersects(pool.template())
                && type.requirements().intersects(pool.template());
        if (!sold) continue;
        // Narrowed to this offering alone, because daemons may run in some zones only.
        var candidate = scene.market().candidates(pool, narrowed).get(type.name());
        if (candidate == null) throw new IllegalStateException(type.name() + " is no candidate");
        double charged =
            bound.quotas().stream().mapToDouble(quota -> quota.charge(pool, type.capacity())).sum();
        double cost = offering.price() + scene.nodeCost(pool) + charged;
        if (quotas.forbids(type, pool)) continue;
        objection(cost, pool, candidate)
            .ifPresent(
                objection ->
                    report(
                        BOUND_DUAL_INFEASIBLE,
                        "values %s of NodePool %s at %s, a node of it costs %s",
                        type.name(),
                        pool.name(),
                        objection,
                        cost));
      }
  }

  /// What pods could pay on such a node, where that is more than it costs.
  private Optional<String> objection(double cost, Pool pool, Candidate candidate) {
    boolean asWholes = !bound.pods().isEmpty();
    // Most are cheap to clear: even if everybody could use it, it would not be worth its cost.
    if (!asWholes && !ListedTypes.isLess(cost, worth(candidate, payers.keySet())))
      return Optional.empty();
    var users = payers.keySet().stream().filter(p -> mayUse(p, pool, candidate)).toList();
    if (asWholes)
      return fillingsPayAtMost(cost, candidate, users)
          ? Optional.empty()
          : Optional.of("what whole pods pay that fit together, or may");
    var worth = worth(candidate, users);
    return ListedTypes.isLess(cost, worth) ? Optional.of(String.valueOf(worth)) : Optional.empty();
  }

  /// Offerings with the same room for the same pods need only be looked at once, at the least cost.
  private record Question(List<Payer> users, Resources room) {}

  private final Map<Question, Double> answered = new HashMap<>();

  private boolean fillingsPayAtMost(double cost, Candidate candidate, List<Payer> users) {
    var names = new TreeSet<String>();
    for (var payer : users) names.addAll(payer.needs().requests().amounts().keySet());
    var room = candidate.room().floorAtZero().only(names);
    var question = new Question(users, room);
    if (answered.getOrDefault(question, Double.POSITIVE_INFINITY) <= cost) return true;
    var goods = List.copyOf(names);
    var items =
        users.stream()
            .filter(payer -> paid(payer) > 0)
            .map(
                payer ->
                    new NodeFilling.Item(
                        paid(payer), payers.getOrDefault(payer, 0), demand(payer, goods)))
            .toList();
    var holds = NodeFilling.paysAtMost(cost, items, room(room, goods));
    if (holds) answered.put(question, cost);
    return holds;
  }

  /// Requests, then a place in each exclusive group.
  private double[] demand(Payer payer, List<String> goods) {
    var demand = new double[goods.size() + bound.exclusives().size()];
    for (int i = 0; i < goods.size(); i++) demand[i] = payer.needs().requests().get(goods.get(i));
    for (int slot : payer.slots()) demand[goods.size() + slot] = 1;
    return demand;
  }

  private double[] room(Resources free, List<String> goods) {
    var room = new double[goods.size() + bound.exclusives().size()];
    for (int i = 0; i < goods.size(); i++) room[i] = free.get(goods.get(i));
    for (int e = 0; e < bound.exclusives().size(); e++)
      room[goods.size() + e] = bound.exclusives().get(e).perNode();
    return room;
  }

  private boolean mayUse(Payer payer, Pool pool, Candidate candidate) {
    var needs = payer.needs();
    return (needs.nodePools().isEmpty() || needs.nodePools().contains(pool.name()))
        && Taint.firstUntolerated(pool.taints(), needs.tolerations()).isEmpty()
        && needs.requests().firstExceeding(candidate.room()).isEmpty()
        && needs.wishes().stream().allMatch(wish -> scene.market().mayHold(wish, candidate))
        && needs.selection().alternatives().stream()
            .anyMatch(demands -> scene.market().mayHold(demands, candidate));
  }

  /// The most that pods of these payers could pay for room on such a node.
  private double worth(Candidate candidate, Collection<Payer> users) {
    var highest = new TreeMap<String, Double>();
    var slots = new TreeSet<Integer>();
    for (var payer : users) {
      payer.prices().forEach((resource, price) -> highest.merge(resource, price, Math::max));
      slots.addAll(payer.slots());
    }
    var places =
        slots.stream()
            .map(bound.exclusives()::get)
            .mapToDouble(exclusive -> exclusive.price() * exclusive.perNode())
            .sum();
    return candidate.room().floorAtZero().worth(highest) + places;
  }

  private void checkValue() {
    var paid =
        scene.newNodes().stream()
            .flatMap(node -> node.pods().stream())
            .map(this::payer)
            .mapToDouble(this::paid)
            .sum();
    for (var quota : bound.quotas()) paid -= quota.price() * quota.amount();
    if (!(bound.value() <= paid) && ListedTypes.isLess(paid, bound.value()))
      report(BOUND_UNPROVEN, "states %s, the pods on new nodes are worth %s", bound.value(), paid);
    var cost = scene.newNodes().stream().mapToDouble(scene::cost).sum();
    if (ListedTypes.isLess(cost, bound.value()))
      report(BOUND_ABOVE_PRICE, "states %s, the new nodes cost %s", bound.value(), cost);
  }

  private double paid(Payer payer) {
    var places =
        payer.slots().stream().mapToDouble(slot -> bound.exclusives().get(slot).price()).sum();
    return payer.needs().requests().worth(payer.prices()) + places + payer.whole();
  }

  private Payer payer(Pod pod) {
    var granted = grantedTo.getOrDefault(pod.id(), Placement.Granted.NOTHING);
    return new Payer(
        pricesOf.getOrDefault(pod.id(), bound.prices()),
        wholePriceOf.getOrDefault(pod.id(), 0.0),
        IntStream.range(0, bound.exclusives().size())
            .filter(slot -> bound.exclusives().get(slot).pods().contains(pod.id()))
            .boxed()
            .toList(),
        new Needs(
            pod.selection(),
            pod.tolerations(),
            pod.requests(),
            granted.nodePools(),
            granted.wishes()));
  }

  private void report(Fault.Code code, String sentence, Object... details) {
    faults.accept(new Fault(code, kind.subject, sentence.formatted(details)));
  }
}
