package karpenter.app.plan;

import java.util.List;
import java.util.Optional;
import karpenter.app.manifest.InputProblem;
import karpenter.core.bound.LowerBounds;
import karpenter.core.explain.ReasonTree;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.TypeChoice;

/// All that a plan has to say, before it is decided how to say it.
///
/// @param bounds how little any plan for the placed pods must cost; nothing when nothing is bought
/// @param priceBasis where the prices come from
/// @param problems what could not be read; the plan is made without it
/// @param notes what a reader should know although nothing is wrong
public record PlanReport(
    List<Purchase> purchases,
    List<Use> uses,
    List<Waiting> waiting,
    Optional<LowerBounds> bounds,
    String priceBasis,
    List<InputProblem> problems,
    List<String> notes) {

  /// The month that cloud price lists use.
  static final int HOURS_PER_MONTH = 730;

  public PlanReport {
    purchases = List.copyOf(purchases);
    uses = List.copyOf(uses);
    waiting = List.copyOf(waiting);
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }

  /// A node to buy.
  ///
  /// @param types all that would do, cheapest first
  /// @param cheapest how the first of them is bought at its lowest price
  /// @param freedom every way in which some of them may be bought
  /// @param nodeCost what it costs an hour beside its price
  /// @param reasons why these types and this price; empty unless asked for
  public record Purchase(
      String pool,
      List<TypeChoice> types,
      double hourly,
      Bought cheapest,
      Bought freedom,
      Requirements requirements,
      Resources requests,
      List<String> pods,
      boolean minValuesRelaxed,
      double nodeCost,
      List<ReasonTree> reasons) {

    public Purchase {
      types = List.copyOf(types);
      pods = List.copyOf(pods);
      reasons = List.copyOf(reasons);
    }

    String type() {
      return types.isEmpty() ? "no type" : types.getFirst().type();
    }

    int otherTypes() {
      return Math.max(0, types.size() - 1);
    }
  }

  /// Capacity types and zones, each sorted.
  public record Bought(List<String> capacityTypes, List<String> zones) {}

  /// Pods that go to a node that is already there.
  public record Use(String node, List<String> pods) {}

  /// A pod without a place. A deferred pod waits for reserved capacity and is no failure.
  public record Waiting(String pod, boolean deferred, List<ReasonTree> reasons) {}

  double hourly() {
    return purchases.stream().mapToDouble(Purchase::hourly).sum();
  }

  double nodeCost() {
    return purchases.stream().mapToDouble(Purchase::nodeCost).sum();
  }

  /// Prices and node cost.
  double cost() {
    return hourly() + nodeCost();
  }

  double monthly() {
    return hourly() * HOURS_PER_MONTH;
  }

  int placedPods() {
    return purchases.stream().mapToInt(purchase -> purchase.pods().size()).sum()
        + uses.stream().mapToInt(use -> use.pods().size()).sum();
  }

  int pods() {
    return placedPods() + waiting.size();
  }

  List<Waiting> unplaced() {
    return waiting.stream().filter(pod -> !pod.deferred()).toList();
  }

  List<Waiting> deferred() {
    return waiting.stream().filter(Waiting::deferred).toList();
  }
}
