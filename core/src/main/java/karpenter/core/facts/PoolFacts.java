package karpenter.core.facts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A NodePool.
///
/// @param requirements the template's, joined with its labels, the pool's name and the node class
/// @param hash of the template, version v3
/// @param replicas present on a static pool
/// @param consolidateAfter empty: never
/// @param problems what runtime validation found wrong, as sentences; an empty list is consent
public record PoolFacts(
    Meta meta,
    int weight,
    OptionalLong replicas,
    Requirements requirements,
    SortedMap<String, String> labels,
    List<Taint> taints,
    List<Taint> startupTaints,
    NodeClassRef nodeClass,
    Optional<Duration> terminationGracePeriod,
    Optional<Duration> expireAfter,
    Optional<Resources> limits,
    Optional<Duration> consolidateAfter,
    String consolidationPolicy,
    List<BudgetFacts> budgets,
    String hash,
    List<String> problems,
    Resources usage,
    OptionalLong nodes,
    OptionalLong nodeClassObservedGeneration,
    Conditions conditions) {

  public static final String VALIDATION_SUCCEEDED = "ValidationSucceeded";
  public static final String NODE_CLASS_READY = "NodeClassReady";
  public static final String NODE_REGISTRATION_HEALTHY = "NodeRegistrationHealthy";
  public static final List<String> DEPENDENTS = List.of(VALIDATION_SUCCEEDED, NODE_CLASS_READY);

  /// How many nodes may go at once; texts are as written, and were validated.
  public record BudgetFacts(
      String nodes, List<String> reasons, Optional<String> schedule, Optional<Duration> duration) {}

  public PoolFacts {
    taints = List.copyOf(taints);
    startupTaints = List.copyOf(startupTaints);
    budgets = List.copyOf(budgets);
    problems = List.copyOf(problems);
  }

  public String name() {
    return meta.name();
  }

  public boolean isStatic() {
    return replicas.isPresent();
  }

  public boolean isReady() {
    return conditions.isTrue(Conditions.READY);
  }
}
