package karpenter.operator.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import karpenter.core.disruption.control.Controls;
import karpenter.core.disruption.control.Rotation;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;
import karpenter.core.lifecycle.Consolidatable;
import karpenter.core.lifecycle.Drift;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.control.ControlSource;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Marks claims that may be consolidated and claims that have drifted from their pool (spec 02
/// §1.16, §1.17). Claims without a pool get neither mark.
final class DisruptionMarks implements Loop<String> {
  static final String NAME = "nodeclaim.disruption";
  private static final Logger LOG = LoggerFactory.getLogger(DisruptionMarks.class);

  private final LoopContext ctx;
  private final Managed managed;
  private final DriftReasons reasons;
  private final Told told;
  private final ControlSource source;

  DisruptionMarks(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    this.reasons = new DriftReasons(ctx);
    this.told = new Told(ctx, NAME);
    this.source = new ControlSource(ctx.settings());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    var found = snapshot.claim(name).filter(managed::is);
    if (found.isEmpty()) {
      reasons.forget(name);
      return Outcome.DONE;
    }
    var claim = found.get();
    var pool = poolOf(claim, snapshot);
    return claim.meta().isDeleting() || pool.isEmpty() ? Outcome.DONE : mark(claim, pool.get());
  }

  /// Without its pool nothing is evaluated: the claims of a deleted pool go with it.
  private Optional<PoolState> poolOf(ClaimFacts claim, ClusterSnapshot snapshot) {
    return snapshot.pool(claim.meta().label(Marks.NODE_POOL)).filter(p -> managed.is(p.facts()));
  }

  /// A claim is looked at with every pod that comes or goes, and mostly it is as it should be. One
  /// that has drifted, or whose controls say something, is left for a closer look.
  @Override
  public Optional<Outcome> foregone(String name) {
    var snapshot = ctx.state().snapshot();
    var claim = snapshot.claim(name).filter(managed::is);
    var pool = claim.flatMap(c -> poolOf(c, snapshot));
    if (claim.isEmpty() || pool.isEmpty() || claim.get().meta().isDeleting()) {
      return Optional.empty();
    }
    return settled(claim.get(), pool.get(), ctx.clock().instant());
  }

  /// What is to be done with a claim that need not be written.
  @SuppressWarnings("ReferenceEquality") // there is one that says nothing
  private Optional<Outcome> settled(ClaimFacts claim, PoolState pool, Instant now) {
    boolean isDriftless =
        Drift.isPossible(claim)
            && claim.conditions().find(ClaimFacts.DRIFTED).isEmpty()
            && reasons.isKnownToBeNone(claim, pool, now)
            && source.of(claim, pool, ctx.state().snapshot(), now) == Controls.NONE;
    if (!isDriftless) {
      return Optional.empty();
    }
    var look = Outcome.again(reasons.untilNextLook(claim, now));
    if (pool.facts().isStatic()) {
      return Optional.of(look);
    }
    var verdict = Consolidatable.decide(claim, pool.facts(), now);
    if (!Consolidatable.marked(claim, verdict, now).conditions().equals(claim.conditions())) {
      return Optional.empty();
    }
    return Optional.of(
        verdict instanceof Consolidatable.In(var time) ? Outcome.again(time).and(look) : look);
  }

  private Outcome mark(ClaimFacts claim, PoolState pool) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    var consolidatable = consolidatable(claim, pool.facts(), now);
    var step =
        Step.of(consolidatable.claim(), consolidatable.outcome())
            .then(marked -> drift(marked, pool, now));
    var written = ctx.writer().patchClaimStatus(claim, step.claim(), Guard.VERSION);
    if (written instanceof Written.Stored<ClaimFacts>) {
      tell(claim, step.claim());
    }
    return step.outcome().and(Outcome.of(written));
  }

  private Step consolidatable(ClaimFacts claim, PoolFacts pool, Instant now) {
    if (pool.isStatic()) {
      return Step.of(claim);
    }
    var verdict = Consolidatable.decide(claim, pool, now);
    var marked = Consolidatable.marked(claim, verdict, now);
    return verdict instanceof Consolidatable.In(var time)
        ? Step.of(marked, Outcome.again(time))
        : Step.of(marked);
  }

  /// When the cloud does not answer, a mark that is there stays.
  private Step drift(ClaimFacts claim, PoolState pool, Instant now)
      throws Unreachable, InterruptedException {
    if (!Drift.isPossible(claim)) {
      return Step.of(claim.clear(ClaimFacts.DRIFTED));
    }
    var reason = reasons.find(claim, pool, now);
    var controls = source.of(claim, pool, ctx.state().snapshot(), now);
    // Drift that would wait for an approval must not hide that somebody asked for this node.
    if (controls.rotation(claim, pool.facts()).isPresent()) {
      reason = Optional.of(Rotation.REASON);
    }
    var look = Outcome.again(reasons.untilNextLook(claim, now));
    var change = controls.nextChange().map(at -> Outcome.again(Duration.between(now, at)));
    return Step.of(Drift.marked(claim, reason, now), change.map(look::and).orElse(look));
  }

  private void tell(ClaimFacts before, ClaimFacts after) {
    var was = before.conditions().find(ClaimFacts.DRIFTED).map(Condition::reason);
    var is = after.conditions().find(ClaimFacts.DRIFTED).map(Condition::reason);
    if (was.equals(is)) {
      return;
    }
    LOG.atInfo()
        .addKeyValue("NodeClaim", after.name())
        .addKeyValue("reason", is.orElse(""))
        .log(is.isPresent() ? "nodeclaim drifted" : "nodeclaim is no longer drifted");
    told.decided(
        is.isPresent() ? "ClaimDrifted" : "ClaimDriftCleared",
        after,
        is.orElse("It is what its pool would make today"),
        Map.of("nodepool", after.meta().label(Marks.NODE_POOL)));
  }
}
