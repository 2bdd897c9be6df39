package karpenter.core.facts;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;

/// A Node.
///
/// @param providerId the only link to its claim; empty until known
public record NodeFacts(
    Meta meta,
    Optional<String> providerId,
    boolean isCordoned,
    List<NodeTaint> taints,
    Resources capacity,
    Resources allocatable,
    List<NodeCondition> conditions) {

  /// A condition as the kubelet reports it; its status is one of True, False, Unknown.
  ///
  /// @param reason the kubelet's word for it; empty when it gave none
  public record NodeCondition(String type, Condition.Status status, Instant since, String reason) {
    public NodeCondition(String type, Condition.Status status, Instant since) {
      this(type, status, since, "");
    }
  }

  public NodeFacts {
    taints = List.copyOf(taints);
    conditions = List.copyOf(conditions);
  }

  public String name() {
    return meta.name();
  }

  public boolean hasTaint(Taint taint) {
    return taints.stream().anyMatch(t -> t.matches(taint));
  }

  public Optional<NodeCondition> condition(String type) {
    for (var condition : conditions) {
      if (condition.type().equals(type)) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  public boolean isReady() {
    return condition("Ready").map(c -> c.status() == Condition.Status.TRUE).orElse(false);
  }

  /// Nothing but its version is different: a kubelet says every few minutes that it is there.
  public boolean isHeartbeatAfter(NodeFacts before) {
    return equals(before.withMeta(before.meta.withVersion(meta.version())));
  }

  public NodeFacts withMeta(Meta changed) {
    return new NodeFacts(
        changed, providerId, isCordoned, taints, capacity, allocatable, conditions);
  }

  public NodeFacts withTaints(List<NodeTaint> changed) {
    return new NodeFacts(meta, providerId, isCordoned, changed, capacity, allocatable, conditions);
  }
}
