package karpenter.app.lint;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.aws.AwsLabels;
import karpenter.core.disruption.control.Scope;
import karpenter.core.wire.control.ControlReader;

/// What a pool may buy, and which pool is asked.
final class PoolRules {
  private PoolRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "pool-without-limits",
            Severity.WARNING,
            "A runaway workload buys nodes until the money or the quota ends.",
            "Set spec.limits, such as {cpu: 200, memory: 800Gi}.",
            Source.INTRODUCTION.at("Best practices, 7"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.object().at("/spec/limits").isEmpty())
                    .filter(pool -> !pool.object().at("/spec").has("replicas"))
                    .forEach(pool -> sink.at(pool, "spec", "nothing limits what the pool buys"))),
        new Rule(
            "overlapping-pools",
            Severity.WARNING,
            "Pods that fit both pools go to either; which one is nobody's decision.",
            "Give the pools different weights, or taints or requirements that exclude each other.",
            Source.COURSE.at("7 Pitfalls"),
            PoolRules::overlaps),
        new Rule(
            "unlimited-instance-types",
            Severity.WARNING,
            "Without a word on instance types anything may be bought, down to the smallest and"
                + " oldest.",
            "Require categories, families or sizes.",
            Source.GUIDE.at("12 Anti-Patterns"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> !pool.limitsShapes() && !pool.isGpu())
                    .forEach(
                        pool ->
                            sink.at(pool, Pool.REQUIREMENTS, "any instance type may be bought"))),
        new Rule(
            "single-instance-type",
            Severity.ADVICE,
            "One type has one price and one stock; more choices are cheaper and more often there.",
            "Allow several instance types.",
            Source.INTRODUCTION.at("Best practices, 2"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool ->
                            pool.values(Labels.INSTANCE_TYPE)
                                .filter(types -> types.size() == 1)
                                .filter(types -> !types.iterator().next().endsWith(".Flex"))
                                .ifPresent(
                                    types ->
                                        sink.at(
                                            pool,
                                            Pool.REQUIREMENTS,
                                            "only "
                                                + types.iterator().next()
                                                + " may be bought")))),
        new Rule(
            "old-generation",
            Severity.ADVICE,
            "Old generations cost more for the same work.",
            "Add a requirement karpenter.k8s.aws/instance-generation Gte [\"5\"] or so.",
            Source.COURSE.at("3.1 NodePool"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.keys().contains(AwsLabels.CATEGORY))
                    .filter(pool -> !pool.keys().contains(AwsLabels.GENERATION))
                    .forEach(
                        pool -> sink.at(pool, Pool.REQUIREMENTS, "any generation may be bought"))),
        new Rule(
            "single-zone-pool",
            Severity.WARNING,
            "When the zone fails or is sold out, the pool buys nothing.",
            "Allow at least two zones, or leave the zone out.",
            Source.PLATFORM.at("Multi-AZ and Multi-Region Strategy"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool ->
                            pool.values(Labels.ZONE)
                                .filter(zones -> zones.size() == 1)
                                .ifPresent(
                                    zones ->
                                        sink.at(
                                            pool,
                                            pool.labels().containsKey(Labels.ZONE)
                                                ? "spec.template.metadata.labels[\""
                                                    + Labels.ZONE
                                                    + "\"]"
                                                : Pool.REQUIREMENTS,
                                            "all nodes are in " + zones.iterator().next())))),
        new Rule(
            "one-pool-for-all",
            Severity.ADVICE,
            "Databases and web servers want different machines and different peace.",
            "Make a pool for each kind of work, told apart by taints.",
            Source.GUIDE.at("12 Anti-Patterns"),
            (estate, sink) -> {
              boolean isMixed =
                  estate.workloads().stream().anyMatch(w -> w.kind().equals("StatefulSet"))
                      && estate.workloads().stream()
                          .anyMatch(w -> Set.of("Deployment", "Job").contains(w.kind()));
              if (estate.pools().size() == 1 && isMixed) {
                sink.at(
                    estate.pools().getFirst(),
                    "spec",
                    "the only pool, for stateful and other work");
              }
            }),
        new Rule(
            "missing-node-class",
            Severity.ERROR,
            "A pool whose class does not exist buys nothing.",
            "Add the class, or refer to one that is there.",
            Source.INTRODUCTION.at("Nodes not being created"),
            (estate, sink) -> {
              var classes = estate.classesByName();
              estate.pools().stream()
                  .filter(pool -> !classes.isEmpty() && !classes.containsKey(pool.classKey()))
                  .filter(pool -> estate.judged().stream().noneMatch(one -> isClassOf(one, pool)))
                  .forEach(
                      pool ->
                          sink.at(
                              pool,
                              "spec.template.spec.nodeClassRef",
                              pool.classKey() + " is not among the manifests"));
            }),
        new Rule(
            "annotation-not-understood",
            Severity.ERROR,
            "Nothing is disrupted under a control that is not understood, and a node cost gives way"
                + " to the setting.",
            "Write the value as the finding says; docs/controls.md has all of them.",
            Source.API.at("annotations of karpenter-jvm.dev"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool ->
                            ControlReader.read(Scope.pool(pool.name()), pool.annotations())
                                .problems()
                                .forEach(
                                    problem ->
                                        sink.at(pool, problem.path(), problem.sentence())))));
  }

  /// A class that was refused is there, and has findings of its own.
  private static boolean isClassOf(Estate.Judged one, Pool pool) {
    return (one.kind().endsWith("NodeClass") || one.kind().equals("AWSNodeTemplate"))
        && pool.classKey().endsWith("/" + one.name());
  }

  private static void overlaps(Estate estate, Rule.Sink sink) {
    for (int i = 0; i < estate.pools().size(); i++) {
      for (int j = 0; j < i; j++) {
        var one = estate.pools().get(j);
        var other = estate.pools().get(i);
        if (one.weight() == other.weight() && mayTakeTheSamePod(one, other)) {
          sink.at(
              other,
              "spec.weight",
              "takes the same pods as pool %s, with the same weight".formatted(one.name()));
        }
      }
    }
  }

  private static boolean mayTakeTheSamePod(Pool one, Pool other) {
    if (!new TreeSet<>(one.taints()).equals(new TreeSet<>(other.taints()))) {
      return false;
    }
    return one.keys().stream()
        .filter(other.keys()::contains)
        .allMatch(
            key -> {
              var mine = one.values(key);
              var theirs = other.values(key);
              return mine.isEmpty()
                  || theirs.isEmpty()
                  || mine.get().stream().anyMatch(theirs.get()::contains);
            });
  }
}
