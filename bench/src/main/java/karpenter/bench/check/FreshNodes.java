package karpenter.bench.check;

import java.util.List;
import java.util.OptionalDouble;

/// What a pool could buy for one pod. Errs towards buying nothing: whoever blames a placement with
/// an answer of this class must be right.
final class FreshNodes {
  private static final String RESERVED = "reserved";
  private static final int NO_CLAIM = -1;

  private final Scene scene;
  private final boolean sellsReserved;

  FreshNodes(Scene scene) {
    this.scene = scene;
    this.sellsReserved =
        scene.workload().types().values().stream()
            .flatMap(type -> type.offerings().stream())
            .anyMatch(FreshNodes::isReserved);
  }

  private static boolean isReserved(InstanceType.Offering offering) {
    return offering
        .requirements()
        .find(LabelKeys.CAPACITY_TYPE)
        .filter(values -> values.contains(RESERVED))
        .isPresent();
  }

  /// Whether reservations may rightly keep pods waiting. Who waits for which is not judged here.
  boolean dependOnReservations() {
    return sellsReserved && scene.workload().options().reservedStrict();
  }

  /// The types that would take the pod on a node of the pool, limits and neighbours aside. No
  /// reserved offering is counted on: it may have been taken.
  ///
  /// @param demands what the node must be certain to meet
  List<Candidate> types(Pool pool, Pod pod, Requirements demands) {
    var possible =
        !pool.fixed()
            && Taint.firstUntolerated(pool.taints(), pod.tolerations()).isEmpty()
            && areDefined(demands, pool)
            && pool.template().and(demands).contradictions().isEmpty();
    if (!possible) return List.of();
    var sold = sellsReserved ? demands.and(LabelKeys.CAPACITY_TYPE, notReserved()) : demands;
    return scene.market().candidates(pool, sold).values().stream()
        .filter(candidate -> candidate.isCompatible() && candidate.isOffered())
        .filter(candidate -> isOfferedInKnownTerms(candidate, pool, demands))
        .filter(candidate -> holds(candidate, pool, pod.requests(), pod.ports()))
        .filter(candidate -> demands.surelyHoldFor(candidate))
        .toList();
  }

  private static LabelValues notReserved() {
    return LabelValues.of("NotIn", List.of(RESERVED));
  }

  /// Labels that a node of the pool will have: nobody plans for others. A fresh node's name is not
  /// known to anybody.
  boolean areDefined(Requirements demands, Pool pool) {
    return demands.byKey().entrySet().stream()
        .allMatch(
            demand ->
                !demand.getKey().equals(LabelKeys.HOSTNAME)
                    && !demand.getKey().equals(LabelKeys.NODE_NAME_FIELD)
                    && (demand.getValue().absent() || isDefined(demand.getKey(), pool)));
  }

  private boolean isDefined(String key, Pool pool) {
    return scene.workload().options().wellKnown().contains(key)
        || pool.template().find(key).isPresent();
  }

  private boolean isOfferedInKnownTerms(Candidate candidate, Pool pool, Requirements demands) {
    return candidate.offerings().stream()
        .anyMatch(
            offering ->
                offering.requirements().byKey().entrySet().stream()
                    .allMatch(
                        term ->
                            term.getValue().absent()
                                || demands.find(term.getKey()).isPresent()
                                || isDefined(term.getKey(), pool)));
  }

  /// With every daemon that may run in the pool, not in this corner of it alone.
  boolean holds(Candidate candidate, Pool pool, Resources requests, List<HostPort> ports) {
    var wide = scene.market().candidates(pool, Requirements.NONE).get(candidate.name());
    return wide != null
        && !wide.room().hasNegative()
        && requests.firstExceeding(wide.room()).isEmpty()
        && !wide.clashesWith(ports);
  }

  /// A place to ask neighbours about.
  NewNode place(Pool pool, List<Candidate> types, Requirements demands) {
    var claim =
        new Placement.Claim(
            NO_CLAIM,
            pool.name(),
            types.stream().map(Candidate::name).toList(),
            demands,
            List.of(),
            OptionalDouble.empty());
    return new NewNode(claim, pool, scene.market());
  }
}
