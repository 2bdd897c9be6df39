package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.api.Labels;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// Every node with its claim, and every claim without a node. Whose machine is whose changes rarely
/// and is then found anew; any other change of a node or a claim makes one pair anew. One thread
/// uses it.
final class Pairing {
  private @Nullable ClusterSnapshot seen;
  private List<StateNode> states = List.of();
  private Map<String, Integer> placeOfNode = new HashMap<>();
  private Map<String, Integer> placeOfClaim = new HashMap<>();
  private long arrangement;

  /// In the order of names: nodes first, then claims without one. A pair of the same two is the
  /// same object as last time.
  @SuppressWarnings("ReferenceEquality") // a snapshot never changes
  List<StateNode> of(ClusterSnapshot snapshot) {
    if (seen != snapshot) {
      var renewed = seen == null ? Optional.<List<StateNode>>empty() : renewed(seen, snapshot);
      if (renewed.isPresent()) {
        states = renewed.get();
      } else {
        arrange(snapshot);
      }
      seen = snapshot;
    }
    return states;
  }

  void forget() {
    seen = null;
    states = List.of();
    placeOfNode = new HashMap<>();
    placeOfClaim = new HashMap<>();
  }

  /// Another number when pairs are not where they were.
  long arrangement() {
    return arrangement;
  }

  /// Where the node of that name is, if it is among them.
  OptionalInt placeOf(String node) {
    var place = placeOfNode.get(node);
    return place == null ? OptionalInt.empty() : OptionalInt.of(place);
  }

  /// The pairs with what is new about them; empty if some may have another partner, or if it is not
  /// known what is new.
  private Optional<List<StateNode>> renewed(ClusterSnapshot before, ClusterSnapshot snapshot) {
    var nodes = snapshot.differences(Kind.NODES, before);
    var claims = snapshot.differences(Kind.NODE_CLAIMS, before);
    if (nodes.isEmpty() || claims.isEmpty()) {
      return Optional.empty();
    }
    if (nodes.get().isEmpty() && claims.get().isEmpty()) {
      return Optional.of(states);
    }
    var renewed = new ArrayList<>(states);
    for (var key : nodes.get()) {
      var place = placeOfNode.get(key.name());
      var now = snapshot.node(key.name());
      if (place == null || now.isEmpty() || !isPairedAlike(renewed.get(place), now.get())) {
        return Optional.empty();
      }
      renewed.set(place, new StateNode(now, renewed.get(place).claim()));
    }
    for (var key : claims.get()) {
      var place = placeOfClaim.get(key.name());
      var now = snapshot.claim(key.name());
      if (place == null || now.isEmpty() || !isPairedAlike(renewed.get(place), now.get())) {
        return Optional.empty();
      }
      renewed.set(place, new StateNode(renewed.get(place).node(), now));
    }
    return Optional.of(renewed);
  }

  private static boolean isPairedAlike(StateNode before, NodeFacts now) {
    return before.node().flatMap(NodeFacts::providerId).equals(now.providerId()) && isAdmitted(now);
  }

  private static boolean isPairedAlike(StateNode before, ClaimFacts now) {
    return before.claim().flatMap(ClaimFacts::providerId).equals(now.providerId());
  }

  /// Of several claims for one machine the first speaks; a machine is there once.
  private void arrange(ClusterSnapshot snapshot) {
    var owners = new HashMap<String, ClaimFacts>();
    for (var claim : snapshot.claims()) {
      claim.providerId().ifPresent(machine -> owners.putIfAbsent(machine, claim));
    }
    var pairs = new ArrayList<StateNode>();
    var paired = new HashSet<String>();
    for (var node : snapshot.nodes()) {
      if (isAdmitted(node)) {
        node.providerId().ifPresent(paired::add);
        pairs.add(new StateNode(Optional.of(node), node.providerId().map(owners::get)));
      }
    }
    for (var claim : snapshot.claims()) {
      if (claim.providerId().filter(paired::contains).isEmpty()) {
        pairs.add(StateNode.of(claim));
      }
    }
    placeOfNode = new HashMap<>(2 * pairs.size());
    placeOfClaim = new HashMap<>(2 * pairs.size());
    for (int i = 0; i < pairs.size(); i++) {
      int place = i;
      pairs.get(i).node().ifPresent(node -> placeOfNode.put(node.name(), place));
      pairs.get(i).claim().ifPresent(claim -> placeOfClaim.put(claim.name(), place));
    }
    states = pairs;
    arrangement++;
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
