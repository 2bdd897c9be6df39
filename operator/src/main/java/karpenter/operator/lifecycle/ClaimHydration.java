package karpenter.operator.lifecycle;

import karpenter.api.Labels;
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
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var claim = ctx.state().snapshot().claim(name).filter(managed::is);
    if (claim.isEmpty()) {
      return Outcome.DONE;
    }
    var ref = claim.get().nodeClass();
    var key = Labels.nodeClass(ref.group(), ref.kind());
    if (claim.get().meta().label(key).equals(ref.name())) {
      return Outcome.DONE;
    }
    var hydrated = claim.get().withMeta(claim.get().meta().withLabel(key, ref.name()));
    return Outcome.of(ctx.writer().patchClaim(claim.get(), hydrated, Guard.NONE));
  }
}
