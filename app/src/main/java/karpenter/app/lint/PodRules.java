package karpenter.app.lint;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// What pods say about themselves.
final class PodRules {
  private PodRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "pod-without-requests",
            Severity.WARNING,
            "Nodes are bought for requests; a pod without any counts as nothing, until it is killed for memory.",
            "Set resources.requests of cpu and memory, or a LimitRange with defaults in the namespace.",
            Source.COURSE.at("7 Pitfalls"),
            PodRules::requests),
        new Rule(
            "do-not-disrupt-on-all",
            Severity.ADVICE,
            "Every node with such a pod stays, however empty and old it is.",
            "Keep karpenter.sh/do-not-disrupt for jobs; services have PodDisruptionBudgets.",
            Source.COURSE.at("6 Operation"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> workload.kind().equals("Deployment"))
                    .filter(
                        workload ->
                            workload
                                .pod()
                                .at("/metadata/annotations")
                                .path("karpenter.sh/do-not-disrupt")
                                .asText()
                                .equals("true"))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("metadata.annotations"),
                                "no node with a pod of this Deployment is ever disrupted"))));
  }

  private static void requests(Estate estate, Rule.Sink sink) {
    Set<String> withDefaults = new TreeSet<>();
    for (var range : estate.ofKind("LimitRange")) {
      for (var limit : range.object().at("/spec/limits")) {
        if (limit.path("defaultRequest").has("cpu") && limit.path("defaultRequest").has("memory")) {
          withDefaults.add(range.namespace());
        }
      }
    }
    for (var workload : estate.workloads()) {
      if (withDefaults.contains(workload.namespace())) {
        continue;
      }
      for (int i = 0; i < workload.containers().size(); i++) {
        var resources = workload.containers().get(i).path("resources");
        for (var resource : List.of("cpu", "memory")) {
          if (!resources.path("requests").has(resource)
              && !resources.path("limits").has(resource)) {
            sink.at(
                workload,
                workload.at("spec.containers[%d]".formatted(i)),
                "container %s requests no %s"
                    .formatted(workload.containers().get(i).path("name").asText(), resource));
          }
        }
      }
    }
  }
}
