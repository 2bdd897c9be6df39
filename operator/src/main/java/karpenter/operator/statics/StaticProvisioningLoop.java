package karpenter.operator.statics;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.api.RestrictedLabels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.resource.Resources;
import karpenter.core.statics.Scaling;
import karpenter.core.statics.StaticCount;
import karpenter.core.statics.StaticNames;
import karpenter.core.wire.ClaimWriter;
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
  private final Managed managed;
  private final ClaimWriter claims;
  private final StaticNews news;
  private final GrowthPace pace = new GrowthPace();

  StaticProvisioningLoop(LoopContext context) {
    this.context = context;
    this.managed = Managed.by(context.provider());
    this.news = new StaticNews(context, name());
    var labels = context.provider().labels();
    this.claims =
        new ClaimWriter(RestrictedLabels.CORE.with(labels.wellKnown(), labels.restrictedDomains()));
  }

  @Override
  public String name() {
    return "static.provisioning";
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var pool = snapshot.pool(name).filter(this::mayGrow);
    if (pool.isEmpty()) {
      pace.forget(name);
      return Outcome.DONE;
    }
    var count = StaticCount.of(snapshot.claimsOfPool(name), snapshot.notes().markedForDeletion());
    var facts = pool.get().facts();
    return switch (Scaling.of(facts.replicas().orElseThrow(), limit(facts), count)) {
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

  private boolean mayGrow(PoolState pool) {
    var facts = pool.facts();
    return facts.isStatic() && managed.is(facts) && facts.isReady() && !facts.meta().isDeleting();
  }

  private static OptionalLong limit(PoolFacts pool) {
    return pool.limits()
        .filter(limits -> limits.has(Resources.NODES))
        .map(limits -> OptionalLong.of(limits.get(Resources.NODES)))
        .orElse(OptionalLong.empty());
  }

  private Outcome grow(PoolState pool, int count, ClusterSnapshot snapshot)
      throws InterruptedException {
    var now = context.clock().instant();
    var pause = pace.pause(pool.name(), now);
    if (pause.isPresent()) {
      return Outcome.again(pause.get());
    }
    pace.grew(pool.name(), now);
    var taken = new TreeSet<String>();
    snapshot.claims().forEach(claim -> taken.add(claim.name()));
    var names = StaticNames.free(pool.name(), pool.facts().meta().uid(), taken, count);
    var results =
        context
            .parallel()
            .map(names, AT_ONCE, claim -> context.writer().createClaim(tree(claim, pool)));
    return outcome(pool, results);
  }

  private ObjectNode tree(String name, PoolState pool) {
    return Json.JSON.valueToTree(
        claims.writeStatic(name, pool.source(), pool.facts().requirements()));
  }

  private Outcome outcome(PoolState pool, List<Result<Written<ClaimFacts>>> results) {
    Outcome outcome = Outcome.DONE;
    for (var result : results) {
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
