package karpenter.app.against;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import karpenter.core.explain.ReasonTree;

/// What becomes of a cluster, before it is decided how to say it.
///
/// @param before the cluster as it was found
/// @param after the cluster when it has come to rest, or at the horizon
/// @param purchases every node that was bought on the way, in the order of buying
/// @param going nodes that are leaving and have not left
/// @param decisions what was decided about nodes that were there, in order
/// @param moved pods evicted, by workload
/// @param unschedulable pods without a place, with reasons
/// @param needed how little nodes for all these pods must cost; empty when not known
/// @param took how long until the last change, in virtual time
/// @param isAtRest false: at the horizon things were still moving
public record Outlook(
    State before,
    State after,
    List<Machine> purchases,
    List<Machine> added,
    List<Departure> removed,
    List<String> going,
    List<String> decisions,
    SortedMap<String, Integer> moved,
    List<Waiting> unschedulable,
    OptionalDouble needed,
    Duration took,
    boolean isAtRest,
    List<String> notes) {

  /// @param nodes those of Karpenter
  /// @param others nodes that are nobody's business here
  /// @param nodeCost what Karpenter's nodes cost an hour beside their prices
  /// @param unschedulable pods the scheduler found no node for
  public record State(
      int nodes, int others, double hourly, double nodeCost, int pods, int unschedulable) {
    /// Prices and node cost.
    double cost() {
      return hourly + nodeCost;
    }
  }

  /// A node that Karpenter bought.
  ///
  /// @param zone empty for one that is bought wherever it is cheapest, and costs the same in
  ///   several zones: which of them is the cloud's choice
  /// @param price an hour; 0 where nobody knows
  /// @param nodeCost an hour, beside its price
  /// @param pods what runs on it in the end, by workload, daemons left out
  public record Machine(
      String name,
      String pool,
      String type,
      String zone,
      String capacityType,
      double price,
      double nodeCost,
      SortedMap<String, Integer> pods) {}

  /// @param why a word such as `Underutilized`; empty when nobody said
  public record Departure(Machine machine, String why) {}

  /// Pods of one workload that wait for the same reasons.
  public record Waiting(String workload, int pods, List<ReasonTree> reasons) {}

  double change() {
    return after.hourly() - before.hourly();
  }
}
