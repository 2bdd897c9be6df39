package karpenter.operator.lifecycle;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Expiry;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes claims that have lived as long as they were meant to, all that are due at once (spec 02
/// §1.14).
final class ExpirationLoop implements Loop<String> {
  static final String NAME = "nodeclaim.expiration";
  private static final Logger LOG = LoggerFactory.getLogger(ExpirationLoop.class);
  private static final String REASON = "expired";

  private final LoopContext ctx;
  private final Managed managed;
  private final Told told;

  ExpirationLoop(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    this.told = new Told(ctx, NAME);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Outcome> foregone(String name) {
    var claim = living(name);
    return claim.isEmpty()
        ? Optional.of(Outcome.DONE)
        : switch (Expiry.decide(claim.get(), ctx.clock().instant())) {
          case Expiry.Never() -> Optional.of(Outcome.DONE);
          case Expiry.In(var time) -> Optional.of(Outcome.again(time));
          case Expiry.Expired _ -> Optional.empty();
        };
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var claim = living(name);
    if (claim.isEmpty()) {
      return Outcome.DONE;
    }
    return switch (Expiry.decide(claim.get(), ctx.clock().instant())) {
      case Expiry.Never() -> Outcome.DONE;
      case Expiry.In(var time) -> Outcome.again(time);
      case Expiry.Expired(var at) -> expire(claim.get(), at);
    };
  }

  private Optional<ClaimFacts> living(String name) {
    return ctx.state()
        .snapshot()
        .claim(name)
        .filter(managed::is)
        .filter(claim -> !claim.meta().isDeleting());
  }

  private Outcome expire(ClaimFacts claim, Instant at) throws Unreachable, InterruptedException {
    if (new GivingUp(ctx).delete(claim, REASON)) {
      ctx.metrics()
          .add(
              Metric.PODS_DISRUPTION_INITIATED_TOTAL,
              (double) reschedulablePods(claim),
              REASON,
              ClaimLabels.pool(claim),
              ClaimLabels.capacityType(claim),
              "",
              ClaimLabels.terminationMode(claim));
      LOG.atInfo().addKeyValue("reason", REASON).log("deleting expired nodeclaim");
      told.decided(
          "ClaimExpired", claim, "Its lifetime ended", Map.of("expired-at", at.toString()));
    }
    return Outcome.DONE;
  }

  private long reschedulablePods(ClaimFacts claim) {
    var snapshot = ctx.state().snapshot();
    return Nodes.of(claim, snapshot).stream()
        .flatMap(node -> snapshot.podsOn(node.name()).stream())
        .filter(PodPredicates::isReschedulable)
        .count();
  }
}
