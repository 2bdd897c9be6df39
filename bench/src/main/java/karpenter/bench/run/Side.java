package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;

/// The figures of one contender on one workload, as `--json` writes them. Price, preferences and
/// faults are the checker's finding, not the contender's word.
@JsonPropertyOrder({
  "pods_per_second",
  "seconds",
  "allocated_bytes",
  "nodes",
  "price",
  "cost",
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
    double cost,
    @JsonProperty("preference_weight") long preferenceWeight,
    int unplaced,
    List<String> faults,
    @JsonProperty("seconds_p90") double secondsP90,
    @JsonProperty("setup_seconds") double setupSeconds,
    @JsonProperty("first_seconds") double firstSeconds,
    @JsonProperty("bound_seconds") double boundSeconds,
    @JsonProperty("peak_rss_bytes") long peakRssBytes,
    @JsonProperty("peak_heap_bytes") long peakHeapBytes,
    int iterations,
    @JsonProperty("reading_seconds") double readingSeconds,
    @JsonProperty("first_reading_seconds") double firstReadingSeconds,
    @JsonProperty("total_seconds") double totalSeconds,
    @JsonProperty("first_total_seconds") double firstTotalSeconds) {

  /// @param reading what reading the workload took, which is added to the totals
  static Side of(int pods, Runs runs, Verdict verdict, ReadingTurns.Figures reading) {
    var best = runs.best();
    double seconds = runs.median(Iteration::solveSeconds);
    return new Side(
        pods / seconds,
        seconds,
        (long) runs.median(Iteration::allocatedBytes),
        best.claims().size(),
        verdict.price(),
        verdict.cost(),
        verdict.preferenceWeight(),
        best.unplaced().size(),
        verdict.faults(),
        runs.p90(Iteration::solveSeconds),
        runs.median(Iteration::setupSeconds),
        runs.firstSeconds(),
        runs.median(Iteration::boundSeconds),
        (long) runs.most(Iteration::peakRssBytes),
        (long) runs.most(Iteration::peakHeapBytes),
        runs.iterations(),
        reading.seconds(),
        reading.firstSeconds(),
        reading.seconds() + runs.median(Iteration::setupSeconds) + seconds,
        reading.firstSeconds() + runs.firstSetupSeconds() + runs.firstSeconds());
  }
}
