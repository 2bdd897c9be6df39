package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;

/// The pods of each node that would have to move if it went. They are the same lists from one look
/// to the next where nothing has changed that they are made of.
final class MovablePods {
  private Map<String, Kept> known = new HashMap<>();
  private List<List<?>> rules = List.of();

  /// @param lasts whether time alone changes nothing
  private record Kept(NodeView view, List<Pod> pods, boolean lasts) {}

  void forget() {
    known = new HashMap<>();
  }

  Look of(ClusterSnapshot snapshot, PlannedPods pods, Instant now) {
    List<List<?>> current =
        List.of(
            snapshot.all(Kind.PDBS),
            snapshot.all(Kind.SERVICES),
            snapshot.all(Kind.REPLICATION_CONTROLLERS),
            snapshot.all(Kind.REPLICA_SETS),
            snapshot.all(Kind.STATEFUL_SETS));
    if (!current.equals(rules)) {
      rules = current;
      known = new HashMap<>();
    }
    var look = new Look(known, pods, now);
    known = look.next;
    return look;
  }

  /// One look at the cluster.
  static final class Look {
    private final Map<String, Kept> before;
    private final PlannedPods pods;
    private final Instant now;
    private final Map<String, Kept> next;

    private Look(Map<String, Kept> before, PlannedPods pods, Instant now) {
      this.before = before;
      this.pods = pods;
      this.now = now;
      this.next = new HashMap<>(2 * before.size());
    }

    @SuppressWarnings("ReferenceEquality") // a node that changed has another view
    List<Pod> of(NodeView view) {
      var kept = before.get(view.name());
      if (kept == null || kept.view() != view) {
        kept = new Kept(view, made(view), isLasting(view));
      }
      if (kept.lasts()) {
        next.put(view.name(), kept);
      }
      return kept.pods();
    }

    private List<Pod> made(NodeView view) {
      return view.pods.stream().filter(pod -> pods.isMovable(pod, now)).map(pods::of).toList();
    }

    private static boolean isLasting(NodeView view) {
      for (PodFacts pod : view.pods) {
        if (pod.doNotDisrupt().isPresent() || pod.isTerminating()) {
          return false;
        }
      }
      return true;
    }
  }
}
