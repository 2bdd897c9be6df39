package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.core.lifecycle.Initialization;
import karpenter.core.lifecycle.NodeMatch;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Waits until the Node is all the claim promised (spec 02 §1.6).
final class InitializationStep implements Step.Taker {
  private static final Logger LOG = LoggerFactory.getLogger(InitializationStep.class);

  private final LoopContext ctx;
  private final Told told;

  InitializationStep(LoopContext ctx, Told told) {
    this.ctx = ctx;
    this.told = told;
  }

  @Override
  public Step take(ClaimFacts claim) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    if (!claim.conditions().isUnknown(ClaimFacts.INITIALIZED)) {
      return Step.of(
          claim.withConditions(
              claim.conditions().restamped(ClaimFacts.INITIALIZED, claim.subject(), now)));
    }
    if (!Initialization.isDue(claim)) {
      return Step.of(claim);
    }
    var snapshot = ctx.state().snapshot();
    var match = NodeMatch.of(Nodes.of(claim, snapshot));
    return switch (Initialization.decide(claim, match, slices(match, snapshot))) {
      case Initialization.Waiting waiting -> Step.of(Initialization.waiting(claim, waiting, now));
      case Initialization.Complete(var node) -> initialize(claim, node);
    };
  }

  private Step initialize(ClaimFacts claim, NodeFacts node)
      throws Unreachable, InterruptedException {
    var written = ctx.writer().patchNode(node, Initialization.labelled(node), Guard.NONE);
    if (written.result().isEmpty()) {
      return Step.of(claim, Outcome.of(written));
    }
    var initialized = claim.setTrue(ClaimFacts.INITIALIZED, ctx.clock().instant());
    return Step.of(initialized)
        .onceStored(
            () -> {
              LOG.atInfo()
                  .addKeyValue("provider-id", claim.providerId().orElse(""))
                  .addKeyValue("Node", node.name())
                  .addKeyValue("allocatable", node.allocatable().render())
                  .log("initialized nodeclaim");
              told.decided(
                  "ClaimInitialized",
                  claim,
                  "Node %s is all the claim promised".formatted(node.name()),
                  Map.of("node", node.name()));
            });
  }

  private Optional<List<SliceFacts>> slices(NodeMatch match, ClusterSnapshot snapshot) {
    if (ctx.settings().ignoreDraRequests() || !(match instanceof NodeMatch.One(var node))) {
      return Optional.empty();
    }
    return Optional.of(
        snapshot.all(Kind.RESOURCE_SLICES).stream()
            .filter(slice -> slice.node().equals(Optional.of(node.name())))
            .toList());
  }
}
