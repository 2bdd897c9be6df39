package karpenter.app.explain;

import static karpenter.app.explain.Stories.leaf;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import karpenter.api.Labels;
import karpenter.app.against.Insight;
import karpenter.app.terminal.Phrases;
import karpenter.core.disruption.Move;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Verdict;
import karpenter.core.disruption.Wording;
import karpenter.core.explain.ReasonTree;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.resource.Resources;

/// What a node holds, and why it is or is not taken away.
final class NodeStory {
  private final Insight insight;

  NodeStory(Insight insight) {
    this.insight = insight;
  }

  ReasonTree of(NodeFacts node) {
    var reasons = new ArrayList<ReasonTree>();
    reasons.add(leaf(description(node, insight)));
    reasons.add(pods(node));
    var claim = insight.snapshot().claimOf(node);
    if (claim.isEmpty()) {
      reasons.add(leaf("No NodeClaim is its own: Karpenter neither bought it nor takes it away"));
    } else {
      reasons.add(disruption(claim.get()));
    }
    return new ReasonTree("Node " + node.name(), reasons);
  }

  /// Of a claim whose node has not come.
  ReasonTree of(ClaimFacts claim) {
    var reasons = new ArrayList<ReasonTree>();
    for (var type : ClaimFacts.DEPENDENTS) {
      var condition = claim.conditions().find(type);
      reasons.add(
          leaf(
              condition
                  .map(
                      one ->
                          "%s: %s since %s%s"
                              .formatted(
                                  type,
                                  one.status(),
                                  one.since(),
                                  one.message().isEmpty() ? "" : ": " + one.message()))
                  .orElse(type + ": not known")));
    }
    return new ReasonTree("NodeClaim %s has no node yet".formatted(claim.name()), reasons);
  }

  static String description(NodeFacts node, Insight insight) {
    var labels = node.meta().labels();
    var price = insight.price(node);
    var parts = new ArrayList<String>();
    if (labels.containsKey(Labels.NODE_POOL)) {
      parts.add("NodePool " + labels.get(Labels.NODE_POOL));
    }
    for (var key : List.of(Labels.INSTANCE_TYPE, Labels.CAPACITY_TYPE, Labels.ZONE)) {
      if (labels.containsKey(key)) {
        parts.add(String.valueOf(labels.get(key)));
      }
    }
    price.ifPresent(
        hourly ->
            parts.add(
                Phrases.hourly(hourly)
                    + " an hour"
                    + Phrases.plusNodeCost(insight.nodeCost(node))));
    parts.add(
        "%d %% of its cpu and %d %% of its memory requested"
            .formatted(insight.fill(node, Resources.CPU), insight.fill(node, Resources.MEMORY)));
    return String.join(", ", parts);
  }

  private ReasonTree pods(NodeFacts node) {
    var counts = new TreeMap<String, Integer>();
    for (var pod : insight.snapshot().podsOn(node.name())) {
      if (!pod.isTerminal()) {
        counts.merge(insight.workload(pod), 1, Integer::sum);
      }
    }
    var all =
        counts.entrySet().stream()
            .map(one -> one.getValue() == 1 ? one.getKey() : one.getKey() + " ×" + one.getValue())
            .collect(Collectors.joining(", "));
    return leaf(all.isEmpty() ? "No pods" : "Pods: " + all);
  }

  private ReasonTree disruption(ClaimFacts claim) {
    if (claim.meta().isDeleting()) {
      return leaf("It is being taken away");
    }
    var verdict = insight.verdicts().get(claim.name());
    return verdict == null
        ? leaf("Nothing has been found out about it yet")
        : new ReasonTree(head(verdict), reasons(verdict));
  }

  private static String head(Verdict verdict) {
    return verdict.obstacles().isEmpty()
        ? "Nothing stands in the way of its disruption"
        : "It stays";
  }

  static List<ReasonTree> reasons(Verdict verdict) {
    var reasons = new ArrayList<ReasonTree>();
    verdict.obstacles().stream()
        .map(Obstacle::sentence)
        .distinct()
        .forEach(s -> reasons.add(leaf(s)));
    verdict.best().ifPresent(move -> reasons.add(leaf(sentence(move))));
    return reasons;
  }

  private static String sentence(Move move) {
    var instead =
        move.replacements().isEmpty()
            ? "its pods fit elsewhere"
            : "%s instead, from %s"
                .formatted(
                    Phrases.count(move.replacements().size(), "new node"),
                    Wording.money(
                        move.replacements().stream().mapToDouble(one -> one.price()).sum()));
    return "%s would save %s: %s"
        .formatted(move.method().reason().wire(), move.savingSentence(), instead);
  }
}
