package karpenter.operator.lifecycle;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.ClusterSnapshot;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes registered claims whose machine is gone. One list that lacks a machine proves nothing:
/// two must, some seconds apart, and then the cloud is asked for that machine alone before its
/// claim goes. A Node that is ready is believed over the cloud.
final class ClaimCollection implements Loop<Loop.Singleton> {
  static final String NAME = "nodeclaim.garbagecollection";
  private static final Logger LOG = LoggerFactory.getLogger(ClaimCollection.class);
  private static final Duration PERIOD = Duration.ofMinutes(2);

  /// Before a list that lacked a machine is checked by another.
  private static final Duration SECOND_LOOK = Duration.ofSeconds(10);

  private static final int AT_ONCE = 20;

  private final LoopContext ctx;
  private final Managed managed;
  private final Told told;
  private final Suspects<ClaimFacts> suspects = new Suspects<>(claim -> claim.meta().uid());

  ClaimCollection(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    this.told = new Told(ctx, NAME);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Outcome reconcile(Loop.Singleton all) throws Unreachable, InterruptedException {
    // Claims first: a machine launched after the list was made belongs to none of these.
    var snapshot = ctx.state().snapshot();
    var listed =
        ctx.provider().list().stream()
            .filter(instance -> !instance.isTerminating())
            .map(Instance::providerId)
            .collect(Collectors.toSet());
    var lacking =
        snapshot.claims().stream()
            .filter(managed::is)
            .filter(claim -> claim.is(ClaimFacts.REGISTERED) && !claim.meta().isDeleting())
            .filter(claim -> claim.providerId().filter(id -> !listed.contains(id)).isPresent())
            .filter(claim -> !isAlive(claim, snapshot))
            .toList();
    var round = suspects.next(lacking, snapshot.claims().size());
    if (round.held() > 0) {
      LOG.atWarn()
          .addKeyValue("held", round.held())
          .log("more nodeclaims without an instance than one round may delete");
    }
    for (var result : ctx.parallel().map(round.confirmed(), AT_ONCE, this::collect)) {
      if (result instanceof Result.Unanswered<Boolean>(var cause)) {
        return Outcome.failed(String.valueOf(cause.getMessage()));
      }
    }
    return Outcome.again(suspects.isEmpty() ? PERIOD : SECOND_LOOK);
  }

  private boolean isAlive(ClaimFacts claim, ClusterSnapshot snapshot) {
    return Nodes.of(claim, snapshot).stream().anyMatch(NodeFacts::isReady);
  }

  private boolean collect(ClaimFacts claim) throws Unreachable, InterruptedException {
    var id = claim.providerId().orElseThrow();
    if (ctx.provider().find(id).isPresent()
        || !new GivingUp(ctx).delete(claim, "garbage_collected")) {
      return false;
    }
    LOG.atInfo()
        .addKeyValue("NodeClaim", claim.name())
        .addKeyValue("provider-id", id)
        .log("deleting nodeclaim whose instance is gone");
    told.decided(
        "ClaimCollected", claim, "The cloud knows no such machine", Map.of("provider-id", id));
    return true;
  }
}
