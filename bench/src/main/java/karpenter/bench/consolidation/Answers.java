package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// What a side answers.
final class Answers {
  private Answers() {}

  /// @param seconds of thinking; carrying out commands is not counted
  /// @param complete whether no command is left, rather than no time
  /// @param nodes left in the end
  /// @param obstacles in the end, nodes by what keeps them; upstream does not tell
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Commands(
      double seconds,
      List<JsonNode> commands,
      boolean complete,
      int nodes,
      long peakRssBytes,
      @Nullable SortedMap<String, Integer> obstacles) {}

  /// @param candidates nodes one could ask about
  /// @param nodes what was said of each; ours tells it separately
  /// @param movable verdicts that said the pods have other places
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Verdicts(
      int verdicts,
      double seconds,
      int candidates,
      int movable,
      long peakRssBytes,
      @Nullable List<NodeVerdict> nodes) {}

  /// What is said of nodes one by one.
  record Judgements(List<NodeVerdict> nodes) {}

  /// @param nodes of the cluster that was written
  record Written(int nodes) {}

  record Changes(List<AfterChanges.Change> changes, long peakRssBytes) {}

  /// @param seconds of one look at the cluster, with a command and every reason
  /// @param verdicts nodes that were looked at
  @JsonIgnoreProperties(ignoreUnknown = true)
  record Pass(double seconds, int verdicts, long peakRssBytes) {}
}
