package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.PodManifest.spec;
import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One workload of a frozen cluster: replicas of one shape, one kind of constraint, perhaps a
/// PodDisruptionBudget.
///
/// @param team whose nodes it runs on
/// @param cpu in thousandths
/// @param memory in MiB
/// @param maxUnavailable of its PodDisruptionBudget; with zero nobody may evict its pods
record Replicas(
    String name,
    int count,
    Rule rule,
    Optional<String> team,
    int cpu,
    int memory,
    Optional<Integer> maxUnavailable) {

  /// What its pods demand of each other.
  enum Rule {
    NONE,
    ZONE_SPREAD,
    HOST_SPREAD,
    ZONE_AND_HOST_SPREAD,
    ZONE_AFFINITY,
    HOST_ANTI_AFFINITY;

    boolean onePerHost() {
      return this == HOST_SPREAD || this == ZONE_AND_HOST_SPREAD || this == HOST_ANTI_AFFINITY;
    }
  }

  private static final List<Rule> RULES =
      List.of(
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.NONE,
          Rule.ZONE_SPREAD,
          Rule.ZONE_SPREAD,
          Rule.HOST_SPREAD,
          Rule.ZONE_AFFINITY,
          Rule.HOST_ANTI_AFFINITY,
          Rule.ZONE_AND_HOST_SPREAD);
  private static final List<Integer> CPU = List.of(100, 100, 200, 250, 250, 500, 500, 750, 1000);
  private static final List<Integer> MEBIBYTES_PER_CPU =
      List.of(1024, 2048, 2048, 3072, 4096, 6144);
  private static final int BUDGET_EVERY = 4;
  private static final int CLOSED_EVERY = 100;
  private static final int CLOSED_OFFSET = 13;

  static Replicas of(Draw draw, int index, int count, Optional<String> team) {
    int cpu = draw.one(CPU);
    return new Replicas(
        "app-%04d".formatted(index),
        count,
        team.isPresent() ? Rule.NONE : RULES.get(index % RULES.size()),
        team,
        cpu,
        cpu * draw.one(MEBIBYTES_PER_CPU) / 1000,
        budget(index));
  }

  private static Optional<Integer> budget(int index) {
    if (index % CLOSED_EVERY == CLOSED_OFFSET) {
      return Optional.of(0);
    }
    return index % BUDGET_EVERY == 1 ? Optional.of(1) : Optional.empty();
  }

  Map<String, String> labels() {
    return Map.of("app", name);
  }

  ObjectNode pod(Draw draw, int replica, int created, String node) {
    var identity = PodManifest.Identity.of(draw, "%s-%04d".formatted(name, replica), created);
    var pod = PodManifest.bound(identity, labels(), requests(cpu + "m", memory + "Mi"), node);
    PodManifest.ownedByReplicaSet(draw, pod, name);
    pod.withObject("/status")
        .set("conditions", Tree.array(List.of(object("type", "Ready", "status", "True"))));
    constrain(pod);
    return pod;
  }

  private void constrain(ObjectNode pod) {
    switch (rule) {
      case NONE -> {}
      case ZONE_SPREAD -> Constraints.spread(pod, Labels.ZONE, labels());
      case HOST_SPREAD -> Constraints.spread(pod, Labels.HOSTNAME, labels());
      case ZONE_AND_HOST_SPREAD -> {
        Constraints.spread(pod, Labels.ZONE, labels());
        Constraints.spread(pod, Labels.HOSTNAME, labels());
      }
      case ZONE_AFFINITY -> Constraints.requireNear(pod, Constraints.term(Labels.ZONE, labels()));
      case HOST_ANTI_AFFINITY ->
          Constraints.requireAway(pod, Constraints.term(Labels.HOSTNAME, labels()));
    }
    team.ifPresent(
        owner -> {
          Constraints.select(spec(pod), UnderusedPools.TEAM, owner);
          Constraints.tolerate(spec(pod), UnderusedPools.TEAM, owner);
        });
  }

  Optional<ObjectNode> podDisruptionBudget(Draw draw) {
    return maxUnavailable.map(
        most ->
            object(
                "apiVersion", "policy/v1",
                "kind", "PodDisruptionBudget",
                "metadata",
                    object(
                        "name",
                        name,
                        "namespace",
                        "default",
                        "uid",
                        draw.uid("poddisruptionbudget/" + name),
                        "creationTimestamp",
                        Draw.created(0),
                        "generation",
                        1),
                "spec", object("maxUnavailable", most, "selector", Constraints.selector(labels())),
                "status",
                    object(
                        "observedGeneration", 1,
                        "disruptionsAllowed", most,
                        "currentHealthy", count,
                        "desiredHealthy", count - most,
                        "expectedPods", count)));
  }
}
