package karpenter.operator.disruption;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import karpenter.core.disruption.command.DisruptionMark;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// Which claims and nodes carry something of a disruption, so that nobody has to look at all of
/// them every time. Told of every change by the state's writer, from the first one on.
final class MarkedNodes {
  private final SortedSet<String> claims = new ConcurrentSkipListSet<>();
  private final SortedSet<String> nodes = new ConcurrentSkipListSet<>();

  void note(Change change) {
    if (change.concerns(Kind.NODE_CLAIMS)) {
      note(claims, change, change.after(Kind.NODE_CLAIMS).map(MarkedNodes::isMarked));
    } else if (change.concerns(Kind.NODES)) {
      note(nodes, change, change.after(Kind.NODES).map(DisruptionMark::isOn));
    }
  }

  private static void note(SortedSet<String> names, Change change, Optional<Boolean> isMarked) {
    if (isMarked.orElse(false)) {
      names.add(change.key().name());
    } else {
      names.remove(change.key().name());
    }
  }

  private static boolean isMarked(ClaimFacts claim) {
    return CommandRecord.isOn(claim.meta()) || DisruptionMark.isOn(claim);
  }

  /// All claims that carry a mark themselves or whose node does, as they are in the snapshot.
  List<ClaimFacts> in(ClusterSnapshot snapshot) {
    // Asked at every look, and mostly there are none.
    if (claims.isEmpty() && nodes.isEmpty()) {
      return List.of();
    }
    var names = new TreeSet<>(claims);
    for (var name : nodes) {
      snapshot
          .node(name)
          .filter(node -> !node.meta().isDeleting() && DisruptionMark.isOn(node))
          .flatMap(snapshot::claimOf)
          .ifPresent(claim -> names.add(claim.name()));
    }
    return names.stream().flatMap(name -> snapshot.claim(name).stream()).toList();
  }
}
