package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import karpenter.api.Finalizers;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.termination.DrainStory;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What users hear about nodes that go: events, figures, logs and the journal.
final class TerminationNews {
  static final String LOOP = "node.termination";
  static final String FINALIZER = Finalizers.TERMINATION;

  private static final Logger LOG = LoggerFactory.getLogger(LOOP);
  private static final int MOST_NAMED = 5;

  private final LoopContext context;

  TerminationNews(LoopContext context) {
    this.context = context;
  }

  void claimDeleted(ClaimFacts claim) {
    LOG.atInfo()
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .log("deleted nodeclaim of a node that is being deleted");
    record("ClaimDeleted", "NodeClaim/" + claim.name(), "its node is being deleted");
  }

  void tainted(NodeFacts node) {
    LOG.atInfo()
        .addKeyValue("Node", Map.of("name", node.name()))
        .addKeyValue("taint.Key", PodPredicates.DISRUPTED.key())
        .addKeyValue("taint.Value", PodPredicates.DISRUPTED.value())
        .log("tainted node");
    record("NodeTainted", subject(node), "the node is being deleted");
  }

  void expiring(NodeFacts node, Instant deadline) {
    tell(
        EventNote.warning(
            About.of(node),
            "TerminationGracePeriodExpiring",
            "All pods will be deleted by " + deadline));
  }

  /// @param story what holds the drain up
  void draining(NodeFacts node, int pods, DrainStory story) {
    var waiting = pods == 1 ? "1 pod is waiting" : pods + " pods are waiting";
    tell(
        EventNote.warning(
            About.of(node),
            "FailedDraining",
            waiting
                + " to be evicted"
                + (story.held().isPresent() ? ". " + story.sentence() : "")));
  }

  void blocked(NodeFacts node, DrainStory story) {
    LOG.atInfo()
        .addKeyValue("Node", Map.of("name", node.name()))
        .addKeyValue("reason", story.sentence())
        .log("drain is held up");
    record("DrainBlocked", subject(node), story.sentence());
  }

  void awaitingVolumes(NodeFacts node, List<String> attachments) {
    var named = String.join(", ", attachments.subList(0, Math.min(MOST_NAMED, attachments.size())));
    var more = attachments.size() - MOST_NAMED;
    tell(
        EventNote.normal(
            About.of(node),
            "AwaitingVolumeDetachment",
            "Awaiting deletion of volume attachments: "
                + (more > 0 ? "%s and %d more".formatted(named, more) : named)));
  }

  void progressed(ClaimFacts before, ClaimFacts after) {
    if (!before.is(ClaimFacts.DRAINED) && after.is(ClaimFacts.DRAINED)) {
      context.metrics().count(Metric.NODES_DRAINED_TOTAL, ClaimLabels.pool(after));
      record("NodeDrained", "NodeClaim/" + after.name(), "no pod of it is waited for any more");
    }
  }

  void gone(NodeFacts node, String reason) {
    var pool = node.meta().label(Labels.NODE_POOL);
    var now = context.clock().instant();
    var metrics = context.metrics();
    metrics.count(Metric.NODES_TERMINATED_TOTAL, pool, node.meta().label(Labels.ZONE));
    node.meta()
        .deleted()
        .ifPresent(
            since ->
                metrics.observe(
                    Metric.NODES_TERMINATION_DURATION_SECONDS, seconds(since, now), pool));
    metrics.observe(
        Metric.NODES_LIFETIME_DURATION_SECONDS, seconds(node.meta().created(), now), pool);
    LOG.atInfo().addKeyValue("Node", Map.of("name", node.name())).log("deleted node");
    record("NodeLetGo", subject(node), reason);
  }

  private static double seconds(Instant since, Instant now) {
    return Duration.between(since, now).toMillis() / 1000.0;
  }

  private static String subject(NodeFacts node) {
    return "Node/" + node.name();
  }

  private void tell(EventNote note) {
    context.events().tell(note);
  }

  private void record(String kind, String subject, String reason) {
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                LOOP,
                kind,
                subject,
                List.of(reason),
                Collections.emptySortedMap(),
                context.state().snapshot().version()));
  }
}
