package karpenter.bench.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which domains of a key pods could ever reach: those of nodes that exist and of nodes that pools
/// can still buy.
final class Domains {
  private final Scene scene;
  private final Map<Question, SortedSet<String>> answers = new HashMap<>();

  private record Question(String topologyKey, Tally.PlaceFilter filter) {}

  Domains(Scene scene) {
    this.scene = scene;
  }

  SortedSet<String> of(Spread spread) {
    var filter = new Tally.PlaceFilter(spread.selection(), spread.tolerations());
    return answers.computeIfAbsent(new Question(spread.topologyKey(), filter), this::compute);
  }

  private SortedSet<String> compute(Question question) {
    var domains = new TreeSet<String>();
    for (var node : scene.nodes().values())
      if (question.filter().admits(node)) domains.addAll(node.domains(question.topologyKey()));
    var alternatives =
        question
            .filter()
            .selection()
            .map(NodeSelection::alternatives)
            .orElse(List.of(Requirements.NONE));
    for (var pool : scene.workload().pools().values())
      if (mayHost(pool, question.filter()))
        for (var alternative : alternatives) addBuyable(pool, alternative, question, domains);
    return domains;
  }

  private static boolean mayHost(Pool pool, Tally.PlaceFilter filter) {
    return !pool.fixed()
        && filter.tolerations().stream()
            .allMatch(t -> Taint.firstUntolerated(pool.taints(), t).isEmpty());
  }

  private void addBuyable(
      Pool pool, Requirements demands, Question question, SortedSet<String> domains) {
    for (var candidate : scene.market().candidates(pool, demands).values()) {
      if (!candidate.isCompatible() || !candidate.isOffered()) continue;
      var label = candidate.get(question.topologyKey());
      if (!label.complement()) domains.addAll(label.values());
    }
  }
}
