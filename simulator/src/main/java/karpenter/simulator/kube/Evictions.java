package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.operator.kube.Eviction;

/// Whether disruption budgets let a pod go: the rules of the eviction subresource.
/// 1. A pod that never ran, has ended, or is going already is under no budget.
/// 2. More than one budget for a pod is an error.
/// 3. A broken pod may go if its budget is met, or says it always may.
/// 4. Otherwise the budget must have counted its present spec, and allow one more.
sealed interface Evictions {
  /// It may go.
  ///
  /// @param spent the budget that pays for it
  record Allowed(Optional<ObjectNode> spent) implements Evictions {}

  record HeldBack(Eviction.HeldBack answer) implements Evictions {}

  Set<String> UNPROTECTED = Set.of("Pending", "Succeeded", "Failed");
  int TOO_MANY_REQUESTS = 429;
  int INTERNAL_ERROR = 500;

  static Evictions judge(ObjectNode pod, Collection<ObjectNode> budgets) {
    if (Metas.isTerminating(pod)
        || UNPROTECTED.contains(pod.path("status").path("phase").asText())) {
      return new Allowed(Optional.empty());
    }
    var covering = covering(pod, budgets);
    if (covering.size() > 1) {
      return held(
          INTERNAL_ERROR, "the pod is covered by more than one budget, which is not supported");
    }
    return covering.isEmpty() ? new Allowed(Optional.empty()) : judge(pod, covering.getFirst());
  }

  private static Evictions judge(ObjectNode pod, ObjectNode budget) {
    var status = budget.path("status");
    if (!isReady(pod) && brokenMayGo(budget)) {
      return new Allowed(Optional.empty());
    }
    if (status.path("observedGeneration").asLong()
        < budget.path("metadata").path("generation").asLong()) {
      return held(TOO_MANY_REQUESTS, "the budget is still being counted");
    }
    if (status.path("disruptionsAllowed").asInt() <= 0) {
      return held(
          TOO_MANY_REQUESTS,
          "the budget %s needs %d healthy pods and has %d"
              .formatted(
                  Metas.name(budget),
                  status.path("desiredHealthy").asInt(),
                  status.path("currentHealthy").asInt()));
    }
    return new Allowed(Optional.of(budget));
  }

  private static boolean brokenMayGo(ObjectNode budget) {
    if (budget.path("spec").path("unhealthyPodEvictionPolicy").asText().equals("AlwaysAllow")) {
      return true;
    }
    int desired = budget.path("status").path("desiredHealthy").asInt();
    return desired > 0 && budget.path("status").path("currentHealthy").asInt() >= desired;
  }

  private static List<ObjectNode> covering(ObjectNode pod, Collection<ObjectNode> budgets) {
    var covering = new ArrayList<ObjectNode>();
    for (var budget : budgets) {
      if (Metas.namespace(budget).equals(Metas.namespace(pod))
          && Selectors.matches(
              budget.path("spec").path("selector"), pod.path("metadata").path("labels"))) {
        covering.add(budget);
      }
    }
    return covering;
  }

  private static boolean isReady(JsonNode pod) {
    for (var condition : pod.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static HeldBack held(int code, String message) {
    return new HeldBack(new Eviction.HeldBack(code, message));
  }
}
