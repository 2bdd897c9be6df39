package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.StateNode;
import karpenter.core.cluster.Tenants;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.provisioning.Prospect;
import org.jspecify.annotations.Nullable;

/// A node, or a claim whose node has not come, with its pods, as planning sees it. Immutable but
/// for what it computes on demand; only the provisioner uses it.
final class NodeView implements Inhabited {
  final StateNode state;

  /// As the snapshot had them, ended ones included.
  final List<PodFacts> pods;

  final ExistingNode existing;
  final Tenants tenants;

  /// Whether some pod here keeps others away.
  final boolean repels;

  private final String name;

  /// Whether it may still come to nothing.
  final boolean isUncertain;

  private @Nullable List<BoundPod> bound;

  private NodeView(
      StateNode state,
      List<PodFacts> pods,
      boolean repels,
      ExistingNode existing,
      Tenants tenants) {
    this.state = state;
    this.name = state.noteName();
    this.isUncertain = state.isManaged() && !state.isInitialized();
    this.pods = pods;
    this.repels = repels;
    this.existing = existing;
    this.tenants = tenants;
  }

  /// @param volumeLimits how many volumes each CSI driver can attach here
  static NodeView of(
      StateNode state, List<PodFacts> pods, Volumes volumes, Map<String, Integer> volumeLimits) {
    var ofDaemons = new ArrayList<PodSpec>();
    var ofOthers = new ArrayList<PodSpec>();
    boolean repels = false;
    for (var pod : pods) {
      if (pod.isTerminal()) {
        continue;
      }
      var spec = volumes.spec(pod);
      repels |= !spec.antiAffinity().isEmpty();
      if (pod.isOwnedByDaemonSet()) {
        ofDaemons.add(spec);
      } else {
        ofOthers.add(spec);
      }
    }
    var tenants = Tenants.of(ofDaemons, ofOthers);
    return new NodeView(state, pods, repels, state.existing(tenants, volumeLimits), tenants);
  }

  /// A claim that is not launched.
  ///
  /// @param prospect empty where nothing it lists is on sale
  static NodeView of(StateNode state, Optional<Prospect> prospect) {
    var claim = state.claim().orElseThrow();
    var existing =
        prospect
            .map(p -> p.existing(claim, Tenants.NONE))
            .orElseGet(() -> state.existing(Tenants.NONE, Map.of()));
    return new NodeView(state, List.of(), false, existing, Tenants.NONE);
  }

  String name() {
    return name;
  }

  @Override
  public StateNode state() {
    return state;
  }

  @Override
  public List<PodFacts> pods() {
    return pods;
  }

  /// With pods that are expected here.
  ExistingNode with(List<Pod> expected) {
    return expected.isEmpty()
        ? existing
        : existing.with(tenants.and(expected.stream().map(Pod::spec).toList()));
  }

  /// The neighbours a pod would have here; those that are leaving are none any more.
  List<BoundPod> bound() {
    var known = bound;
    if (known == null) {
      known = neighbours();
      bound = known;
    }
    return known;
  }

  private List<BoundPod> neighbours() {
    var here = new ArrayList<BoundPod>();
    for (var pod : pods) {
      if (pod.isActive()) {
        here.add(
            new BoundPod(
                new Pod(pod.uid(), pod.name(), pod.created(), pod.spec()), existing.name()));
      }
    }
    return here;
  }

  /// Whether it is the same for as long as node, claim and pods are. What an unlaunched claim may
  /// become depends on what is sold; volumes are objects of their own.
  boolean isLasting() {
    return !state.isUnlaunched() && tenants.volumes().isEmpty();
  }

  /// Whether it was made of just these.
  boolean isOf(StateNode other, List<PodFacts> otherPods) {
    return isSame(state.node(), other.node())
        && isSame(state.claim(), other.claim())
        && isSame(pods, otherPods);
  }

  /// Whether only the claim differs, and says nothing that the node does not: once a node is
  /// initialized it speaks for itself. Conditions of claims change with every pod.
  boolean isOfNode(StateNode other, List<PodFacts> otherPods) {
    return state.isManaged()
        && other.isManaged()
        && other.isRegistered()
        && other.isInitialized()
        && isSame(state.node(), other.node())
        && isSame(pods, otherPods);
  }

  /// With another state of the claim; see [#isOfNode].
  NodeView with(StateNode other) {
    var view = new NodeView(other, pods, repels, existing, tenants);
    view.bound = bound;
    return view;
  }

  /// The very same object: values that changed are new ones.
  @SuppressWarnings("ReferenceEquality")
  private static <T> boolean isSame(Optional<T> one, Optional<T> other) {
    return one.orElse(null) == other.orElse(null);
  }

  @SuppressWarnings("ReferenceEquality")
  private static boolean isSame(List<PodFacts> one, List<PodFacts> other) {
    if (one == other) {
      return true;
    }
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (one.get(i) != other.get(i)) {
        return false;
      }
    }
    return true;
  }
}
