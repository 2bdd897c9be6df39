package karpenter.app.lint;

import java.util.List;
import java.util.Map;
import karpenter.api.Labels;

/// Whether pods and pools meet as intended.
final class PlacementRules {
  private PlacementRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "no-pool-for-pod",
            Severity.ERROR,
            "The pod waits for a node that no pool can buy.",
            "Let a pool have the label, or select something else.",
            Source.INTRODUCTION.at("Pods stuck in Pending state"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> !estate.pools().isEmpty())
                    .filter(workload -> !workload.nodeSelector().isEmpty())
                    .filter(
                        workload ->
                            estate.pools().stream().noneMatch(pool -> offers(pool, workload)))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.nodeSelector"),
                                "no pool has nodes with " + workload.nodeSelector()))),
        new Rule(
            "toleration-missing",
            Severity.ERROR,
            "The pod selects nodes whose taint it does not tolerate, and waits for ever.",
            "Add the toleration.",
            Source.GUIDE.at("14.11 Mandatory Policy Enforcement"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> !workload.nodeSelector().isEmpty())
                    .forEach(
                        workload -> {
                          var pools =
                              estate.pools().stream()
                                  .filter(pool -> offers(pool, workload))
                                  .toList();
                          if (!pools.isEmpty() && pools.stream().noneMatch(workload::tolerates)) {
                            sink.at(
                                workload,
                                workload.at("spec.tolerations"),
                                "does not tolerate the taints of pool " + pools.getFirst().name());
                          }
                        })),
        new Rule(
            "mixed-workloads",
            Severity.ADVICE,
            "Stateful and stateless pods on the same nodes disturb each other when nodes change.",
            "Give stateful pods a pool of their own.",
            Source.GUIDE.at("12 Anti-Patterns"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool -> {
                          var selecting =
                              estate.workloads().stream()
                                  .filter(workload -> chooses(workload, pool))
                                  .toList();
                          boolean isMixed =
                              selecting.stream().anyMatch(w -> w.kind().equals("StatefulSet"))
                                  && selecting.stream()
                                      .anyMatch(w -> w.kind().equals("Deployment"));
                          if (isMixed) {
                            sink.at(
                                pool,
                                "spec.template.metadata.labels",
                                "chosen by StatefulSets and Deployments");
                          }
                        })));
  }

  /// Whether a node of the pool may carry the labels the pod selects. Labels a provider adds are
  /// left to it.
  private static boolean offers(Pool pool, Workload workload) {
    for (Map.Entry<String, String> wanted : workload.nodeSelector().entrySet()) {
      var key = Labels.normalized(wanted.getKey());
      var values = pool.values(key);
      if (values.isPresent() && !values.get().contains(wanted.getValue())) {
        return false;
      }
      if (values.isEmpty() && !pool.keys().contains(key) && isOwn(key)) {
        return false;
      }
    }
    return true;
  }

  /// Labels that only a pool can give.
  private static boolean isOwn(String key) {
    return !Labels.WELL_KNOWN.contains(key)
        && !key.contains("kubernetes.io/")
        && !key.contains("k8s.aws/")
        && !key.contains("k8s.oracle/")
        && !key.contains("kwok.sh/");
  }

  private static boolean chooses(Workload workload, Pool pool) {
    return workload.nodeSelector().entrySet().stream()
        .anyMatch(
            wanted ->
                isOwn(wanted.getKey())
                    && wanted.getValue().equals(pool.labels().get(wanted.getKey())));
  }
}
