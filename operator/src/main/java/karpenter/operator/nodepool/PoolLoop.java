package karpenter.operator.nodepool;

import java.util.Optional;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.PoolState;

/// A loop on the pools that are ours.
abstract class PoolLoop implements Loop<String> {
  final LoopContext ctx;
  private final Managed managed;
  private final String name;

  PoolLoop(LoopContext ctx, String name) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Optional<Outcome> foregone(String pool) {
    return ctx.state()
        .snapshot()
        .pool(pool)
        .map(PoolState::facts)
        .filter(managed::is)
        .flatMap(this::foregone);
  }

  /// See [Loop#foregone].
  Optional<Outcome> foregone(PoolFacts pool) {
    return Optional.empty();
  }

  @Override
  public final Outcome reconcile(String pool) throws Unreachable, InterruptedException {
    var found = ctx.state().snapshot().pool(pool);
    if (found.isEmpty()) {
      gone(pool);
      return Outcome.DONE;
    }
    var facts = found.get().facts();
    return managed.is(facts) ? reconcile(facts) : Outcome.DONE;
  }

  abstract Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException;

  /// There is no pool of this name any more.
  void gone(String pool) {}
}
