package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The figures of one contender on one workload, as `--json` writes them.
///
/// @param preferenceWeight null if no checker judged the placement
/// @param faults null if no checker judged the placement
@JsonPropertyOrder({
  "pods_per_second",
  "seconds",
  "allocated_bytes",
  "nodes",
  "price",
  "preference_weight",
  "unplaced",
  "faults"
})
record Side(
    @JsonProperty("pods_per_second") double podsPerSecond,
    double seconds,
    @JsonProperty("allocated_bytes") long allocatedBytes,
    int nodes,
    double price,
    @JsonProperty("preference_weight") @Nullable Long preferenceWeight,
    int unplaced,
    @Nullable List<String> faults,
    @JsonProperty("seconds_p90") double secondsP90,
    @JsonProperty("setup_seconds") double setupSeconds,
    @JsonProperty("first_seconds") double firstSeconds,
    @JsonProperty("bound_seconds") double boundSeconds,
    @JsonProperty("peak_rss_bytes") long peakRssBytes,
    @JsonProperty("peak_heap_bytes") long peakHeapBytes,
    int iterations) {

  static Side of(int pods, Runs runs, @Nullable Verdict verdict) {
    var best = runs.best();
    double seconds = runs.median(Iteration::solveSeconds);
    return new Side(
        pods / seconds,
        seconds,
        (long) runs.median(Iteration::allocatedBytes),
        best.claims().size(),
        verdict == null ? best.price() : verdict.price(),
        verdict == null ? null : verdict.preferenceWeight(),
        best.unplaced().size(),
        verdict == null ? null : verdict.faults(),
        runs.p90(Iteration::solveSeconds),
        runs.median(Iteration::setupSeconds),
        runs.firstSeconds(),
        runs.median(Iteration::boundSeconds),
        (long) runs.most(Iteration::peakRssBytes),
        (long) runs.most(Iteration::peakHeapBytes),
        runs.iterations());
  }
}
