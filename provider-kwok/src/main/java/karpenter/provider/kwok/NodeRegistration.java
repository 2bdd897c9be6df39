package karpenter.provider.kwok;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterState;
import karpenter.operator.state.Kind;

/// Makes the Nodes of launched claims that have none: after the delay their class asks for, or
/// because a crash cut the launch short.
final class NodeRegistration implements Loop<String> {
  private static final int WORKERS = 100;

  private final Kube kube;
  private final ClusterState state;
  private final InstantSource clock;

  private NodeRegistration(Kube kube, ClusterState state, InstantSource clock) {
    this.kube = kube;
    this.state = state;
    this.clock = clock;
  }

  static LoopPlan<String> plan(Kube kube, ClusterState state, InstantSource clock) {
    var pace = Pace.of(WORKERS, Duration.ofMillis(100), Duration.ofMinutes(1));
    return LoopPlan.of(new NodeRegistration(kube, state, clock), pace, NodeRegistration::keys);
  }

  private static List<String> keys(Change change) {
    return change.after(Kind.NODE_CLAIMS).filter(NodeRegistration::awaitsNode).stream()
        .map(ClaimFacts::name)
        .toList();
  }

  private static boolean awaitsNode(ClaimFacts claim) {
    return claim.providerId().filter(id -> id.startsWith(KwokNode.PROVIDER_PREFIX)).isPresent()
        && !claim.meta().isDeleting()
        && !claim.is(ClaimFacts.REGISTERED);
  }

  @Override
  public String name() {
    return "kwok.registration";
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = state.snapshot();
    var claim = snapshot.claim(name).filter(NodeRegistration::awaitsNode);
    if (claim.isEmpty()) {
      return Outcome.DONE;
    }
    var providerId = claim.get().providerId().orElseThrow();
    if (!snapshot.nodesWithProviderId(providerId).isEmpty()) {
      return Outcome.DONE;
    }
    var delay =
        snapshot
            .nodeClass(claim.get().nodeClass())
            .map(RegistrationDelay::of)
            .orElse(Duration.ZERO);
    var remaining = remaining(claim.get(), delay);
    if (remaining.isPresent()) {
      return Outcome.again(remaining.get());
    }
    return NodeCreation.create(kube, state, KwokNode.launched(claim.get(), providerId))
        .map(Outcome::failed)
        .orElse(Outcome.DONE);
  }

  private Optional<Duration> remaining(ClaimFacts claim, Duration delay) {
    var launched =
        claim
            .conditions()
            .find(ClaimFacts.LAUNCHED)
            .map(Condition::since)
            .orElse(claim.meta().created());
    var left = Duration.between(clock.instant(), launched.plus(delay));
    return left.isPositive() ? Optional.of(left) : Optional.empty();
  }
}
