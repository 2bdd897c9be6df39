package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.api.Labels;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// The nodes of a snapshot, in-flight claims included. Most nodes and their pods are the same from
/// one pass to the next, and so are their views: a pass costs what has changed.
final class NodeViews {
  private final Prospects prospects;
  private Map<String, NodeView> known = new HashMap<>();
  private List<NodeFacts> nodes = List.of();
  private List<ClaimFacts> claims = List.of();
  private List<StateNode> states = List.of();

  NodeViews(Prospects prospects) {
    this.prospects = prospects;
  }

  /// Nobody waits, so nothing needs to be at hand.
  void forget() {
    known = new HashMap<>();
    nodes = List.of();
    claims = List.of();
    states = List.of();
    prospects.forget();
  }

  /// In the order of names: nodes first, then claims without one.
  List<NodeView> of(ClusterSnapshot snapshot, Volumes volumes) {
    var paired = paired(snapshot);
    var views = new ArrayList<NodeView>(paired.size());
    var next = new HashMap<String, NodeView>(2 * paired.size());
    for (var state : paired) {
      var view = view(state, snapshot, volumes);
      views.add(view);
      next.put(view.name(), view);
    }
    known = next;
    return views;
  }

  /// Only pods change most of the time.
  @SuppressWarnings("ReferenceEquality") // lists that changed are new ones
  private List<StateNode> paired(ClusterSnapshot snapshot) {
    if (nodes != snapshot.nodes() || claims != snapshot.claims()) {
      nodes = snapshot.nodes();
      claims = snapshot.claims();
      states = states(snapshot);
    }
    return states;
  }

  private NodeView view(StateNode state, ClusterSnapshot snapshot, Volumes volumes) {
    if (state.isUnlaunched()) {
      return NodeView.of(state, prospects.of(state.claim().orElseThrow(), snapshot));
    }
    var pods = state.node().map(NodeFacts::name).map(snapshot::podsOn).orElse(List.<PodFacts>of());
    var before = known.get(state.noteName());
    // Volumes are objects of their own, and change without the pods changing.
    if (before != null && before.isOf(state, pods) && before.tenants.volumes().isEmpty()) {
      return before;
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

  /// Every node with its claim, and every claim without a node.
  static List<StateNode> states(ClusterSnapshot snapshot) {
    // Of several claims for one machine the first speaks; a machine is there once.
    var owners = new HashMap<String, ClaimFacts>();
    for (var claim : snapshot.claims()) {
      claim.providerId().ifPresent(machine -> owners.putIfAbsent(machine, claim));
    }
    var states = new ArrayList<StateNode>();
    var paired = new HashSet<String>();
    for (var node : snapshot.nodes()) {
      if (isAdmitted(node)) {
        node.providerId().ifPresent(paired::add);
        states.add(new StateNode(Optional.of(node), node.providerId().map(owners::get)));
      }
    }
    for (var claim : snapshot.claims()) {
      if (claim.providerId().filter(paired::contains).isEmpty()) {
        states.add(StateNode.of(claim));
      }
    }
    return states;
  }

  /// A node of a pool that says neither whose it is nor what it is tells nothing yet; until it does
  /// its claim speaks.
  private static boolean isAdmitted(NodeFacts node) {
    var labels = node.meta().labels();
    if (!labels.containsKey(Labels.NODE_POOL)) {
      return true;
    }
    return node.providerId().isPresent()
        && (node.meta().label(Labels.INITIALIZED).equals("true")
            || labels.containsKey(Labels.INSTANCE_TYPE));
  }
}
