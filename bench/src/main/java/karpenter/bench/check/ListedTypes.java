package karpenter.bench.check;

import static karpenter.bench.check.Fault.Code.*;

import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Every type a claim lists must be able to become the node, and the cheapest must come first.
final class ListedTypes {
  static final int MAX_TYPES = 600;
  private static final double TOLERANCE = 1e-9;

  private ListedTypes() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    for (var node : scene.newNodes()) {
      checkList(scene, node, faults);
      checkDemands(scene, node, faults);
      checkEveryType(node, faults);
      checkPrices(node, faults);
    }
  }

  private static void checkList(Scene scene, NewNode node, Consumer<Fault> faults) {
    var claim = node.claim();
    var types = claim.types();
    if (claim.pods().isEmpty())
      faults.accept(new Fault(CLAIM_EMPTY, claim.name(), "buys a node for no pod"));
    if (types.isEmpty())
      faults.accept(new Fault(TYPE_LIST_EMPTY, claim.name(), "lists no instance type"));
    if (types.size() > MAX_TYPES)
      faults.accept(
          new Fault(
              TYPE_LIST_TOO_LONG,
              claim.name(),
              "lists %d instance types, at most %d may be".formatted(types.size(), MAX_TYPES)));
    var seen = new HashSet<String>();
    for (var type : types) {
      if (!scene.workload().types().containsKey(type))
        faults.accept(new Fault(TYPE_UNKNOWN, claim.name(), type + " is not in the catalogue"));
      if (!seen.add(type))
        faults.accept(new Fault(TYPE_TWICE, claim.name(), type + " is listed more than once"));
    }
  }

  /// A claim may narrow labels that something gives a value to; it cannot invent one.
  private static void checkDemands(Scene scene, NewNode node, Consumer<Fault> faults) {
    for (var key : node.pool().template().and(node.demands()).contradictions())
      faults.accept(
          new Fault(
              REQUIREMENTS_CONTRADICT,
              node.name(),
              "no value of %s satisfies both the claim and NodePool %s"
                  .formatted(key, node.pool().name())));
    for (var demand : node.demands().byKey().entrySet())
      if (!demand.getValue().absent() && !isDefined(demand.getKey(), scene, node))
        faults.accept(
            new Fault(
                LABEL_UNDEFINED,
                node.name(),
                "requires label %s, which neither NodePool %s nor the types define"
                    .formatted(demand.getKey(), node.pool().name())));
  }

  private static boolean isDefined(String key, Scene scene, NewNode node) {
    return scene.workload().options().wellKnown().contains(key)
        || node.pool().template().find(key).isPresent()
        || node.candidates().stream().allMatch(c -> c.type().requirements().find(key).isPresent());
  }

  private static void checkEveryType(NewNode node, Consumer<Fault> faults) {
    var requests = node.requests();
    var ports = node.pods().stream().flatMap(pod -> pod.ports().stream()).toList();
    report(node, TYPE_INCOMPATIBLE, "contradict the requirements", c -> !c.isCompatible(), faults);
    report(
        node,
        TYPE_WITHOUT_OFFERING,
        "have no available offering that meets the requirements",
        c -> !c.isOffered(),
        faults);
    report(
        node,
        TYPE_TOO_SMALL,
        "are too small for the pods and daemons",
        c -> requests.firstExceeding(c.room()).isPresent(),
        faults);
    report(
        node,
        HOST_PORT,
        "come with a daemon that holds a host port of the pods",
        c -> c.clashesWith(ports),
        faults);
  }

  /// One fault per claim and rule: a list of hundreds usually fails as a whole.
  private static void report(
      NewNode node,
      Fault.Code code,
      String verb,
      Predicate<Candidate> broken,
      Consumer<Fault> faults) {
    var names = node.candidates().stream().filter(broken).map(Candidate::name).toList();
    if (!names.isEmpty())
      faults.accept(
          new Fault(
              code,
              node.name(),
              "%d of %d listed types %s, the first is %s"
                  .formatted(names.size(), node.candidates().size(), verb, names.getFirst())));
  }

  private static void checkPrices(NewNode node, Consumer<Fault> faults) {
    List<Candidate> sold = node.candidates().stream().filter(Candidate::isOffered).toList();
    for (int i = 1; i < sold.size(); i++)
      if (isLess(sold.get(i).price(), sold.get(i - 1).price())) {
        faults.accept(
            new Fault(
                NOT_CHEAPEST_FIRST,
                node.name(),
                "%s at %s is listed after %s at %s"
                    .formatted(
                        sold.get(i).name(),
                        sold.get(i).price(),
                        sold.get(i - 1).name(),
                        sold.get(i - 1).price())));
        break;
      }
    var price = node.price();
    node.claim()
        .price()
        .ifPresent(
            stated -> {
              if (isLess(stated, price) || isLess(price, stated))
                faults.accept(
                    new Fault(
                        PRICE_WRONG,
                        node.name(),
                        "states %s, its cheapest offering costs %s".formatted(stated, price)));
            });
  }

  /// Less by more than rounding.
  static boolean isLess(double a, double b) {
    return a < b - TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
  }
}
