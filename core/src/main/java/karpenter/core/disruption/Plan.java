package karpenter.core.disruption;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.core.scheduling.Placement;

/// Nodes that could go together, and what that would come to.
///
/// @param candidates in the order of names
/// @param value what is saved an hour, less what the evictions are worth
public record Plan(
    Method method, List<Candidate> candidates, Finding finding, double saving, double value) {

  private static final double SAME_MONEY = 1e-9;

  private static final Comparator<Plan> BY_WORTH =
      Comparator.comparingDouble((Plan plan) -> -Math.rint(plan.value() / SAME_MONEY))
          .thenComparingDouble(Plan::evictions)
          .thenComparingInt(plan -> plan.candidates().size());

  /// The most money first; then fewer evictions, fewer nodes, names.
  public static final Comparator<Plan> BEST_FIRST =
      BY_WORTH.thenComparing(plan -> plan.names().toString());

  public Plan {
    candidates =
        candidates.size() == 1
            ? List.copyOf(candidates)
            : candidates.stream().sorted(Comparator.comparing(Candidate::name)).toList();
  }

  public double evictions() {
    return evictions(candidates);
  }

  static double evictions(List<Candidate> candidates) {
    return candidates.stream().mapToDouble(c -> c.reschedulingCost() - Costs.OF_A_NODE).sum();
  }

  /// What of the saving is no price of an instance.
  double nodeCosts() {
    return Consolidation.nodeCosts(candidates, replacements());
  }

  public List<String> names() {
    return candidates.stream().map(Candidate::name).toList();
  }

  /// Where the pods would go.
  Placement placement() {
    return switch (finding) {
      case Finding.Delete(var placement, var _) -> placement;
      case Finding.Replace(var placement, var _, var _) -> placement;
      case Finding.Split(var placement, var _, var _) -> placement;
      case Finding.Nothing(var why) ->
          throw new IllegalStateException("nothing is placed: " + why.sentence());
    };
  }

  /// What would come instead.
  List<Placement.NewNode> replacements() {
    return switch (finding) {
      case Finding.Delete _, Finding.Nothing _ -> List.of();
      case Finding.Replace(var _, var node, var _) -> List.of(node);
      case Finding.Split(var _, var nodes, var _) -> nodes;
    };
  }

  public Move move() {
    return new Move(method, names(), replacements(), saving, nodeCosts(), evictions());
  }

  public Command command(String id) {
    return switch (finding) {
      case Finding.Delete(var placement, var _) ->
          new Command(id, method, candidates, List.of(), Optional.of(placement), saving);
      case Finding.Replace(var placement, var node, var _) ->
          new Command(id, method, candidates, List.of(node), Optional.of(placement), saving);
      case Finding.Split(var placement, var nodes, var _) ->
          new Command(id, method, candidates, nodes, Optional.of(placement), saving);
      case Finding.Nothing(var why) ->
          throw new IllegalStateException("no command comes of: " + why.sentence());
    };
  }
}
