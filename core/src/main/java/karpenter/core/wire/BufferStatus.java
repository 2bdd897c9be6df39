package karpenter.core.wire;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.api.Condition;
import karpenter.api.buffer.CapacityBuffer;

/// What a capacity buffer says of itself (spec 02 §5.1).
public final class BufferStatus {
  public static final String READY_FOR_PROVISIONING = "ReadyForProvisioning";
  public static final String PROVISIONING = "Provisioning";

  private BufferStatus() {}

  /// After the buffer was resolved, or could not be.
  public static CapacityBuffer.Status resolved(
      CapacityBuffer buffer, BufferPlan plan, Instant now) {
    var before = buffer.status();
    return switch (plan) {
      case BufferPlan.Unresolved(var reason, var message) ->
          with(before, condition(buffer, READY_FOR_PROVISIONING, false, reason, message, now));
      case BufferPlan.Resolved(var replicas, var _, var generation) ->
          new CapacityBuffer.Status(
              buffer.spec().podTemplateRef(),
              generation.orElse(null),
              replicas,
              buffer.spec().provisioningStrategyOrDefault(),
              conditions(
                  before.conditions(),
                  condition(
                      buffer,
                      READY_FOR_PROVISIONING,
                      true,
                      "Resolved",
                      "pods of the buffer are planned for",
                      now)));
    };
  }

  /// After a provisioning pass.
  ///
  /// @param status as [#resolved] left it
  /// @param seated uids of virtual pods that fit on nodes that are there
  /// @param homeless uids of those that need another node, or that none can take
  public static CapacityBuffer.Status after(
      CapacityBuffer buffer,
      CapacityBuffer.Status status,
      Set<String> seated,
      Set<String> homeless,
      Instant now) {
    var owner = buffer.metadata().uid() + "-";
    boolean isReady =
        status.conditions().stream()
            .anyMatch(c -> c.type().equals(READY_FOR_PROVISIONING) && c.holds());
    int replicas = status.replicas() == null ? 0 : status.replicas();
    if (!isReady) {
      return with(
          status,
          provisioning(
              buffer, false, "NotReadyForProvisioning", "the buffer is not resolved", now));
    }
    if (replicas == 0) {
      return with(
          status, provisioning(buffer, false, "BufferEmpty", "the buffer has no pods", now));
    }
    if (homeless.stream().anyMatch(uid -> uid.startsWith(owner))) {
      return with(
          status,
          provisioning(
              buffer,
              false,
              "RequiresNewCapacity",
              "some pods of the buffer fit on no node that is there",
              now));
    }
    boolean allSeated = seated.stream().filter(uid -> uid.startsWith(owner)).count() >= replicas;
    return allSeated
        ? with(
            status,
            provisioning(
                buffer,
                true,
                "FitsExistingCapacity",
                "all pods of the buffer fit on nodes that are there",
                now))
        : status;
  }

  private static Condition provisioning(
      CapacityBuffer buffer, boolean holds, String reason, String message, Instant now) {
    return condition(buffer, PROVISIONING, holds, reason, message, now);
  }

  private static Condition condition(
      CapacityBuffer buffer,
      String type,
      boolean holds,
      String reason,
      String message,
      Instant now) {
    var generation = buffer.metadata().generation();
    return new Condition(
        type,
        holds ? Condition.TRUE : Condition.FALSE,
        reason,
        message,
        now.truncatedTo(ChronoUnit.SECONDS),
        generation == null ? 0L : generation);
  }

  private static CapacityBuffer.Status with(CapacityBuffer.Status status, Condition condition) {
    return new CapacityBuffer.Status(
        status.podTemplateRef(),
        status.podTemplateGeneration(),
        status.replicas(),
        status.provisioningStrategy(),
        conditions(status.conditions(), condition));
  }

  /// In its old place; the time moves only with the status.
  private static List<Condition> conditions(List<Condition> before, Condition condition) {
    var all = new ArrayList<Condition>();
    boolean isNew = true;
    for (var old : before) {
      if (!old.type().equals(condition.type())) {
        all.add(old);
      } else {
        all.add(old.status().equals(condition.status()) ? at(condition, old) : condition);
        isNew = false;
      }
    }
    if (isNew) {
      all.add(condition);
    }
    return all;
  }

  private static Condition at(Condition condition, Condition old) {
    return new Condition(
        condition.type(),
        condition.status(),
        condition.reason(),
        condition.message(),
        old.lastTransitionTime(),
        condition.observedGeneration());
  }
}
