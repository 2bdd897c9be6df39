package karpenter.app.explain;

import static karpenter.app.explain.Stories.leaf;
import static karpenter.app.explain.Stories.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import karpenter.app.against.Insight;
import karpenter.app.terminal.Phrases;
import karpenter.core.disruption.Budgets;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Wording;
import karpenter.core.explain.Explanations;
import karpenter.core.explain.ReasonTree;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.PoolFacts;

/// What a pool has, may buy and lets go, and what keeps pods out of it.
final class PoolStory {
  private static final int MOST_PODS = 3;

  private final Insight insight;

  PoolStory(Insight insight) {
    this.insight = insight;
  }

  ReasonTree of(PoolFacts pool) {
    var reasons = new ArrayList<ReasonTree>();
    reasons.add(readiness(pool));
    reasons.add(nodes(pool));
    pool.limits()
        .ifPresent(
            limits ->
                reasons.add(
                    leaf(
                        "Limits: %s; in use: %s"
                            .formatted(limits.render(), pool.usage().render()))));
    reasons.add(disruption(pool));
    reasons.addAll(verdicts(pool));
    reasons.addAll(kept(pool));
    return new ReasonTree("NodePool " + pool.name(), reasons);
  }

  private static ReasonTree readiness(PoolFacts pool) {
    if (!pool.problems().isEmpty()) {
      return new ReasonTree(
          "It cannot be used", pool.problems().stream().map(Stories::leaf).toList());
    }
    if (pool.isReady()) {
      return leaf("Ready" + (pool.weight() > 0 ? ", weight " + pool.weight() : ""));
    }
    var reasons = new ArrayList<ReasonTree>();
    for (var type : PoolFacts.DEPENDENTS) {
      pool.conditions()
          .find(type)
          .filter(condition -> !condition.isTrue())
          .ifPresent(condition -> reasons.add(leaf("%s: %s".formatted(type, condition.message()))));
    }
    return new ReasonTree(
        "Not %s, so it buys nothing".formatted(Conditions.READY.toLowerCase(Locale.ROOT)), reasons);
  }

  private ReasonTree nodes(PoolFacts pool) {
    int nodes = 0;
    double cost = 0;
    var nodeCosts = new ArrayList<Double>();
    for (var claim : insight.snapshot().claimsOfPool(pool.name())) {
      nodes++;
      var node = claim.nodeName().flatMap(insight.snapshot()::node);
      cost += node.map(one -> insight.price(one).orElse(0)).orElse(0.0);
      node.ifPresent(one -> nodeCosts.add(insight.nodeCost(one)));
    }
    return leaf(
        "%s, %s an hour%s"
            .formatted(
                Phrases.count(nodes, "node"),
                Phrases.hourly(cost),
                Phrases.nodeCosts(nodeCosts).map(sum -> " + node cost " + sum).orElse("")));
  }

  private ReasonTree disruption(PoolFacts pool) {
    int total = insight.snapshot().claimsOfPool(pool.name()).size();
    var reasons = new ArrayList<ReasonTree>();
    for (var reason : Reason.values()) {
      int allowed = Budgets.allowed(pool, reason, total, insight.now());
      reasons.add(
          leaf(
              "%s: %s at once now"
                  .formatted(
                      reason.wire(),
                      allowed == Budgets.UNLIMITED
                          ? "any number of nodes"
                          : Phrases.count(allowed, "node"))));
    }
    return new ReasonTree(
        "Disruption: %s, %s"
            .formatted(
                pool.consolidationPolicy(),
                pool.consolidateAfter()
                    .map(after -> "after " + Wording.duration(after))
                    .orElse("never")),
        reasons);
  }

  /// How many nodes stay for each reason.
  private List<ReasonTree> verdicts(PoolFacts pool) {
    var kinds = new TreeMap<String, Integer>();
    var example = new TreeMap<String, String>();
    for (var verdict : insight.verdicts().values()) {
      if (verdict.pool().equals(pool.name()) && !verdict.obstacles().isEmpty()) {
        var first = verdict.obstacles().getFirst();
        kinds.merge(first.kind(), 1, Integer::sum);
        example.putIfAbsent(first.kind(), first.sentence());
      }
    }
    var reasons = new ArrayList<ReasonTree>();
    kinds.forEach(
        (kind, count) ->
            reasons.add(
                tree(
                    "%s by %s".formatted(Phrases.count(count, "node") + " kept", kind),
                    leaf("for one: " + example.get(kind)))));
    return reasons;
  }

  /// What it said to pods that wait in vain.
  private List<ReasonTree> kept(PoolFacts pool) {
    var answer = insight.inquiry().now(insight.snapshot(), insight.now());
    var reasons = new ArrayList<ReasonTree>();
    if (answer.placement().unplaced().isEmpty()) {
      return reasons;
    }
    var explanations = Explanations.of(answer.problem(), answer.placement());
    for (var unplaced : answer.placement().unplaced().stream().limit(MOST_PODS).toList()) {
      for (var reason : explanations.explainRefusals(unplaced.pod()).tree().reasons()) {
        if (reason.sentence().startsWith("NodePool " + pool.name())) {
          reasons.add(
              new ReasonTree(
                  "No node for pod %s".formatted(unplaced.pod().fullName()), List.of(reason)));
        }
      }
    }
    return reasons;
  }
}
