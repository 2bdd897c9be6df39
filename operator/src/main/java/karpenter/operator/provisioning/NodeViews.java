package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// The nodes of a snapshot, in-flight claims included. Most nodes and their pods are the same from
/// one pass to the next, and so are their views: a pass costs what has changed.
final class NodeViews {
  private final Prospects prospects;
  private final Pairing pairing = new Pairing();
  private Seen seen = Seen.NOTHING;

  /// What was seen last.
  ///
  /// @param arrangement of the pairs, by whose positions all of it goes
  /// @param lasting views that are the same for as long as node, claim and pods are
  private record Seen(
      @Nullable ClusterSnapshot snapshot,
      long arrangement,
      List<StateNode> states,
      List<NodeView> views,
      BitSet lasting) {
    static final Seen NOTHING = new Seen(null, -1, List.of(), List.of(), new BitSet());
  }

  NodeViews(Prospects prospects) {
    this.prospects = prospects;
  }

  /// Nobody waits, so nothing needs to be at hand.
  void forget() {
    pairing.forget();
    seen = Seen.NOTHING;
    prospects.forget();
  }

  /// Every node with its claim, and every claim without a node.
  List<StateNode> states(ClusterSnapshot snapshot) {
    return pairing.of(snapshot);
  }

  /// In the order of names: nodes first, then claims without one.
  List<NodeView> of(ClusterSnapshot snapshot, Volumes volumes) {
    var states = pairing.of(snapshot);
    var before = seen;
    boolean isArrangedAlike = before.arrangement() == pairing.arrangement();
    var same = isArrangedAlike ? same(before, states, snapshot) : new BitSet();
    var known = new Recall<>(before.views(), NodeView::name);
    var views = new ArrayList<NodeView>(states.size());
    for (int i = 0; i < states.size(); i++) {
      var state = states.get(i);
      views.add(
          same.get(i)
              ? before.views().get(i)
              : view(state, known.find(i, state.noteName()), snapshot, volumes));
    }
    seen =
        new Seen(
            snapshot, pairing.arrangement(), states, views, lasting(views, before.lasting(), same));
    return views;
  }

  /// Positions of views that are what they were. Nothing is asked of the nodes themselves: there
  /// are many, and most have not changed.
  @SuppressWarnings("ReferenceEquality") // states that changed are new ones
  private BitSet same(Seen before, List<StateNode> states, ClusterSnapshot snapshot) {
    var earlier = before.snapshot();
    var moved = earlier == null ? null : snapshot.nodesWithOtherPodsThan(earlier).orElse(null);
    if (moved == null) {
      return new BitSet();
    }
    var same = (BitSet) before.lasting().clone();
    for (int i = 0; i < states.size(); i++) {
      if (before.states().get(i) != states.get(i)) {
        same.clear(i);
      }
    }
    for (var name : moved) {
      pairing.placeOf(name).ifPresent(same::clear);
    }
    return same;
  }

  private static BitSet lasting(List<NodeView> views, BitSet before, BitSet same) {
    var lasting = (BitSet) before.clone();
    for (int i = same.nextClearBit(0); i < views.size(); i = same.nextClearBit(i + 1)) {
      lasting.set(i, views.get(i).isLasting());
    }
    return lasting;
  }

  private NodeView view(
      StateNode state, @Nullable NodeView before, ClusterSnapshot snapshot, Volumes volumes) {
    if (state.isUnlaunched()) {
      return NodeView.of(state, prospects.of(state.claim().orElseThrow(), snapshot));
    }
    List<PodFacts> pods =
        state.node().isPresent() ? snapshot.podsOn(state.node().get().name()) : List.of();
    if (before != null && before.isLasting()) {
      if (before.isOf(state, pods)) {
        return before;
      }
      if (before.isOfNode(state, pods)) {
        return before.with(state);
      }
    }
    return NodeView.of(state, pods, volumes, volumeLimits(state, snapshot));
  }

  private static Map<String, Integer> volumeLimits(StateNode state, ClusterSnapshot snapshot) {
    return state
        .node()
        .flatMap(node -> snapshot.find(Kind.CSI_NODES, ObjectKey.cluster(node.name())))
        .<Map<String, Integer>>map(csi -> csi.volumeLimits())
        .orElse(Map.of());
  }
}
