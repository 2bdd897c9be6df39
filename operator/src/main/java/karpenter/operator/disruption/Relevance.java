package karpenter.operator.disruption;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.operator.runtime.Loop.Singleton;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// Which changes may change what should be disrupted. Kubelets report all the time, and most of
/// what they say is not among it: a cluster at rest must not keep us busy.
final class Relevance {
  private final AtomicLong seen = new AtomicLong();

  /// Grows with every change that matters.
  long seen() {
    return seen.get();
  }

  List<Singleton> keys(Change change) {
    if (!matters(change)) {
      return List.of();
    }
    seen.incrementAndGet();
    return List.of(Singleton.ALL);
  }

  private static boolean matters(Change change) {
    if (change.concerns(Kind.PODS)) {
      return differs(change.before(Kind.PODS), change.after(Kind.PODS), Relevance::ofPod);
    }
    if (change.concerns(Kind.NODES)) {
      return differs(change.before(Kind.NODES), change.after(Kind.NODES), Relevance::ofNode);
    }
    if (change.concerns(Kind.NODE_CLAIMS)) {
      return differs(
          change.before(Kind.NODE_CLAIMS), change.after(Kind.NODE_CLAIMS), Relevance::ofClaim);
    }
    if (change.concerns(Kind.NODE_POOLS)) {
      return differs(
          change.before(Kind.NODE_POOLS),
          change.after(Kind.NODE_POOLS),
          (before, after) -> after.facts().isCountAfter(before.facts()));
    }
    return change.concerns(Kind.PDBS)
        || change.concerns(Kind.DAEMON_SETS)
        || change.concerns(Kind.NAMESPACES)
        || change.concerns(Kind.NODE_OVERLAYS)
        || change.concerns(Kind.VOLUME_CLAIMS)
        || change.concerns(Kind.VOLUMES)
        || change.concerns(Kind.STORAGE_CLASSES)
        || change.concerns(Kind.CSI_NODES)
        || isAboutSpread(change)
        || isAboutDevices(change);
  }

  /// Default spread constraints take their selectors from these. Their status is not among what is
  /// kept of them, and a selector hardly ever changes.
  private static boolean isAboutSpread(Change change) {
    return (change.concerns(Kind.SERVICES)
            || change.concerns(Kind.REPLICATION_CONTROLLERS)
            || change.concerns(Kind.REPLICA_SETS)
            || change.concerns(Kind.STATEFUL_SETS))
        && !change.before().equals(change.after());
  }

  private static boolean isAboutDevices(Change change) {
    if (change.concerns(Kind.RESOURCE_SLICES)) {
      return !change
          .before(Kind.RESOURCE_SLICES)
          .map(SliceFacts::devices)
          .equals(change.after(Kind.RESOURCE_SLICES).map(SliceFacts::devices));
    }
    return (change.concerns(Kind.RESOURCE_CLAIMS)
            || change.concerns(Kind.RESOURCE_CLAIM_TEMPLATES)
            || change.concerns(Kind.DEVICE_CLASSES))
        && !change.before().equals(change.after());
  }

  /// Whether two states of a thing make no difference to us.
  private interface Likeness<T> {
    boolean isAlike(T before, T after);
  }

  private static <T> boolean differs(Optional<T> before, Optional<T> after, Likeness<T> likeness) {
    return before.isEmpty() || after.isEmpty() || !likeness.isAlike(before.get(), after.get());
  }

  private static boolean ofPod(PodFacts before, PodFacts after) {
    return before.uid().equals(after.uid())
        && before.node().equals(after.node())
        && before.deleted().isPresent() == after.deleted().isPresent()
        && before.isTerminal() == after.isTerminal()
        && before.isProvisionable() == after.isProvisionable()
        && before.readySince().isPresent() == after.readySince().isPresent()
        && before.started().equals(after.started())
        && before.doNotDisrupt().equals(after.doNotDisrupt())
        && before.deletionCost() == after.deletionCost()
        && before.spec().equals(after.spec());
  }

  private static boolean ofNode(NodeFacts before, NodeFacts after) {
    return before.meta().uid().equals(after.meta().uid())
        && before.meta().isDeleting() == after.meta().isDeleting()
        && before.meta().labels().equals(after.meta().labels())
        && before.meta().annotations().equals(after.meta().annotations())
        && before.providerId().equals(after.providerId())
        && before.isCordoned() == after.isCordoned()
        && before.isReady() == after.isReady()
        && before.taints().equals(after.taints())
        && before.allocatable().equals(after.allocatable());
  }

  private static boolean ofClaim(ClaimFacts before, ClaimFacts after) {
    return before.meta().uid().equals(after.meta().uid())
        && before.meta().isDeleting() == after.meta().isDeleting()
        && before.meta().labels().equals(after.meta().labels())
        && before.meta().annotations().equals(after.meta().annotations())
        && before.providerId().equals(after.providerId())
        && isSame(before, after, ClaimFacts.INITIALIZED)
        && isSame(before, after, ClaimFacts.CONSOLIDATABLE)
        && isSame(before, after, ClaimFacts.DRIFTED)
        && isSame(before, after, ClaimFacts.INSTANCE_TERMINATING);
  }

  private static boolean isSame(ClaimFacts before, ClaimFacts after, String type) {
    return Objects.equals(status(before, type), status(after, type));
  }

  private static Optional<Condition.Status> status(ClaimFacts claim, String type) {
    return claim.conditions().find(type).map(Condition::status);
  }
}
