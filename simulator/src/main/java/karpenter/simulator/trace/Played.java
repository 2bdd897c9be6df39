package karpenter.simulator.trace;

import java.time.Duration;
import java.util.List;
import java.util.SortedMap;

/// What came of playing a trace with one setup.
///
/// @param cost dollars, of prices alone
/// @param nodeCost dollars that nodes cost beside their prices
/// @param first how long pods waited until they ran for the first time
/// @param again how long those that followed an evicted or lost one did
/// @param refused what the API server did not take, and why
public record Played(
    String setup,
    Duration length,
    Pods pods,
    Machines machines,
    double cost,
    double nodeCost,
    Percentiles first,
    Percentiles again,
    Curves curves,
    SortedMap<String, Integer> decisions,
    SortedMap<String, String> refused) {

  /// @param arrived pods of the trace
  /// @param done ran for as long as they wanted
  /// @param givenUp taken away because they did not begin to run in time
  /// @param running at the end, workloads' pods included
  /// @param waiting at the end, workloads' pods included
  /// @param evicted times a pod was evicted
  /// @param lost times a pod went with its node
  public record Pods(
      int arrived, int done, int givenUp, int running, int waiting, int evicted, int lost) {}

  /// @param hours machine hours
  /// @param used mean share of the cores there were that running pods asked for
  /// @param killed broke on purpose
  /// @param launchedByType by `pool/type`
  public record Machines(
      int launched,
      int ended,
      int atTheEnd,
      int atMost,
      int killed,
      double hours,
      double used,
      SortedMap<String, Integer> launchedByType) {}

  /// Means over equal stretches of time.
  ///
  /// @param stretch how long one is
  public record Curves(
      Duration stretch,
      List<Double> costPerHour,
      List<Double> machines,
      List<Double> running,
      List<Double> waiting,
      List<Double> used) {}
}
