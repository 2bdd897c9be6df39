package karpenter.operator.statics;

import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.statics.Scaling;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// Makes the claims a static pool lacks. Claims are counted in one snapshot, which knows what we
/// wrote ourselves, and a pool is never looked at twice at once.
final class StaticProvisioningLoop implements Loop<String> {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Duration PERIOD_AT_LIMIT = Duration.ofSeconds(30);
  private static final int AT_ONCE = 50;

  private final LoopContext context;
  private final StaticClaims claims;
  private final StaticNews news;
  private final GrowthPace pace = new GrowthPace();
  private final UsedNames names;

  StaticProvisioningLoop(LoopContext context) {
    this.context = context;
    this.news = new StaticNews(context, name());
    this.claims = new StaticClaims(Managed.by(context.provider()), context.provider().labels());
    this.names = new UsedNames(context);
  }

  @Override
  public String name() {
    return "static.provisioning";
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var held = context.state().snapshot().pool(name).filter(claims::isHeld);
    if (held.isEmpty()) {
      names.forget(name);
      pace.forget(name);
      return Outcome.DONE;
    }
    var written = names.note(held.get(), context.state().snapshot());
    if (!(written instanceof Outcome.Done)) {
      return written;
    }
    var snapshot = context.state().snapshot();
    var pool = snapshot.pool(name).filter(claims::mayGrow);
    if (pool.isEmpty()) {
      pace.forget(name);
      return Outcome.DONE;
    }
    var count = StaticClaims.count(pool.get(), snapshot);
    var facts = pool.get().facts();
    return switch (Scaling.of(facts.replicas().orElseThrow(), StaticClaims.limit(facts), count)) {
      case Scaling.Steady _, Scaling.Shrink _ -> Outcome.again(PERIOD);
      case Scaling.AtLimit(var withheld, var limit) -> {
        news.atLimit(pool.get(), withheld, limit);
        yield Outcome.again(PERIOD_AT_LIMIT);
      }
      case Scaling.Grow(var granted, var withheld) ->
          grow(pool.get(), granted, snapshot)
              .and(Outcome.again(withheld > 0 ? PERIOD_AT_LIMIT : PERIOD));
    };
  }

  private Outcome grow(PoolState pool, int count, ClusterSnapshot snapshot)
      throws InterruptedException {
    var now = context.clock().instant();
    var pause = pace.pause(pool.name(), now);
    if (pause.isPresent()) {
      return Outcome.again(pause.get());
    }
    pace.grew(pool.name(), now);
    var wanted = names.next(pool, count, snapshot);
    var results =
        context
            .parallel()
            .map(
                wanted,
                AT_ONCE,
                claim -> context.writer().createClaim(claims.tree(claim, pool, new TreeMap<>())));
    return outcome(pool, wanted, results);
  }

  private Outcome outcome(
      PoolState pool, List<String> wanted, List<Result<Written<ClaimFacts>>> results) {
    Outcome outcome = Outcome.DONE;
    for (int i = 0; i < results.size(); i++) {
      var result = results.get(i);
      names.asked(pool.name(), wanted.get(i), result instanceof Result.Answered<?>);
      switch (result) {
        case Result.Answered<Written<ClaimFacts>>(var written) -> {
          if (written instanceof Written.Stored<ClaimFacts>(var claim)) {
            news.created(pool, claim);
          }
          outcome = outcome.and(Outcome.of(written));
        }
        case Result.Unanswered<Written<ClaimFacts>>(var cause) ->
            outcome = outcome.and(Outcome.failed(String.valueOf(cause.getMessage())));
      }
    }
    return outcome;
  }
}
