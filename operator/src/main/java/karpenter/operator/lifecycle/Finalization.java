package karpenter.operator.lifecycle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Deadline;
import karpenter.core.lifecycle.Machine;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Written;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of a claim: its Nodes go first, then its machine, then the claim (spec 02 §1.8). Each
/// reconcile goes as far as it can.
final class Finalization {
  private static final Logger LOG = LoggerFactory.getLogger(Finalization.class);
  private static final Duration INSTANCE_POLL = Duration.ofSeconds(5);

  private final LoopContext ctx;
  private final Told told;
  private final Launches launches;

  Finalization(LoopContext ctx, Told told, Launches launches) {
    this.ctx = ctx;
    this.told = told;
    this.launches = launches;
  }

  Outcome reconcile(ClaimFacts claim) throws Unreachable, InterruptedException {
    if (!claim.meta().hasFinalizer(Marks.FINALIZER)) {
      return Outcome.DONE;
    }
    var deadline = Deadline.written(claim);
    if (deadline.isPresent()) {
      return writeDeadline(claim, deadline.get());
    }
    var machine = machineId(claim);
    var nodes = machine.map(id -> registeredNodes(claim, id)).orElse(List.of());
    for (var node : nodes) {
      delete(node);
    }
    if (!nodes.isEmpty()) {
      // Their end is an event that wakes this claim.
      return Outcome.DONE;
    }
    return machine.isPresent() ? end(claim, machine.get()) : release(claim);
  }

  /// The write is echoed as a change of the claim, which wakes it again.
  private Outcome writeDeadline(ClaimFacts claim, ClaimFacts withDeadline)
      throws Unreachable, InterruptedException {
    var written = ctx.writer().patchClaim(claim, withDeadline, Guard.VERSION);
    if (written.result().isEmpty()) {
      return Outcome.of(written);
    }
    told.warning(
        claim,
        "TerminationGracePeriodExpiring",
        "All pods will be deleted by "
            + withDeadline.meta().annotation(Marks.TERMINATION_TIMESTAMP));
    return reconcile(written.result().get());
  }

  /// A Node that never was the claim's is left to its cloud. One that was made so counts even where
  /// the claim was deleted before that could be written on it: it has our finalizer.
  private List<NodeFacts> registeredNodes(ClaimFacts claim, String machine) {
    return ctx.state().snapshot().nodesWithProviderId(machine).stream()
        .filter(
            node ->
                claim.is(ClaimFacts.REGISTERED)
                    || node.meta().label(Marks.REGISTERED).equals("true"))
        .toList();
  }

  private void delete(NodeFacts node) throws Unreachable, InterruptedException {
    if (!node.meta().isDeleting()) {
      ctx.writer()
          .delete(Resource.NODES, ObjectKey.cluster(node.name()), Deletion.of(node.meta().uid()));
    }
  }

  /// What its status says, or what we launched and could not write down before it was deleted.
  private Optional<String> machineId(ClaimFacts claim) {
    return claim.providerId().or(() -> launches.find(claim).map(Machine::providerId));
  }

  private Outcome end(ClaimFacts claim, String machine) throws Unreachable, InterruptedException {
    if (hasUnseenNode(claim, machine)) {
      return Outcome.again(INSTANCE_POLL);
    }
    var outcome = ctx.provider().delete(machine);
    var now = ctx.clock().instant();
    return switch (outcome) {
      case UNDER_WAY ->
          Outcome.of(
                  ctx.writer()
                      .patchClaimStatus(
                          claim,
                          claim.setTrue(ClaimFacts.INSTANCE_TERMINATING, now),
                          Guard.VERSION))
              .and(Outcome.again(INSTANCE_POLL));
      case GONE -> release(claim);
    };
  }

  /// A Node that our view lacks may still run pods, so the API server is asked before the machine
  /// ends. What it has is in our view afterwards, and is deleted as any other.
  private boolean hasUnseenNode(ClaimFacts claim, String machine)
      throws Unreachable, InterruptedException {
    if (claim.nodeName().isEmpty() || claim.is(ClaimFacts.INSTANCE_TERMINATING)) {
      return false;
    }
    return switch (ctx.kube().get(Resource.NODES, ObjectKey.cluster(claim.nodeName().get()))) {
      case Answer.Done(var node) when isOf(node, machine) -> {
        ctx.state().echo(Resource.NODES, node);
        yield true;
      }
      case Answer.Refused(_, _, var message, _) -> throw new Unreachable(message);
      case Answer.Done _, Answer.NotFound _, Answer.AlreadyExists _, Answer.Conflict _ -> false;
    };
  }

  private static boolean isOf(ObjectNode node, String machine) {
    return node.path("spec").path("providerID").asText().equals(machine);
  }

  private Outcome release(ClaimFacts claim) throws Unreachable, InterruptedException {
    var finalizers =
        claim.meta().finalizers().stream().filter(f -> !f.equals(Marks.FINALIZER)).toList();
    var written =
        ctx.writer()
            .patchClaim(
                claim, claim.withMeta(claim.meta().withFinalizers(finalizers)), Guard.VERSION);
    if (written instanceof Written.Stored<ClaimFacts>) {
      launches.forget(claim.name());
      tellReleased(claim, ctx.clock().instant());
    }
    return Outcome.of(written);
  }

  private void tellReleased(ClaimFacts claim, Instant now) {
    var pool = ClaimLabels.pool(claim);
    claim
        .conditions()
        .find(ClaimFacts.INSTANCE_TERMINATING)
        .filter(Condition::isTrue)
        .ifPresent(
            ending ->
                ctx.metrics()
                    .observe(
                        Metric.NODECLAIMS_INSTANCE_TERMINATION_DURATION_SECONDS,
                        seconds(ending.since(), now),
                        pool));
    ctx.metrics()
        .observe(
            Metric.NODECLAIMS_TERMINATION_DURATION_SECONDS,
            seconds(claim.meta().deleted().orElse(now), now),
            pool);
    ctx.metrics()
        .count(
            Metric.NODECLAIMS_TERMINATED_TOTAL,
            pool,
            ClaimLabels.capacityType(claim),
            claim.meta().label(Marks.ZONE));
    LOG.atInfo().addKeyValue("provider-id", claim.providerId().orElse("")).log("deleted nodeclaim");
    told.decided(
        "ClaimFinalized",
        claim,
        "Nothing is left of it",
        Map.of("provider-id", claim.providerId().orElse("")));
  }

  private static double seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toNanos() / 1e9);
  }
}
