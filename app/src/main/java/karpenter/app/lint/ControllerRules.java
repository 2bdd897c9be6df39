package karpenter.app.lint;

import java.util.List;

/// Karpenter itself.
final class ControllerRules {
  private ControllerRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "karpenter-on-its-own-nodes",
            Severity.WARNING,
            "If its node is consolidated, nobody is left to buy the next one.",
            "Pin it with a nodeSelector or affinity to nodes it does not manage.",
            Source.NOTES.at("2 Required Pre-existing Infrastructure"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(Workload::isKarpenter)
                    .filter(
                        workload ->
                            workload.nodeSelector().isEmpty()
                                && !workload.podSpec().at("/affinity").has("nodeAffinity"))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec"),
                                "Karpenter may run on nodes it manages"))),
        new Rule(
            "karpenter-single-replica",
            Severity.WARNING,
            "While the only replica moves, no node is bought.",
            "Run two replicas, on different nodes.",
            Source.PLATFORM.at("Helm Configuration"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> workload.isKarpenter() && workload.replicas() < 2)
                    .forEach(
                        workload ->
                            sink.at(workload, "spec.replicas", "one replica of Karpenter"))),
        new Rule(
            "karpenter-needs-cluster-dns",
            Severity.ADVICE,
            "If CoreDNS runs on nodes of Karpenter, each waits for the other.",
            "Set dnsPolicy: Default, or keep CoreDNS on fixed nodes.",
            Source.COURSE.at("7 Pitfalls"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(Workload::isKarpenter)
                    .filter(
                        workload ->
                            !workload.podSpec().path("dnsPolicy").asText().equals("Default"))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.dnsPolicy"),
                                "Karpenter resolves names through the cluster's own DNS"))),
        new Rule(
            "spot-without-interruption-queue",
            Severity.WARNING,
            "Without the queue an interruption is noticed when the node is already gone.",
            "Set INTERRUPTION_QUEUE (Helm: settings.interruptionQueue).",
            Source.NOTES.at("2 SQS Queue + EventBridge Rules"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(Workload::isKarpenter)
                    .filter(
                        workload ->
                            estate.pools().stream()
                                .anyMatch(
                                    pool ->
                                        pool.allowsSpot()
                                            && pool.classKey().startsWith("EC2NodeClass")))
                    .filter(workload -> !hasQueue(workload))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.containers[0].env"),
                                "pools buy spot, and no interruption queue is set"))),
        new Rule(
            "two-interruption-handlers",
            Severity.WARNING,
            "Karpenter and the Node Termination Handler answer the same notice, each in its own way.",
            "Remove the Node Termination Handler.",
            Source.COURSE.at("7 Pitfalls"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> !estate.pools().isEmpty())
                    .filter(workload -> workload.name().contains("node-termination-handler"))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                "metadata.name",
                                "the Node Termination Handler runs beside Karpenter"))));
  }

  private static boolean hasQueue(Workload workload) {
    return workload.containers().stream()
        .flatMap(container -> container.path("env").valueStream())
        .anyMatch(
            variable ->
                variable.path("name").asText().equals("INTERRUPTION_QUEUE")
                    && (variable.has("valueFrom") || !variable.path("value").asText().isEmpty()));
  }
}
