package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/// Whether a service lives through the loss of a node.
final class AvailabilityRules {
  private AvailabilityRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "impossible-pdb",
            Severity.ERROR,
            "No pod may ever be evicted: nodes cannot be drained, and stay until they are forced.",
            "Leave room for one pod, such as maxUnavailable: 1.",
            Source.PLATFORM.at("Helm Configuration, Considerations"),
            (estate, sink) ->
                estate
                    .ofKind("PodDisruptionBudget")
                    .forEach(
                        budget ->
                            impossible(estate, budget)
                                .ifPresent(text -> sink.at(budget, "spec", text)))),
        new Rule(
            "service-without-pdb",
            Severity.ADVICE,
            "When nodes are drained all replicas may go at once.",
            "Add a PodDisruptionBudget that keeps most of them.",
            Source.PLATFORM.at("Spot Interruption Storm"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> workload.isService() && workload.replicas() > 1)
                    .filter(
                        workload ->
                            estate.ofKind("PodDisruptionBudget").stream()
                                .noneMatch(budget -> selects(budget, workload)))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                "spec.replicas",
                                "%d replicas and no PodDisruptionBudget"
                                    .formatted(workload.replicas())))),
        new Rule(
            "replicas-not-spread",
            Severity.ADVICE,
            "All replicas may end up on one node or in one zone, and go with it.",
            "Add a topologySpreadConstraint over zones, or anti-affinity over hostnames.",
            Source.INTRODUCTION.at("Best practices, 8"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> workload.isService() && workload.replicas() > 1)
                    .filter(workload -> !isSpread(workload))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec"),
                                "%d replicas that may share a node"
                                    .formatted(workload.replicas())))));
  }

  private static boolean isSpread(Workload workload) {
    return !workload.podSpec().path("topologySpreadConstraints").isEmpty()
        || workload.podSpec().at("/affinity").has("podAntiAffinity");
  }

  private static Optional<String> impossible(Estate estate, Estate.Other budget) {
    var spec = budget.object().path("spec");
    var unavailable = spec.path("maxUnavailable").asText();
    if (unavailable.matches("0%?")) {
      return Optional.of("maxUnavailable is " + unavailable);
    }
    var available = spec.path("minAvailable").asText();
    if (available.equals("100%")) {
      return Optional.of("minAvailable is 100%");
    }
    if (!available.matches("\\d{1,9}")) {
      return Optional.empty();
    }
    return estate.workloads().stream()
        .filter(workload -> workload.isService() && selects(budget, workload))
        .filter(workload -> Integer.parseInt(available) >= workload.replicas())
        .findFirst()
        .map(
            workload ->
                "minAvailable is %s, and %s has %d replicas"
                    .formatted(available, workload.name(), workload.replicas()));
  }

  private static boolean selects(Estate.Other budget, Workload workload) {
    JsonNode selector = budget.object().at("/spec/selector/matchLabels");
    return budget.namespace().equals(workload.namespace())
        && !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(
                label -> label.getValue().asText().equals(workload.labels().get(label.getKey())));
  }
}
