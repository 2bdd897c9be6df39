package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import karpenter.bench.consolidation.NodeVerdict.Kind;
import org.jspecify.annotations.Nullable;

/// Both sides' verdicts on the same nodes, each node alone.
///
/// @param agree the same kind of move (delete, replace, none)
/// @param onlyOurs nodes that only ours would take away
/// @param otherMove nodes that one side would delete and the other replace
/// @param otherSaving both replace, for different money
record VerdictComparison(
    int compared,
    int agree,
    @JsonProperty("both_take") int bothTake,
    @JsonProperty("only_ours") int onlyOurs,
    @JsonProperty("only_upstream") int onlyUpstream,
    @JsonProperty("other_move") int otherMove,
    @JsonProperty("other_saving") int otherSaving,
    @JsonProperty("savings_ours") double savingsOurs,
    @JsonProperty("savings_upstream") double savingsUpstream,
    List<Difference> differences) {

  private static final double SAME_MONEY = 1e-6;

  /// @param checker what the checker says of the moves
  record Difference(String node, Said ours, Said upstream, String checker) {}

  record Said(String verdict, double saving, @Nullable String reason) {
    static Said of(NodeVerdict verdict) {
      return new Said(
          verdict.kind().name().toLowerCase(Locale.ROOT), verdict.saving(), verdict.reason());
    }
  }

  /// Finds faults in a command that is carried out by itself.
  interface Judge {
    /// Empty if there are none.
    List<String> faults(JsonNode command);
  }

  static VerdictComparison of(List<NodeVerdict> ours, List<NodeVerdict> upstream, Judge judge) {
    var pairs = new TreeMap<String, NodeVerdict>();
    upstream.forEach(verdict -> pairs.put(verdict.node(), verdict));
    var own = new TreeMap<String, NodeVerdict>();
    ours.forEach(verdict -> own.put(verdict.node(), verdict));
    own.keySet().forEach(node -> pairs.computeIfAbsent(node, NodeVerdict::notLookedAt));
    var count = new Count();
    for (Map.Entry<String, NodeVerdict> pair : pairs.entrySet()) {
      var mine = own.getOrDefault(pair.getKey(), NodeVerdict.notLookedAt(pair.getKey()));
      count.add(mine, pair.getValue(), judge);
    }
    return count.result();
  }

  private static final class Count {
    private int compared;
    private int agree;
    private int bothTake;
    private int onlyOurs;
    private int onlyUpstream;
    private int otherMove;
    private int otherSaving;
    private double savingsOurs;
    private double savingsUpstream;
    private final List<Difference> differences = new ArrayList<>();

    void add(NodeVerdict ours, NodeVerdict upstream, Judge judge) {
      compared++;
      savingsOurs += ours.saving();
      savingsUpstream += upstream.saving();
      boolean oursTakes = ours.kind() != Kind.KEEP;
      boolean upstreamTakes = upstream.kind() != Kind.KEEP;
      if (oursTakes && upstreamTakes) bothTake++;
      if (ours.kind() == upstream.kind()) agree++;
      if (oursTakes && !upstreamTakes) onlyOurs++;
      else if (!oursTakes && upstreamTakes) onlyUpstream++;
      else if (ours.kind() != upstream.kind()) otherMove++;
      else if (Math.abs(ours.saving() - upstream.saving()) > SAME_MONEY) otherSaving++;
      else return;
      differences.add(
          new Difference(
              ours.node(), Said.of(ours), Said.of(upstream), opinion(ours, upstream, judge)));
    }

    private static String opinion(NodeVerdict ours, NodeVerdict upstream, Judge judge) {
      var opinions = new ArrayList<String>();
      opinion(opinions, "ours", ours, judge);
      opinion(opinions, "upstream", upstream, judge);
      return String.join("; ", opinions);
    }

    private static void opinion(
        List<String> opinions, String side, NodeVerdict verdict, Judge judge) {
      var command = verdict.command();
      if (command == null) {
        return;
      }
      var faults = judge.faults(command);
      opinions.add(
          side + "'s move " + (faults.isEmpty() ? "keeps all rules" : String.join(", ", faults)));
    }

    VerdictComparison result() {
      return new VerdictComparison(
          compared,
          agree,
          bothTake,
          onlyOurs,
          onlyUpstream,
          otherMove,
          otherSaving,
          savingsOurs,
          savingsUpstream,
          List.copyOf(differences));
    }
  }
}
