package karpenter.operator.statics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import karpenter.operator.state.PoolState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is heard of static pools.
final class StaticNews {
  private final LoopContext context;
  private final String loop;
  private final Logger log;

  StaticNews(LoopContext context, String loop) {
    this.context = context;
    this.loop = loop;
    this.log = LoggerFactory.getLogger(loop);
  }

  void created(PoolState pool, ClaimFacts claim) {
    context.metrics().count(Metric.NODECLAIMS_CREATED_TOTAL, "provisioned", pool.name(), "false");
    log.atInfo()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .log("created nodeclaim");
    record("StaticClaimCreated", "NodeClaim/" + claim.name(), pool, "replicas were missing");
  }

  void deleted(PoolState pool, ClaimFacts claim) {
    ClaimLabels.countDisrupted(context.metrics(), claim, "scaled_down");
    log.atInfo()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .log("deleting nodeclaim");
    record("StaticClaimDeleted", "NodeClaim/" + claim.name(), pool, "there were too many replicas");
  }

  void atLimit(PoolState pool, int withheld, long limit) {
    log.atDebug()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("limit", limit)
        .log("nodepool is at its limit of nodes");
    record(
        "StaticPoolAtLimit",
        "NodePool/" + pool.name(),
        pool,
        "%d replicas are missing, and the limit is %d nodes".formatted(withheld, limit));
  }

  private void record(String kind, String subject, PoolState pool, String reason) {
    var details = new TreeMap<String, String>();
    pool.facts().replicas().ifPresent(n -> details.put("replicas", Long.toString(n)));
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                loop,
                kind,
                subject,
                List.of(reason),
                details,
                context.state().snapshot().version()));
  }
}
