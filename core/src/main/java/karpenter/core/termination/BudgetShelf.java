package karpenter.core.termination;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.PdbFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.ValueSet;

/// The budgets of one namespace, laid out by a label they insist on. Every pod of every pass is
/// held against them, and a namespace may have hundreds: only those that could mean the pod are
/// tried.
final class BudgetShelf {
  static final BudgetShelf EMPTY = new BudgetShelf(List.of());

  private final Map<String, Map<String, List<Placed>>> byLabel = new HashMap<>();
  private final List<Placed> others = new ArrayList<>();

  /// @param place among the budgets of the namespace
  private record Placed(int place, PdbFacts budget) {}

  private record Label(String key, String value) {}

  BudgetShelf(List<PdbFacts> budgets) {
    for (int i = 0; i < budgets.size(); i++) {
      var placed = new Placed(i, budgets.get(i));
      insistsOn(budgets.get(i).selector())
          .map(
              label ->
                  byLabel
                      .computeIfAbsent(label.key(), _ -> new HashMap<>())
                      .computeIfAbsent(label.value(), _ -> new ArrayList<>()))
          .orElse(others)
          .add(placed);
    }
  }

  /// A label without which the selector means nothing.
  private static Optional<Label> insistsOn(LabelSelector selector) {
    return switch (selector) {
      case LabelSelector.Nothing _ -> Optional.empty();
      case LabelSelector.Matching(var wanted) ->
          wanted.keys().stream()
              .flatMap(
                  key ->
                      wanted.get(key) instanceof ValueSet.Only(var values, var orAbsent)
                              && values.size() == 1
                              && !orAbsent
                          ? Optional.of(new Label(key, values.first())).stream()
                          : Optional.<Label>empty().stream())
              .findFirst();
    };
  }

  /// Those whose selector means these labels, in their order.
  List<PdbFacts> covering(Map<String, String> labels) {
    List<Placed> found = Collections.emptyList();
    for (var entry : byLabel.entrySet()) {
      var value = labels.get(entry.getKey());
      if (value != null) {
        found = with(found, entry.getValue().getOrDefault(value, List.of()), labels);
      }
    }
    found = with(found, others, labels);
    return switch (found.size()) {
      case 0 -> List.of();
      case 1 -> List.of(found.getFirst().budget());
      default ->
          found.stream()
              .sorted(Comparator.comparingInt(Placed::place))
              .map(Placed::budget)
              .toList();
    };
  }

  private static List<Placed> with(
      List<Placed> found, List<Placed> tried, Map<String, String> labels) {
    var all = found;
    for (var placed : tried) {
      if (placed.budget().selector().matches(labels)) {
        if (all.isEmpty()) {
          all = new ArrayList<>();
        }
        all.add(placed);
      }
    }
    return all;
  }
}
