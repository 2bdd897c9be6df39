package karpenter.operator.repair;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.repair.Ailment;
import karpenter.core.repair.Outbreak;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What users hear about ill nodes.
final class RepairNews {
  static final String LOOP = "node.health";

  private static final Logger LOG = LoggerFactory.getLogger(LOOP);
  private static final Duration QUIET = Duration.ofMinutes(15);

  private final LoopContext context;

  RepairNews(LoopContext context) {
    this.context = context;
  }

  void replaced(NodeFacts node, ClaimFacts claim, Ailment ailment) {
    var metrics = context.metrics();
    ClaimLabels.countDisrupted(metrics, claim, "unhealthy");
    metrics.count(
        Metric.NODECLAIMS_UNHEALTHY_DISRUPTED_TOTAL,
        ClaimLabels.snakeCase(ailment.condition()),
        ClaimLabels.pool(claim),
        ClaimLabels.capacityType(claim),
        claim.imageId().orElse(""));
    LOG.atInfo()
        .addKeyValue("Node", Map.of("name", node.name()))
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .addKeyValue("condition", ailment.condition())
        .addKeyValue("status", ailment.status().text())
        .log("replacing unhealthy node");
    record("NodeRepaired", node, ailment.sentence());
  }

  /// Too many are ill at once. Told on all three, because users look at any of them.
  void blocked(NodeFacts node, ClaimFacts claim, Outbreak outbreak) {
    var pool = ClaimLabels.pool(claim);
    var message =
        "%d of %d nodes %s are unhealthy, more than the %d among which single ones are replaced"
            .formatted(
                outbreak.ill(),
                outbreak.total(),
                pool.isEmpty() ? "in the cluster" : "of NodePool " + pool,
                outbreak.tolerated());
    tell(About.of(node), message);
    tell(About.of(claim), message);
    context.state().snapshot().pool(pool).ifPresent(p -> tell(About.of(p.facts()), message));
    record("RepairBlocked", node, message);
  }

  private void tell(About about, String message) {
    context.events().tell(EventNote.warning(about, "NodeRepairBlocked", message).quietFor(QUIET));
  }

  private void record(String kind, NodeFacts node, String reason) {
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                LOOP,
                kind,
                "Node/" + node.name(),
                List.of(reason),
                new TreeMap<>(),
                context.state().snapshot().version()));
  }
}
