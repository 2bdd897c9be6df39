package karpenter.app.top;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.app.against.Insight;
import karpenter.core.disruption.Verdict;
import karpenter.core.disruption.Wording;
import karpenter.core.explain.Explanations;
import karpenter.core.facts.NodeFacts;
import karpenter.core.resource.Resources;

/// What `top` shows, before it is drawn.
///
/// @param nodeCost an hour, beside the prices
/// @param waiting pods without a node, by workload, with the first reason
record View(
    String time, double hourly, double nodeCost, int pods, List<Row> nodes, List<Waiting> waiting) {
  private static final int MOST_EXPLAINED = 5;

  /// A node.
  ///
  /// @param price an hour; negative when nobody knows
  record Row(
      String name,
      String pool,
      String type,
      String zone,
      String capacityType,
      double price,
      int cpu,
      int memory,
      int pods,
      String age,
      String verdict) {}

  record Waiting(String workload, int pods, String reason) {}

  static View of(Insight insight) {
    // Asked first: verdicts let time pass.
    var waiting = waiting(insight);
    var verdicts = insight.verdicts();
    var rows = new ArrayList<Row>();
    int pods = 0;
    double hourly = 0;
    double nodeCost = 0;
    for (var node : insight.snapshot().nodes()) {
      var verdict =
          insight
              .snapshot()
              .claimOf(node)
              .flatMap(claim -> Optional.ofNullable(verdicts.get(claim.name())))
              .map(View::sentence)
              .orElse("");
      var row = row(node, insight, verdict);
      rows.add(row);
      pods += row.pods();
      hourly += Math.max(0, row.price());
      nodeCost += insight.nodeCost(node);
    }
    rows.sort(Comparator.comparing(Row::pool).thenComparing(Row::name));
    return new View(
        Wording.time(insight.image().takenAt()),
        hourly,
        nodeCost,
        pods,
        List.copyOf(rows),
        waiting);
  }

  private static Row row(NodeFacts node, Insight insight, String verdict) {
    var labels = node.meta().labels();
    return new Row(
        node.name(),
        labels.getOrDefault(Labels.NODE_POOL, ""),
        labels.getOrDefault(Labels.INSTANCE_TYPE, ""),
        labels.getOrDefault(Labels.ZONE, ""),
        labels.getOrDefault(Labels.CAPACITY_TYPE, ""),
        insight.price(node).orElse(-1),
        insight.fill(node, Resources.CPU),
        insight.fill(node, Resources.MEMORY),
        (int) insight.snapshot().podsOn(node.name()).stream().filter(p -> !p.isTerminal()).count(),
        age(Duration.between(node.meta().created(), insight.now())),
        node.meta().isDeleting() ? "is being taken away" : verdict);
  }

  private static String sentence(Verdict verdict) {
    if (!verdict.obstacles().isEmpty()) {
      return verdict.obstacles().getFirst().sentence();
    }
    return verdict
        .best()
        .map(move -> "goes: would save " + move.savingSentence())
        .orElse("nothing stands in the way");
  }

  private static String age(Duration age) {
    if (age.toDays() > 0) {
      return age.toDays() + "d";
    }
    return age.toHours() > 0 ? age.toHours() + "h" : Math.max(0, age.toMinutes()) + "m";
  }

  private static List<Waiting> waiting(Insight insight) {
    var answer = insight.inquiry().now(insight.snapshot(), insight.now());
    var reasons = new TreeMap<String, String>();
    var counts = new TreeMap<String, Integer>();
    var explanations = Explanations.of(answer.problem(), answer.placement());
    for (var unplaced : answer.placement().unplaced()) {
      var pod = answer.pods().get(unplaced.pod().uid());
      if (pod != null) {
        var workload = insight.workload(pod);
        counts.merge(workload, 1, Integer::sum);
        if (!reasons.containsKey(workload) && reasons.size() < MOST_EXPLAINED) {
          var tree = explanations.explainRefusals(unplaced.pod()).tree();
          reasons.put(
              workload, tree.reasons().isEmpty() ? "" : tree.reasons().getFirst().sentence());
        }
      }
    }
    for (var bought : answer.placement().newNodes()) {
      for (var pod : bought.pods()) {
        var facts = answer.pods().get(pod.uid());
        if (facts != null) {
          var workload = insight.workload(facts);
          counts.merge(workload, 1, Integer::sum);
          reasons.putIfAbsent(workload, "a node of NodePool %s is bought".formatted(bought.pool()));
        }
      }
    }
    var waiting = new ArrayList<Waiting>();
    counts.forEach(
        (workload, count) ->
            waiting.add(new Waiting(workload, count, reasons.getOrDefault(workload, ""))));
    return waiting;
  }
}
