package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.catalog.Offering;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Placement.Unplaced;
import karpenter.core.scheduling.SchedulingProblem;

/// Turns what a pass decided into the value it returns.
final class Finish {
  private final Set<String> wellKnown;
  private final Reservations reservations;

  Finish(SchedulingProblem problem, Reservations reservations) {
    this.wellKnown = problem.options().wellKnownLabels();
    this.reservations = reservations;
  }

  Placement placement(
      List<Site.Node> nodes, List<Site.Draft> drafts, List<Unplaced> unplaced, List<Pod> order) {
    return new Placement(
        drafts.stream().map(this::newNode).toList(),
        nodes.stream()
            .filter(node -> !node.pods.isEmpty())
            .map(node -> new NodeUse(node.value.name(), List.copyOf(node.pods)))
            .toList(),
        unplaced,
        order);
  }

  NewNode newNode(Site.Draft draft) {
    Site.Shape shape = draft.shape;
    Requirements requirements =
        reservations.narrowed(shape.requirements(), shape.held()).without(Labels.HOSTNAME);
    List<Row> rows =
        shape.rows().stream()
            .filter(row -> row.survives(requirements, shape.requests(), List.of(), wellKnown))
            .toList();
    List<TypeChoice> types = choices(rows, requirements);
    return new NewNode(
        draft.pool.name(),
        requirements,
        types,
        List.copyOf(draft.pods),
        shape.requests().plus(leastOverhead(rows)),
        types.getFirst().price(),
        shape.minValuesRelaxed());
  }

  private List<TypeChoice> choices(List<Row> rows, Requirements requirements) {
    Map<String, Double> prices = new TreeMap<>();
    for (Row row : rows) {
      row.satisfying(requirements, wellKnown)
          .mapToDouble(Offering::price)
          .forEach(price -> prices.merge(row.type().name(), price, Math::min));
    }
    return prices.entrySet().stream()
        .map(entry -> new TypeChoice(entry.getKey(), entry.getValue()))
        .sorted(comparing(TypeChoice::price).thenComparing(TypeChoice::type))
        .limit(NewNode.MAX_TYPES)
        .toList();
  }

  private static Resources leastOverhead(List<Row> rows) {
    List<Resources> overheads = new ArrayList<>(rows.stream().map(Row::daemonRequests).toList());
    Map<String, Long> least = new TreeMap<>();
    for (String name : overheads.getFirst().names()) {
      least.put(name, overheads.stream().mapToLong(one -> one.get(name)).min().orElse(0));
    }
    return Resources.of(least);
  }
}
