package karpenter.core.facts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Resources;

/// A pod. There are many of these: pods of one workload share their `spec` and `limits`.
///
/// @param spec what it needs of a node, without what its volumes demand: those are resolved when it
///   is placed, because they change without the pod changing
/// @param volumes the persistent volume claims it mounts
/// @param node where it is bound
/// @param doNotDisrupt what the annotation asks for, where it is set
/// @param graceSeconds how long it may take to stop
/// @param problem why it cannot be placed, where its spec cannot be understood
public record PodFacts(
    String namespace,
    String name,
    String uid,
    String version,
    Instant created,
    Optional<Instant> deleted,
    PodSpec spec,
    Resources limits,
    List<ClaimedVolume> volumes,
    Optional<String> node,
    Phase phase,
    Scheduling scheduling,
    Optional<Instant> readySince,
    Optional<Instant> started,
    List<Owner> owners,
    Optional<DoNotDisrupt> doNotDisrupt,
    int deletionCost,
    String priorityClass,
    OptionalLong graceSeconds,
    Optional<String> problem) {

  public enum Phase {
    PENDING,
    RUNNING,
    SUCCEEDED,
    FAILED,
    UNKNOWN
  }

  /// What the scheduler said.
  ///
  /// @param isUnschedulable it found no node
  /// @param hasNominatedNode it found one by preemption
  /// @param scheduledAt when it bound the pod
  /// @param isUntold it has not looked at the pod yet, nor does a gate keep it from looking
  public record Scheduling(
      boolean isUnschedulable,
      boolean hasNominatedNode,
      Optional<Instant> scheduledAt,
      boolean isUntold) {
    public Scheduling(
        boolean isUnschedulable, boolean hasNominatedNode, Optional<Instant> scheduledAt) {
      this(isUnschedulable, hasNominatedNode, scheduledAt, false);
    }
  }

  /// A claim a pod mounts: one that exists by name, or one made for the pod from a template.
  ///
  /// @param storageClass of the template; empty where the claim is its own object
  public record ClaimedVolume(String claim, Optional<String> storageClass, boolean isEphemeral) {}

  public PodFacts {
    volumes = List.copyOf(volumes);
    owners = List.copyOf(owners);
  }

  public String fullName() {
    return namespace + "/" + name;
  }

  public boolean isTerminal() {
    return phase == Phase.SUCCEEDED || phase == Phase.FAILED;
  }

  public boolean isTerminating() {
    return deleted.isPresent();
  }

  public boolean isActive() {
    return !isTerminal() && !isTerminating();
  }

  public boolean isOwnedByDaemonSet() {
    return isOwnedBy("apps/v1", "DaemonSet");
  }

  public boolean isOwnedByStatefulSet() {
    return isOwnedBy("apps/v1", "StatefulSet");
  }

  /// A static pod's mirror: it cannot be moved.
  public boolean isOwnedByNode() {
    return isOwnedBy("v1", "Node");
  }

  /// Asked of every pod again and again, hence no stream.
  private boolean isOwnedBy(String apiVersion, String kind) {
    for (var owner : owners) {
      if (owner.is(apiVersion, kind)) {
        return true;
      }
    }
    return false;
  }

  /// Nobody has said yet whether it finds a node.
  public boolean isUntold() {
    return scheduling.isUntold()
        && node.isEmpty()
        && isActive()
        && !isOwnedByDaemonSet()
        && !isOwnedByNode();
  }

  /// Waits for a node that we might buy (spec 01 §4.3).
  public boolean isProvisionable() {
    return scheduling.isUnschedulable()
        && node.isEmpty()
        && !scheduling.hasNominatedNode()
        && !isOwnedByDaemonSet()
        && !isOwnedByNode();
  }
}
