package karpenter.app.explain;

import static karpenter.app.explain.Stories.leaf;
import static karpenter.app.explain.Stories.tree;

import java.util.ArrayList;
import java.util.List;
import karpenter.app.against.Insight;
import karpenter.app.terminal.Phrases;
import karpenter.core.explain.Explanations;
import karpenter.core.explain.ReasonTree;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.operator.provisioning.Inquiry;

/// Why a pod waits, or why it is where it is.
final class PodStory {
  private final Insight insight;

  PodStory(Insight insight) {
    this.insight = insight;
  }

  ReasonTree of(PodFacts pod) {
    if (pod.isTerminal()) {
      return leaf("Pod %s has ended.".formatted(pod.fullName()));
    }
    return pod.node().isPresent() ? placed(pod, pod.node().get()) : waiting(pod);
  }

  private ReasonTree waiting(PodFacts pod) {
    var head = "Pod %s has no node.".formatted(pod.fullName());
    var answer = insight.inquiry().now(insight.snapshot(), insight.now());
    var refused = answer.refused().get(pod.uid());
    if (refused != null) {
      return tree(
          head,
          leaf(
              refused.isEmpty()
                  ? "It wants no node of a NodePool: its node affinity rules them out"
                  : refused));
    }
    for (var unplaced : answer.placement().unplaced()) {
      if (unplaced.pod().uid().equals(pod.uid())) {
        var explanation =
            Explanations.of(answer.problem(), answer.placement()).explain(unplaced.pod());
        return new ReasonTree(head, explanation.tree().reasons());
      }
    }
    var found = destination(pod, answer);
    return found.isEmpty() ? tree(head, unseen(pod)) : new ReasonTree(head, found);
  }

  private static ReasonTree unseen(PodFacts pod) {
    return leaf(
        pod.isUntold()
            ? "The scheduler has not looked at it yet; Karpenter waits for its word"
            : "The scheduler has not called it unschedulable, so Karpenter leaves it alone:"
                + " a scheduling gate, or another scheduler's business");
  }

  /// Where planning puts it.
  private List<ReasonTree> destination(PodFacts pod, Inquiry.Answer answer) {
    for (var use : answer.placement().existing()) {
      if (has(use.pods(), pod)) {
        return List.of(
            leaf("It fits on node %s; the scheduler will put it there".formatted(use.node())));
      }
    }
    var nodes = answer.placement().newNodes();
    for (int i = 0; i < nodes.size(); i++) {
      if (has(nodes.get(i).pods(), pod)) {
        var why = Explanations.of(answer.problem(), answer.placement()).explainNode(i).tree();
        return List.of(new ReasonTree("A node will be bought: " + why.sentence(), why.reasons()));
      }
    }
    var promised = insight.snapshot().notes().promised().get(pod.uid());
    return promised == null
        ? List.of()
        : List.of(leaf("It is expected on NodeClaim %s, which is on its way".formatted(promised)));
  }

  private static boolean has(List<Pod> pods, PodFacts pod) {
    return pods.stream().anyMatch(one -> one.uid().equals(pod.uid()));
  }

  private ReasonTree placed(PodFacts pod, String node) {
    var reasons = new ArrayList<ReasonTree>();
    insight
        .snapshot()
        .node(node)
        .ifPresent(
            found ->
                reasons.add(
                    leaf("Node %s: %s".formatted(node, NodeStory.description(found, insight)))));
    reasons.add(leaf("It asks for " + pod.spec().requests().render()));
    var answer = insight.inquiry().afresh(insight.snapshot(), pod, insight.now());
    reasons.add(instead(node, answer.placement()));
    return new ReasonTree("Pod %s is on node %s.".formatted(pod.fullName(), node), reasons);
  }

  /// Were it to come now.
  private static ReasonTree instead(String node, Placement placement) {
    if (!placement.existing().isEmpty()) {
      var other = placement.existing().getFirst().node();
      return leaf(
          other.equals(node)
              ? "Planned for again it would stay: the first node with room is this one"
              : "Planned for again it would fit on node %s too".formatted(other));
    }
    if (!placement.newNodes().isEmpty()) {
      var bought = placement.newNodes().getFirst();
      return leaf(
          "No other node has room for it; elsewhere it would need a new one of NodePool %s, from %s an hour%s"
              .formatted(
                  bought.pool(),
                  Phrases.hourly(bought.price()),
                  Phrases.plusNodeCost(bought.nodeCost())));
    }
    return leaf("No other node has room for it, and no NodePool could buy one for it today");
  }
}
