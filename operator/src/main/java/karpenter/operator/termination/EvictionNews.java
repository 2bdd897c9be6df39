package karpenter.operator.termination;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.LeavingNode;
import karpenter.core.termination.Protection;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.kube.Eviction;
import karpenter.operator.metrics.Metric;

/// What users hear about pods that leave: events, figures and the journal.
final class EvictionNews {
  private static final String LOOP = "eviction-queue";

  private final LoopContext context;

  EvictionNews(LoopContext context) {
    this.context = context;
  }

  void answered(Eviction answer) {
    // Whatever kind of success, as upstream counts it.
    boolean isAccepted = answer instanceof Eviction.Accepted;
    context
        .metrics()
        .count(
            Metric.PODS_EVICTION_REQUESTS_TOTAL,
            isAccepted ? "200" : Integer.toString(answer.code()));
  }

  void evicted(PodFacts pod) {
    var reason = reason(pod);
    context.metrics().count(Metric.PODS_DRAINED_TOTAL, reason);
    tell(EventNote.normal(About.of(pod), "Evicted", "Evicted the pod: " + reason));
    record("PodEvicted", pod, List.of(reason));
  }

  void forced(PodFacts pod, Instant deadline, long grace) {
    context.metrics().count(Metric.PODS_DRAINED_TOTAL, reason(pod));
    var message =
        "Deleting the pod with %d s of grace: its node goes at %s".formatted(grace, deadline);
    tell(EventNote.normal(About.of(pod), "Disrupted", message));
    record("PodForced", pod, List.of(message));
  }

  /// A disruption budget said no.
  void heldBack(PodFacts pod, String message) {
    pod.node()
        .flatMap(name -> context.state().snapshot().node(name))
        .ifPresent(
            node ->
                tell(
                    EventNote.warning(
                        About.of(node),
                        "FailedDraining",
                        "Evicting pod %s: %s".formatted(pod.fullName(), message))));
  }

  /// What its owner asked for, and whether we understood it.
  void considered(PodFacts pod, Protection protection) {
    ProtectionNews.of(pod, protection).ifPresent(this::tell);
  }

  private String reason(PodFacts pod) {
    return LeavingNode.reason(claim(pod));
  }

  private Optional<ClaimFacts> claim(PodFacts pod) {
    var snapshot = context.state().snapshot();
    return pod.node().flatMap(snapshot::node).flatMap(snapshot::claimOf);
  }

  private void tell(EventNote note) {
    context.events().tell(note);
  }

  private void record(String kind, PodFacts pod, List<String> reasons) {
    var details = new TreeMap<String, String>();
    pod.node().ifPresent(node -> details.put("node", node));
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                LOOP,
                kind,
                "Pod/" + pod.fullName(),
                reasons,
                details,
                context.state().snapshot().version()));
  }
}
