package karpenter.operator.lifecycle;

import java.util.Optional;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassRef;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;

/// Gives claims made by older releases the label that names their node class (spec 02 §1.11).
final class ClaimHydration implements Loop<String> {
  private final LoopContext ctx;
  private final Managed managed;

  ClaimHydration(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
  }

  @Override
  public String name() {
    return "nodeclaim.hydration";
  }

  @Override
  public Optional<Outcome> foregone(String name) {
    return dry(name).isEmpty() ? Optional.of(Outcome.DONE) : Optional.empty();
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var claim = dry(name);
    if (claim.isEmpty()) {
      return Outcome.DONE;
    }
    var ref = claim.get().nodeClass();
    var key = Labels.nodeClass(ref.group(), ref.kind());
    var hydrated = claim.get().withMeta(claim.get().meta().withLabel(key, ref.name()));
    return Outcome.of(ctx.writer().patchClaim(claim.get(), hydrated, Guard.NONE));
  }

  /// The claim of that name, if it lacks the label.
  private Optional<ClaimFacts> dry(String name) {
    return ctx.state()
        .snapshot()
        .claim(name)
        .filter(managed::is)
        .filter(claim -> !isLabelled(claim.meta(), claim.nodeClass()));
  }

  static boolean isLabelled(Meta meta, NodeClassRef ref) {
    return meta.label(Labels.nodeClass(ref.group(), ref.kind())).equals(ref.name());
  }
}
