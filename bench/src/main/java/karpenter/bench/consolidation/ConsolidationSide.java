package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The figures of one side on one cluster, as `--json` writes them. Money and faults are the
/// checker's finding.
///
/// @param savings an hour, of all commands to the fixed point where that was asked for, else of the
///   first
/// @param passSeconds a whole pass; only ours
/// @param changes passes on a cluster that is known but for a change; only ours
@JsonPropertyOrder({
  "first_command_seconds",
  "first_command_savings",
  "seconds_per_verdict",
  "verdicts",
  "savings",
  "faults"
})
record ConsolidationSide(
    @JsonProperty("first_command_seconds") double firstCommandSeconds,
    @JsonProperty("first_command_savings") double firstCommandSavings,
    @JsonProperty("first_command_nodes") int firstCommandNodes,
    @JsonProperty("first_command_method") String firstCommandMethod,
    @JsonProperty("seconds_per_verdict") double secondsPerVerdict,
    int verdicts,
    int candidates,
    double savings,
    @JsonProperty("fixed_point") @Nullable FixedPoint fixedPoint,
    @JsonProperty("pass_seconds") @Nullable Double passSeconds,
    @JsonProperty("after_binding_seconds") @Nullable Double afterBindingSeconds,
    @JsonProperty("peak_rss_bytes") long peakRssBytes,
    List<String> faults,
    @Nullable List<AfterChanges.Change> changes,
    @JsonProperty("reading_seconds") double readingSeconds,
    @JsonProperty("first_reading_seconds") double firstReadingSeconds) {

  /// A pass after one more pod of a known workload was bound.
  static @Nullable Double afterBinding(@Nullable List<AfterChanges.Change> changes) {
    return changes == null ? null : changes.getFirst().seconds();
  }

  /// The pass a minute after such a binding, which searches everywhere.
  @JsonProperty("full_after_binding_seconds")
  @Nullable Double fullAfterBindingSeconds() {
    return changes == null ? null : changes.getFirst().fullSeconds();
  }

  /// @param complete whether no command is left, rather than no time
  /// @param nodes left in the end
  record FixedPoint(double seconds, int commands, boolean complete, int nodes) {}
}
