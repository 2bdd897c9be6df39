package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// How much a pool may still buy (section 6).
final class Limits {
  private Limits() {}

  /// The rows a new node of the pool may use, when its drafts have these rows.
  static List<Row> affordable(
      Template template, List<ExistingNode> nodes, Collection<List<Row>> drafts) {
    NodePool pool = template.pool();
    Optional<Resources> limits = pool.limits();
    if (limits.isEmpty()) return template.rows();
    Map<String, Long> remaining = new TreeMap<>();
    for (String name : limits.get().names()) {
      long left = limits.get().get(name);
      for (ExistingNode node : nodes) {
        if (node.pool().equals(Optional.of(pool.name()))) left -= of(node.capacity(), name);
      }
      for (List<Row> draft : drafts) left -= charge(draft, name);
      remaining.put(name, left);
    }
    return template.rows().stream()
        .filter(
            row ->
                remaining.entrySet().stream()
                    .allMatch(left -> of(row.capacity(), left.getKey()) <= left.getValue()))
        .toList();
  }

  /// The rows of a draft that are no larger than its cheapest one.
  static List<Row> squeezed(
      Site.Draft draft, Resources limits, Reservations reservations, Set<String> wellKnownLabels) {
    List<Row> rows = draft.shape.rows();
    // reading: a draft that holds reservations will become one of them, so its cheapest row is
    // judged by those; otherwise it could be left with no type at all.
    Requirements requirements =
        reservations.narrowed(draft.shape.requirements(), draft.shape.held());
    // reading: of two equally cheap rows of one type, the one whose offerings come first.
    Row cheapest =
        rows.stream()
            .min(
                comparing((Row row) -> Row.price(List.of(row), requirements, wellKnownLabels))
                    .thenComparing(row -> row.type().name()))
            .orElseThrow();
    return rows.stream()
        .filter(
            row ->
                limits.names().stream()
                    .allMatch(name -> of(row.capacity(), name) <= of(cheapest.capacity(), name)))
        .toList();
  }

  private static long charge(List<Row> draft, String name) {
    return draft.stream().mapToLong(row -> of(row.capacity(), name)).max().orElse(0);
  }

  private static long of(Resources capacity, String name) {
    return name.equals(Resources.NODES) ? 1 : capacity.get(name);
  }
}
