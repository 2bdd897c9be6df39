package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One frozen cluster, both sides. Ratios say how many times faster ours is; they and a side are
/// null where that side did not run.
///
/// @param optimised ours with the optimising compiler
/// @param verdicts what both say of the same nodes
/// @param verdictsAfterFirst the same on the cluster that our first command leaves
/// @param missed which of the aims does not hold here
@JsonPropertyOrder({
  "workload",
  "verdict_ratio",
  "first_command_ratio",
  "missed",
  "ours",
  "optimised",
  "upstream",
  "verdicts"
})
public record ConsolidationComparison(
    String workload,
    int nodes,
    @JsonProperty("verdict_ratio") @Nullable Double verdictRatio,
    @JsonProperty("first_command_ratio") @Nullable Double firstCommandRatio,
    List<String> missed,
    @Nullable ConsolidationSide ours,
    @Nullable ConsolidationSide upstream,
    @Nullable ConsolidationSide optimised,
    @Nullable VerdictComparison verdicts,
    @JsonProperty("verdicts_after_first") @Nullable VerdictComparison verdictsAfterFirst) {

  private static final double VERDICT_AIM = 100;
  private static final double PASS_AIM_SECONDS = 1;
  private static final int PASS_AIM_NODES = 5_000;
  private static final double AFTER_BINDING_AIM = 0.05;
  private static final double SAME_MONEY = 1e-9;

  static ConsolidationComparison of(
      String workload,
      int nodes,
      @Nullable ConsolidationSide ours,
      @Nullable ConsolidationSide upstream,
      @Nullable ConsolidationSide optimised,
      @Nullable VerdictComparison compared,
      @Nullable VerdictComparison comparedAfterFirst) {
    Double verdicts = null;
    Double firstCommands = null;
    if (ours != null && upstream != null) {
      verdicts = upstream.secondsPerVerdict() / ours.secondsPerVerdict();
      firstCommands = upstream.firstCommandSeconds() / ours.firstCommandSeconds();
    }
    return new ConsolidationComparison(
        workload,
        nodes,
        verdicts,
        firstCommands,
        missed(nodes, ours, upstream),
        ours,
        upstream,
        optimised,
        compared,
        comparedAfterFirst);
  }

  public boolean isSound() {
    return ours == null || ours.faults().isEmpty();
  }

  private static List<String> missed(
      int nodes, @Nullable ConsolidationSide ours, @Nullable ConsolidationSide upstream) {
    var missed = new ArrayList<String>();
    if (ours == null) {
      return missed;
    }
    var pass = ours.passSeconds();
    var after = ours.afterBindingSeconds();
    if (pass != null && nodes >= PASS_AIM_NODES && pass >= PASS_AIM_SECONDS) {
      missed.add("a whole pass takes a second or more");
    }
    if (pass != null && after != null && after > AFTER_BINDING_AIM * pass) {
      missed.add("after one binding a pass costs more than a twentieth of a whole one");
    }
    if (upstream != null) {
      if (upstream.secondsPerVerdict() < VERDICT_AIM * ours.secondsPerVerdict()) {
        missed.add("a verdict is not a hundred times as fast");
      }
      if (ours.firstCommandSavings() < upstream.firstCommandSavings() - SAME_MONEY) {
        missed.add("the first command saves less");
      }
      if (ours.savings() < upstream.savings() - SAME_MONEY) {
        missed.add("all commands together save less");
      }
    }
    return missed;
  }
}
