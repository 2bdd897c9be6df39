package karpenter.app.lint;

import java.util.List;
import karpenter.api.Labels;

/// Databases and their like, and the platform's own services.
final class StatefulRules {
  private StatefulRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "stateful-on-spot",
            Severity.ERROR,
            "A database that is taken away with two minutes' notice loses its quorum, or worse.",
            "Require karpenter.sh/capacity-type In [on-demand].",
            Source.GUIDE.at("5 Stateful Workloads"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(Pool::isStateful)
                    .filter(pool -> pool.allowsSpot() || pool.leavesCapacityOpen())
                    .forEach(
                        pool ->
                            sink.at(pool, Pool.REQUIREMENTS, "a stateful pool that may buy spot"))),
        new Rule(
            "stateful-consolidated",
            Severity.WARNING,
            "Moving a database to save a node costs more than the node.",
            "Set consolidateAfter: Never, or consolidationPolicy: WhenEmpty.",
            Source.GUIDE.at("5 Stateful Workloads"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isStateful() && pool.movesPods())
                    .forEach(
                        pool ->
                            sink.at(
                                pool,
                                "spec.disruption.consolidationPolicy",
                                "a stateful pool whose pods are moved to save money"))),
        new Rule(
            "stateful-not-dedicated",
            Severity.WARNING,
            "Other pods fill the nodes and push the database about.",
            "Put a taint on the pool, and the toleration on the stateful pods alone.",
            Source.GUIDE.at("5 Stateful Workloads"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isStateful() && pool.taints().isEmpty())
                    .forEach(
                        pool ->
                            sink.at(
                                pool, "spec.template.spec", "a stateful pool without a taint"))),
        new Rule(
            "system-on-spot",
            Severity.ERROR,
            "When DNS and ingress go, everything goes.",
            "Require karpenter.sh/capacity-type In [on-demand].",
            Source.GUIDE.at("8 Platform / System Workloads"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isFor("system", "platform"))
                    .filter(pool -> pool.allowsSpot() || pool.leavesCapacityOpen())
                    .forEach(
                        pool ->
                            sink.at(pool, Pool.REQUIREMENTS, "a system pool that may buy spot"))),
        new Rule(
            "stateful-set-asks-for-spot",
            Severity.ERROR,
            "A database that is taken away with two minutes' notice loses its quorum, or worse.",
            "Let it select on-demand.",
            Source.GUIDE.at("12 Anti-Patterns"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(workload -> workload.kind().equals("StatefulSet"))
                    .filter(
                        workload ->
                            Labels.SPOT.equals(workload.nodeSelector().get(Labels.CAPACITY_TYPE)))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.nodeSelector"),
                                "a StatefulSet that selects spot"))));
  }
}
