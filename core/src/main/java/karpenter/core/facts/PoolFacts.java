package karpenter.core.facts;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
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
/// @param nodeCost what it says a node costs an hour beside its instance; empty: the setting holds
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
    OptionalDouble nodeCost,
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
  ///
  /// @param reasons empty: any. An empty list means none at all
  public record BudgetFacts(
      String nodes,
      Optional<List<String>> reasons,
      Optional<String> schedule,
      Optional<Duration> duration) {}

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

  /// Of whom its conditions speak.
  public Conditions.Subject subject() {
    return new Conditions.Subject(DEPENDENTS, meta.generation(), meta.created(), meta.isDeleting());
  }

  /// Whether only what its nodes amount to is different. No decision rests on that, and it is
  /// written with every node that comes or goes.
  public boolean isCountAfter(PoolFacts before) {
    return equals(
        before.with(
            before.meta.withVersion(meta.version()),
            usage,
            nodes,
            before.nodeClassObservedGeneration,
            before.conditions));
  }

  public PoolFacts withMeta(Meta changed) {
    return with(changed, usage, nodes, nodeClassObservedGeneration, conditions);
  }

  public PoolFacts withConditions(Conditions changed) {
    return with(meta, usage, nodes, nodeClassObservedGeneration, changed);
  }

  public PoolFacts withNodeClassObserved(long generation) {
    return with(meta, usage, nodes, OptionalLong.of(generation), conditions);
  }

  public PoolFacts withUsage(Resources changed, long count) {
    return with(meta, changed, OptionalLong.of(count), nodeClassObservedGeneration, conditions);
  }

  private PoolFacts with(
      Meta meta,
      Resources usage,
      OptionalLong nodes,
      OptionalLong nodeClassObservedGeneration,
      Conditions conditions) {
    return new PoolFacts(
        meta,
        weight,
        replicas,
        requirements,
        labels,
        taints,
        startupTaints,
        nodeClass,
        terminationGracePeriod,
        expireAfter,
        limits,
        consolidateAfter,
        consolidationPolicy,
        budgets,
        nodeCost,
        hash,
        problems,
        usage,
        nodes,
        nodeClassObservedGeneration,
        conditions);
  }
}
