package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.SchedulingProblem;

/// A pool that new nodes can be bought for, with the rows it could be bought as (section 1).
record Template(NodePool pool, List<Row> rows) {
  private static final Comparator<NodePool> HEAVIEST_FIRST =
      comparing(NodePool::weight).reversed().thenComparing(comparing(NodePool::name).reversed());

  static List<Template> of(SchedulingProblem problem) {
    return problem.pools().stream()
        .sorted(HEAVIEST_FIRST)
        .map(pool -> new Template(pool, survivingRows(pool, problem)))
        .filter(template -> !template.rows.isEmpty())
        .filter(
            template ->
                problem.options().minValues() == MinValuesPolicy.BEST_EFFORT
                    || MinValues.hold(template.pool.requirements(), template.rows))
        .toList();
  }

  private static List<Row> survivingRows(NodePool pool, SchedulingProblem problem) {
    return pool.types().stream()
        .flatMap(type -> rows(pool, type, problem))
        .filter(
            row ->
                row.survives(
                    pool.requirements(),
                    Resources.none(),
                    List.of(),
                    problem.options().wellKnownLabels()))
        .toList();
  }

  private static Stream<Row> rows(NodePool pool, InstanceType type, SchedulingProblem problem) {
    List<List<Offering>> alike = new ArrayList<>();
    for (Offering offering : type.offerings()) {
      if (!offering.available()) continue;
      alike.stream()
          .filter(others -> haveSameOverrides(others.getFirst(), offering))
          .findFirst()
          .orElseGet(
              () -> {
                alike.add(new ArrayList<>());
                return alike.getLast();
              })
          .add(offering);
    }
    var daemons = daemons(pool, type, problem);
    return alike.stream()
        .map(
            offerings ->
                new Row(
                    type,
                    offerings,
                    type.allocatable(offerings.getFirst()),
                    type.capacity(offerings.getFirst()),
                    daemons.stream()
                        .map(daemon -> daemon.spec().requests())
                        .reduce(Resources.none(), Resources::plus),
                    daemons.stream()
                        .flatMap(daemon -> daemon.spec().hostPorts().stream())
                        .toList()));
  }

  private static boolean haveSameOverrides(Offering one, Offering other) {
    return one.capacityOverride().equals(other.capacityOverride())
        && one.overheadOverride().equals(other.overheadOverride());
  }

  private static List<Daemon> daemons(NodePool pool, InstanceType type, SchedulingProblem problem) {
    Set<String> wellKnown = problem.options().wellKnownLabels();
    var ready =
        pool.requirements()
            .and(Labels.REGISTERED, ValueSet.in("true"))
            .and(Labels.INITIALIZED, ValueSet.in("true"));
    return problem.daemons().stream()
        .filter(
            daemon ->
                Toleration.firstUntolerated(
                        daemon.spec().tolerations(), pool.taints(), SoftTaints.IGNORED)
                    .isEmpty())
        .filter(
            daemon ->
                daemon.spec().nodeAlternatives().stream()
                    .anyMatch(
                        alternative ->
                            ready.satisfies(alternative, wellKnown)
                                && type.requirements().intersects(alternative)))
        .toList();
  }

  /// The finite values a node of this template may have for a key (section 4).
  Stream<String> domains(String key, Set<String> wellKnownLabels) {
    Requirements own = pool.requirements();
    return rows.stream()
        .flatMap(
            row ->
                row.satisfying(own, wellKnownLabels)
                    .map(
                        offering ->
                            own.and(row.type().requirements()).and(offering.requirements())))
        .flatMap(joined -> joined.get(key).finiteValues().stream())
        .flatMap(values -> values.stream());
  }
}
