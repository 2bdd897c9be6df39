package karpenter.bench.check;

import static karpenter.bench.check.Fault.Code.*;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/// Verifies that a stated lower bound is one.
///
/// The certificate lets each pod pay for what it requests, at prices that differ by class of pods,
/// and for its place on the node where it is one of an exclusive group. If no offering can hold
/// pods that pay more than it costs, then pods that pay V need nodes for at least V, however they
/// are packed. The pods are those on new nodes: the bound takes as given which pods the existing
/// nodes carry and which stay out.
final class BoundCertificate {
  private static final String SUBJECT = "bound";

  private final Placement.Bound bound;
  private final Scene scene;
  private final Consumer<Fault> faults;
  private final Map<String, SortedMap<String, Double>> pricesOf = new HashMap<>();
  private final List<Payer> payers = new ArrayList<>();

  /// Pods that pay the same and may use the same.
  ///
  /// @param slots the exclusive groups they belong to, by number
  private record Payer(SortedMap<String, Double> prices, List<Integer> slots, Needs needs) {}

  private record Needs(
      NodeSelection selection, List<Taint.Toleration> tolerations, Resources requests) {}

  private BoundCertificate(Placement.Bound bound, Scene scene, Consumer<Fault> faults) {
    this.bound = bound;
    this.scene = scene;
    this.faults = faults;
    for (var own : bound.classes()) own.pods().forEach(pod -> pricesOf.put(pod, own.prices()));
    var seen = new LinkedHashSet<Payer>();
    for (var node : scene.newNodes()) for (var pod : node.pods()) seen.add(payer(pod));
    payers.addAll(seen);
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    scene
        .placement()
        .bound()
        .ifPresent(bound -> new BoundCertificate(bound, scene, faults).check());
  }

  private void check() {
    checkPrices(bound.prices());
    bound.classes().forEach(own -> checkPrices(own.prices()));
    bound.exclusives().forEach(this::checkExclusive);
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
    if (!pods.isEmpty() && !Exclusivity.holds(pods, exclusive.perNode()))
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
        // Most are cheap to clear: even if everybody could use it, it would not be worth its price.
        if (!ListedTypes.isLess(offering.price(), worth(candidate, payers))) continue;
        var users = payers.stream().filter(payer -> mayUse(payer, pool, candidate)).toList();
        var worth = worth(candidate, users);
        if (ListedTypes.isLess(offering.price(), worth))
          report(
              BOUND_DUAL_INFEASIBLE,
              "values %s of NodePool %s at %s, it is sold for %s",
              type.name(),
              pool.name(),
              worth,
              offering.price());
      }
  }

  private boolean mayUse(Payer payer, Pool pool, Candidate candidate) {
    var needs = payer.needs();
    return Taint.firstUntolerated(pool.taints(), needs.tolerations()).isEmpty()
        && needs.requests().firstExceeding(candidate.room()).isEmpty()
        && needs.selection().alternatives().stream()
            .anyMatch(demands -> scene.market().mayHold(demands, candidate));
  }

  /// The most that pods of these payers could pay for room on such a node.
  private double worth(Candidate candidate, List<Payer> users) {
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
    if (!(bound.value() <= paid) && ListedTypes.isLess(paid, bound.value()))
      report(BOUND_UNPROVEN, "states %s, the pods on new nodes are worth %s", bound.value(), paid);
    var price = scene.newNodes().stream().mapToDouble(NewNode::price).sum();
    if (ListedTypes.isLess(price, bound.value()))
      report(BOUND_ABOVE_PRICE, "states %s, the new nodes cost %s", bound.value(), price);
  }

  private double paid(Payer payer) {
    var places =
        payer.slots().stream().mapToDouble(slot -> bound.exclusives().get(slot).price()).sum();
    return payer.needs().requests().worth(payer.prices()) + places;
  }

  private Payer payer(Pod pod) {
    return new Payer(
        pricesOf.getOrDefault(pod.id(), bound.prices()),
        IntStream.range(0, bound.exclusives().size())
            .filter(slot -> bound.exclusives().get(slot).pods().contains(pod.id()))
            .boxed()
            .toList(),
        new Needs(pod.selection(), pod.tolerations(), pod.requests()));
  }

  private void report(Fault.Code code, String sentence, Object... details) {
    faults.accept(new Fault(code, SUBJECT, sentence.formatted(details)));
  }
}
