package karpenter.core.facts;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A NodeClaim. All but metadata and status is fixed for its life.
///
/// @param expireAfter empty: never
/// @param providerId empty until launched
/// @param lastPodEvent empty: no pod came or went yet
public record ClaimFacts(
    Meta meta,
    NodeClassRef nodeClass,
    Requirements requirements,
    Resources requests,
    List<Taint> taints,
    List<Taint> startupTaints,
    Optional<Duration> terminationGracePeriod,
    Optional<Duration> expireAfter,
    Optional<String> providerId,
    Optional<String> imageId,
    Optional<String> nodeName,
    Resources capacity,
    Resources allocatable,
    Optional<Instant> lastPodEvent,
    Conditions conditions) {

  public static final String LAUNCHED = "Launched";
  public static final String REGISTERED = "Registered";
  public static final String INITIALIZED = "Initialized";
  public static final String CONSOLIDATABLE = "Consolidatable";
  public static final String DRIFTED = "Drifted";
  public static final String CONSISTENT_STATE_FOUND = "ConsistentStateFound";
  public static final String DISRUPTION_REASON = "DisruptionReason";
  public static final String DRAINED = "Drained";
  public static final String VOLUMES_DETACHED = "VolumesDetached";
  public static final String INSTANCE_TERMINATING = "InstanceTerminating";

  /// The conditions a claim must meet to be ready.
  public static final List<String> DEPENDENTS = List.of(LAUNCHED, REGISTERED, INITIALIZED);

  public ClaimFacts {
    taints = List.copyOf(taints);
    startupTaints = List.copyOf(startupTaints);
  }

  public String name() {
    return meta.name();
  }

  public boolean is(String condition) {
    return conditions.isTrue(condition);
  }

  /// Of whom its conditions speak.
  public Conditions.Subject subject() {
    return new Conditions.Subject(DEPENDENTS, meta.generation(), meta.created(), meta.isDeleting());
  }

  public ClaimFacts setTrue(String condition, Instant now) {
    return withConditions(conditions.setTrue(condition, subject(), now));
  }

  public ClaimFacts setUnknown(String condition, String reason, String message, Instant now) {
    return withConditions(
        conditions.set(condition, Condition.Status.UNKNOWN, reason, message, subject(), now));
  }

  public ClaimFacts setFalse(String condition, String reason, String message, Instant now) {
    return withConditions(
        conditions.set(condition, Condition.Status.FALSE, reason, message, subject(), now));
  }

  public ClaimFacts clear(String condition) {
    return withConditions(conditions.clear(condition, subject()));
  }

  public ClaimFacts withMeta(Meta changed) {
    return new ClaimFacts(
        changed,
        nodeClass,
        requirements,
        requests,
        taints,
        startupTaints,
        terminationGracePeriod,
        expireAfter,
        providerId,
        imageId,
        nodeName,
        capacity,
        allocatable,
        lastPodEvent,
        conditions);
  }

  public ClaimFacts withConditions(Conditions changed) {
    return withStatus(providerId, imageId, nodeName, capacity, allocatable, lastPodEvent, changed);
  }

  public ClaimFacts withNodeName(String name) {
    return withStatus(
        providerId, imageId, Optional.of(name), capacity, allocatable, lastPodEvent, conditions);
  }

  public ClaimFacts withLastPodEvent(Instant at) {
    return withStatus(
        providerId, imageId, nodeName, capacity, allocatable, Optional.of(at), conditions);
  }

  public ClaimFacts withStatus(
      Optional<String> providerId,
      Optional<String> imageId,
      Optional<String> nodeName,
      Resources capacity,
      Resources allocatable,
      Optional<Instant> lastPodEvent,
      Conditions conditions) {
    return new ClaimFacts(
        meta,
        nodeClass,
        requirements,
        requests,
        taints,
        startupTaints,
        terminationGracePeriod,
        expireAfter,
        providerId,
        imageId,
        nodeName,
        capacity,
        allocatable,
        lastPodEvent,
        conditions);
  }
}
