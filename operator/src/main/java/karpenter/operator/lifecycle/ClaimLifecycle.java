package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.nodepool.HealthRings;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Written;

/// Takes a claim from the wish for a machine to an initialized node, or to its end (spec 02 §1.3).
/// 1. The finalizer is stored before anything is launched: what is launched can then not be
///    forgotten.
/// 2. Launch, registration, initialization and liveness follow in this order, all of them each
///    time; one that fails does not keep the others back.
/// 3. What they changed is stored: metadata, then status. Only then is it counted and told.
final class ClaimLifecycle implements Loop<String> {
  static final String NAME = "nodeclaim.lifecycle";

  private final LoopContext ctx;
  private final Managed managed;
  private final Launches launches = new Launches();
  private final Finalization finalization;
  private final List<Step.Taker> steps;

  ClaimLifecycle(LoopContext ctx, HealthRings health) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    var told = new Told(ctx, NAME);
    this.finalization = new Finalization(ctx, told, launches);
    this.steps =
        List.of(
            new LaunchStep(ctx, told, launches),
            new RegistrationStep(ctx, told, health),
            new InitializationStep(ctx, told),
            new LivenessStep(ctx, told, health));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<Outcome> foregone(String name) {
    return ctx.state()
        .snapshot()
        .claim(name)
        .filter(managed::is)
        .filter(ClaimLifecycle::isSettled)
        .map(_ -> Outcome.DONE);
  }

  /// Whether it has arrived, and said so of its spec as it is: every step would leave it alone, and
  /// there is nothing to store. Claims are like that for most of their lives.
  static boolean isSettled(ClaimFacts claim) {
    var meta = claim.meta();
    return !meta.isDeleting()
        && meta.hasFinalizer(Marks.FINALIZER)
        && claim.is(Conditions.READY)
        && ClaimFacts.DEPENDENTS.stream().allMatch(type -> isSettled(claim, type));
  }

  private static boolean isSettled(ClaimFacts claim, String type) {
    return claim
        .conditions()
        .find(type)
        .map(c -> c.isTrue() && c.observedGeneration() == claim.meta().generation())
        .orElse(false);
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var found = ctx.state().snapshot().claim(name).filter(managed::is);
    if (found.isEmpty()) {
      launches.forget(name);
      return Outcome.DONE;
    }
    var claim = found.get();
    if (claim.meta().isDeleting()) {
      return finalization.reconcile(claim);
    }
    if (claim.meta().hasFinalizer(Marks.FINALIZER)) {
      return pass(claim);
    }
    var written = ctx.writer().patchClaim(claim, held(claim), Guard.VERSION);
    var stored = written.result().filter(c -> c.meta().hasFinalizer(Marks.FINALIZER));
    return stored.isPresent() ? pass(stored.get()) : Outcome.of(written);
  }

  private static ClaimFacts held(ClaimFacts claim) {
    return claim.withMeta(
        claim
            .meta()
            .withFinalizers(
                Stream.concat(claim.meta().finalizers().stream(), Stream.of(Marks.FINALIZER))
                    .toList()));
  }

  private Outcome pass(ClaimFacts claim) throws Unreachable, InterruptedException {
    var step = Step.of(claim.withConditions(claim.conditions().initialized(claim.subject())));
    for (var next : steps) {
      step = step.then(next);
    }
    return step.isOver() ? step.outcome() : step.outcome().and(store(claim, step));
  }

  private Outcome store(ClaimFacts before, Step step) throws Unreachable, InterruptedException {
    var base = before;
    if (!step.claim().meta().equals(before.meta())) {
      var written = ctx.writer().patchClaim(before, step.claim(), Guard.NONE);
      if (written.result().isEmpty()) {
        return Outcome.of(written);
      }
      base = written.result().get();
      // The labels went in beside somebody's news; our conditions were made without it.
      if (!base.conditions().equals(before.conditions())) {
        return Outcome.again(Outcome.STALE_WAIT);
      }
    }
    var written =
        ctx.writer().patchClaimStatus(base, step.claim().withMeta(base.meta()), Guard.VERSION);
    if (written instanceof Written.Stored<ClaimFacts>) {
      step.onceStored().forEach(Runnable::run);
    }
    return Outcome.of(written);
  }
}
