package karpenter.operator.interruption;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.termination.DrainDeadline;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.control.SpotBreakers;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.Notice;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.Guard;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// Asks for warnings, again and again, and acts on each: it is told, and the claim of a machine
/// that will go is deleted, so that its node drains while there is time and its pods are planned
/// anew.
final class InterruptionLoop implements Loop<Loop.Singleton> {
  private static final int AT_ONCE = 10;

  private final LoopContext context;
  private final Duration period;
  private final Managed managed;
  private final InterruptionNews news;
  private final SpotBreakers breakers;

  InterruptionLoop(LoopContext context, Duration period) {
    this.context = context;
    this.period = period;
    this.managed = Managed.by(context.provider());
    this.news = new InterruptionNews(context);
    this.breakers = new SpotBreakers(context.settings());
  }

  @Override
  public String name() {
    return InterruptionNews.LOOP;
  }

  @Override
  public Outcome reconcile(Singleton all) throws Unreachable, InterruptedException {
    var notices = context.provider().notices();
    count(notices);
    var results = context.parallel().map(notices, AT_ONCE, this::handle);
    var outcome = Outcome.again(period);
    for (var result : results) {
      outcome = outcome.and(outcome(result));
    }
    return outcome;
  }

  /// Written down before anything is done about them, so that a crash forgets none; told twice, one
  /// may count twice. That it cannot be written is no reason to let a machine go unprepared.
  private void count(List<Notice> notices) throws Unreachable, InterruptedException {
    var lost = new TreeMap<String, Integer>();
    for (var notice : notices) {
      if (notice.response() != Notice.Response.TELL) {
        for (var claim : claims(notice)) {
          if (SpotBreakers.isSpot(claim) && !claim.meta().isDeleting()) {
            lost.merge(claim.meta().label(Marks.NODE_POOL), 1, Integer::sum);
          }
        }
      }
    }
    for (var entry : lost.entrySet()) {
      var snapshot = context.state().snapshot();
      var pool = snapshot.pool(entry.getKey()).map(PoolState::facts);
      if (pool.isPresent()) {
        var now = context.clock().instant();
        var counted = breakers.interrupted(pool.get(), entry.getValue(), snapshot, now);
        var problem = problem(context.writer().patchPool(pool.get(), counted, Guard.NONE));
        problem.ifPresent(why -> news.uncounted(pool.get(), why));
      }
    }
  }

  private static Outcome outcome(Result<Optional<String>> result) {
    return switch (result) {
      case Result.Answered<Optional<String>>(var problem) ->
          problem.map(Outcome::failed).orElse(Outcome.DONE);
      case Result.Unanswered<Optional<String>>(var cause) ->
          Outcome.failed(String.valueOf(cause.getMessage()));
    };
  }

  /// Empty when all was done and the notice acknowledged; otherwise why it will be told again.
  private Optional<String> handle(Notice notice) throws Unreachable, InterruptedException {
    for (var claim : claims(notice)) {
      news.warned(notice, claim);
      var problem = act(notice, claim);
      if (problem.isPresent()) {
        return problem;
      }
    }
    context.provider().acknowledge(notice);
    return Optional.empty();
  }

  /// None for a machine that is not ours: other clusters may share the account.
  private List<ClaimFacts> claims(Notice notice) {
    return context.state().snapshot().claimsWithProviderId(notice.providerId()).stream()
        .filter(managed::is)
        .toList();
  }

  private Optional<String> act(Notice notice, ClaimFacts claim)
      throws Unreachable, InterruptedException {
    return switch (notice.response()) {
      case TELL -> Optional.empty();
      case REPLACE -> delete(notice, claim);
      case REPLACE_AT_ONCE -> {
        var hurried = DrainDeadline.within(claim, context.clock().instant());
        var problem = problem(context.writer().patchClaim(claim, hurried, Guard.NONE));
        yield problem.isPresent() ? problem : delete(notice, claim);
      }
    };
  }

  private Optional<String> delete(Notice notice, ClaimFacts claim)
      throws Unreachable, InterruptedException {
    if (claim.meta().isDeleting()) {
      return Optional.empty();
    }
    var key = ObjectKey.cluster(claim.name());
    var written =
        context.writer().delete(Resource.NODE_CLAIMS, key, Deletion.of(claim.meta().uid()));
    if (written instanceof Written.Stored<?>) {
      news.deleted(notice, claim);
    }
    return problem(written);
  }

  private static Optional<String> problem(Written<?> written) {
    return switch (written) {
      case Written.Stored<?> _, Written.Unchanged<?> _, Written.Missing<?> _ -> Optional.empty();
      case Written.Stale<?>(var message) -> Optional.of(message);
      case Written.Refused<?>(var message) -> Optional.of(message);
    };
  }
}
