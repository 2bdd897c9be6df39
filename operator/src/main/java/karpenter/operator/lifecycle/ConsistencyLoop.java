package karpenter.operator.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Consistency;
import karpenter.core.lifecycle.NodeMatch;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.event.EventNote;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Written;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks every ten minutes whether a machine is as large as it was sold (spec 02 §1.12).
final class ConsistencyLoop implements Loop<String> {
  private static final Logger LOG = LoggerFactory.getLogger(ConsistencyLoop.class);
  private static final Duration PERIOD = Duration.ofMinutes(10);

  private record Scan(String uid, Instant at) {}

  private final LoopContext ctx;
  private final Managed managed;
  private final Map<String, Scan> scans = new ConcurrentHashMap<>();

  ConsistencyLoop(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
  }

  @Override
  public String name() {
    return "nodeclaim.consistency";
  }

  /// Nodes and claims change all the time between two scans.
  @Override
  public Optional<Outcome> foregone(String name) {
    return ctx.state()
        .snapshot()
        .claim(name)
        .filter(managed::is)
        .map(this::untilNextScan)
        .filter(Duration::isPositive)
        .map(Outcome::again);
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    var claim = snapshot.claim(name).filter(managed::is);
    if (claim.isEmpty()) {
      scans.remove(name);
      return Outcome.DONE;
    }
    var left = untilNextScan(claim.get());
    if (left.isPositive()) {
      return Outcome.again(left);
    }
    return NodeMatch.of(Nodes.of(claim.get(), snapshot)) instanceof NodeMatch.One(var node)
            && !claim.get().meta().isDeleting()
            && claim.get().is(ClaimFacts.INITIALIZED)
        ? scan(claim.get(), node)
        : Outcome.DONE;
  }

  private Duration untilNextScan(ClaimFacts claim) {
    var last = scans.get(claim.name());
    return last == null || !last.uid.equals(claim.meta().uid())
        ? Duration.ZERO
        : PERIOD.minus(Duration.between(last.at, ctx.clock().instant()));
  }

  private Outcome scan(ClaimFacts claim, NodeFacts node) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    var shortfalls = Consistency.shortfalls(claim, node);
    var written =
        ctx.writer()
            .patchClaimStatus(claim, Consistency.told(claim, shortfalls, now), Guard.VERSION);
    if (written.result().isEmpty()) {
      return Outcome.of(written);
    }
    scans.put(claim.name(), new Scan(claim.meta().uid(), now));
    tell(claim, shortfalls, written instanceof Written.Stored<?>);
    return Outcome.again(PERIOD);
  }

  private void tell(ClaimFacts claim, List<Consistency.Shortfall> shortfalls, boolean isNews) {
    for (var shortfall : shortfalls) {
      var sentence = shortfall.sentence();
      if (isNews) {
        LOG.atInfo().addKeyValue("issue", sentence).log("consistency check failed");
      }
      ctx.events()
          .tell(
              EventNote.warning(EventNote.About.of(claim), "FailedConsistencyCheck", sentence)
                  .dedupedBy(claim.meta().uid(), sentence));
    }
  }
}
