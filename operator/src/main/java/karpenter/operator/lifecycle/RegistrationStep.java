package karpenter.operator.lifecycle;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.lifecycle.NodeMatch;
import karpenter.core.lifecycle.Registration;
import karpenter.core.nodepool.RegistrationOutcome;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import karpenter.operator.nodepool.HealthRings;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.Guard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Makes the Node that came with the claim's machine the claim's (spec 02 §1.5).
final class RegistrationStep implements Step.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(RegistrationStep.class);
  private static final int MAX_HOOKS_AT_ONCE = 16;

  private final LoopContext ctx;
  private final Told told;
  private final HealthRings health;

  RegistrationStep(LoopContext ctx, Told told, HealthRings health) {
    this.ctx = ctx;
    this.told = told;
    this.health = health;
  }

  @Override
  public Step take(ClaimFacts claim) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    if (!Registration.isDue(claim)) {
      return Step.of(
          claim.withConditions(
              claim.conditions().restamped(ClaimFacts.REGISTERED, claim.subject(), now)));
    }
    return switch (NodeMatch.of(Nodes.of(claim, ctx.state().snapshot()))) {
      case NodeMatch.None() -> Step.of(Registration.nodeNotFound(claim, now));
      case NodeMatch.Several(var nodes) ->
          Step.of(Registration.multipleNodes(claim, nodes.size(), now));
      // It goes before it was ours: nothing may be added to it, and another may come.
      case NodeMatch.One(var node) when node.meta().isDeleting() ->
          Step.of(Registration.nodeNotFound(claim, now));
      case NodeMatch.One(var node) -> register(claim, node);
    };
  }

  private Step register(ClaimFacts claim, NodeFacts node) throws Unreachable, InterruptedException {
    if (Registration.lacksGuard(node)) {
      LOG.atError()
          .addKeyValue("taint", Marks.UNREGISTERED.key())
          .addKeyValue("Node", node.name())
          .log("node came without its registration taint");
      told.warning(
          claim,
          "UnregisteredTaintMissing",
          "Node %s came without taint %s, so pods may have been placed before it was ready"
              .formatted(node.name(), Marks.UNREGISTERED.key()));
    }
    var synced = Registration.synced(claim, node);
    var pending = pendingHooks(claim, synced);
    return pending.isEmpty() ? open(claim, node, synced) : hold(claim, node, synced, pending);
  }

  private Step open(ClaimFacts claim, NodeFacts node, NodeFacts synced)
      throws Unreachable, InterruptedException {
    var written = ctx.writer().patchNode(node, Registration.opened(synced), Guard.VERSION);
    if (written.result().isEmpty()) {
      return Step.of(claim, Outcome.of(written));
    }
    var registered = Registration.registered(claim, node, ctx.clock().instant());
    return Step.of(registered).onceStored(() -> tellRegistered(registered, node));
  }

  private void tellRegistered(ClaimFacts claim, NodeFacts node) {
    LOG.atInfo()
        .addKeyValue("provider-id", claim.providerId().orElse(""))
        .addKeyValue("Node", node.name())
        .log("registered nodeclaim");
    ctx.metrics()
        .count(Metric.NODES_CREATED_TOTAL, ClaimLabels.pool(claim), claim.meta().label(Marks.ZONE));
    health.record(claim, new RegistrationOutcome.Registered());
    told.decided(
        "ClaimRegistered",
        claim,
        "Node %s has the claim's provider id".formatted(node.name()),
        Map.of("node", node.name()));
  }

  private Step hold(ClaimFacts claim, NodeFacts node, NodeFacts synced, List<PendingHook> pending)
      throws Unreachable, InterruptedException {
    var written = ctx.writer().patchNode(node, synced, Guard.VERSION);
    var names = pending.stream().map(PendingHook::name).toList();
    var outcome =
        pending.stream().map(hook -> hook.outcome).reduce(Outcome.of(written), Outcome::and);
    return Step.of(Registration.hooksPending(claim, names, ctx.clock().instant()), outcome);
  }

  private record PendingHook(String name, Outcome outcome) {}

  private List<PendingHook> pendingHooks(ClaimFacts claim, NodeFacts node)
      throws InterruptedException {
    var hooks = ctx.provider().registrationHooks();
    if (hooks.isEmpty()) {
      return List.of();
    }
    List<Result<Optional<Duration>>> answers =
        ctx.parallel().map(hooks, MAX_HOOKS_AT_ONCE, hook -> hook.pending(claim, node));
    var pending = new ArrayList<PendingHook>();
    for (int i = 0; i < hooks.size(); i++) {
      var name = hooks.get(i).name();
      switch (answers.get(i)) {
        case Result.Answered<Optional<Duration>>(var delay) ->
            delay.ifPresent(d -> pending.add(new PendingHook(name, Outcome.again(d))));
        case Result.Unanswered<Optional<Duration>>(var cause) ->
            pending.add(new PendingHook(name, Outcome.failed(String.valueOf(cause.getMessage()))));
      }
    }
    return pending;
  }
}
