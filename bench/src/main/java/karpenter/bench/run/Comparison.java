package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.jspecify.annotations.Nullable;

/// One workload, both sides. Ratios say how many times faster ours is; they and a side are null
/// where that side did not run.
///
/// @param ratio upstream's solve time over ours, medians
/// @param setupRatio the same with set-up added on both sides
/// @param totalRatio the same with set-up and reading added on both sides
/// @param optimisedRatio upstream's solve time over ours with the optimising compiler
/// @param firstSolveRatio upstream's median solve time over the first solve of our fresh JVM
/// @param nodeCost what a node costs an hour beside its price
/// @param lowerBound what any valid placement costs at least, as proven by our side
/// @param equalServiceBound what any costs at least that serves the pods as well as ours
@JsonPropertyOrder({
  "workload",
  "node_cost",
  "ratio",
  "setup_ratio",
  "first_solve_ratio",
  "lower_bound",
  "equal_service_bound",
  "total_ratio",
  "optimised_ratio",
  "ours",
  "optimised",
  "upstream"
})
record Comparison(
    String workload,
    @JsonProperty("node_cost") double nodeCost,
    @Nullable Double ratio,
    @JsonProperty("setup_ratio") @Nullable Double setupRatio,
    @JsonProperty("first_solve_ratio") @Nullable Double firstSolveRatio,
    @JsonProperty("lower_bound") @Nullable Double lowerBound,
    @JsonProperty("equal_service_bound") @Nullable Double equalServiceBound,
    @JsonProperty("total_ratio") @Nullable Double totalRatio,
    @JsonProperty("optimised_ratio") @Nullable Double optimisedRatio,
    @Nullable Side ours,
    @Nullable Side optimised,
    @Nullable Side upstream) {

  /// What our side has proven.
  record Bounds(@Nullable Double all, @Nullable Double equalService) {
    static final Bounds NONE = new Bounds(null, null);
  }

  static Comparison of(
      String workload,
      double nodeCost,
      Bounds bounds,
      @Nullable Side ours,
      @Nullable Side optimised,
      @Nullable Side upstream) {
    if (ours == null || upstream == null) {
      return new Comparison(
          workload,
          nodeCost,
          null,
          null,
          null,
          bounds.all(),
          bounds.equalService(),
          null,
          null,
          ours,
          optimised,
          upstream);
    }
    return new Comparison(
        workload,
        nodeCost,
        upstream.seconds() / ours.seconds(),
        (upstream.seconds() + upstream.setupSeconds()) / (ours.seconds() + ours.setupSeconds()),
        upstream.seconds() / ours.firstSeconds(),
        bounds.all(),
        bounds.equalService(),
        upstream.totalSeconds() / ours.totalSeconds(),
        optimised == null ? null : upstream.seconds() / optimised.seconds(),
        ours,
        optimised,
        upstream);
  }
}
