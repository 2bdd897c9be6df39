package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;

/// When what changed in a cluster that is asked many questions, counted in changes applied: how old
/// an answer may be to be as good as a new one.
final class Ages {
  private long now;
  private final long[] nodeChanged;
  private long limitsEased;
  private long waitingMoved;

  /// Nodes that may have more to offer than before, in the order of time.
  private final List<Gain> gains = new ArrayList<>();

  record Gain(long at, int node) {}

  Ages(int nodes) {
    this.nodeChanged = new long[nodes];
  }

  long now() {
    return now;
  }

  void advance() {
    now++;
  }

  void changed(int node, boolean gained) {
    nodeChanged[node] = now;
    if (gained) gains.add(new Gain(now, node));
  }

  void limitsEased() {
    limitsEased = now;
  }

  void waitingMoved() {
    waitingMoved = now;
  }

  boolean hasChanged(int[] nodes, long since) {
    for (int node : nodes) if (nodeChanged[node] > since) return true;
    return false;
  }

  boolean haveLimitsEased(long since) {
    return limitsEased > since;
  }

  boolean haveWaitingMoved(long since) {
    return waitingMoved > since;
  }

  /// The nodes that gained anything since then.
  List<Gain> gainsSince(long since) {
    int from = gains.size();
    while (from > 0 && gains.get(from - 1).at() > since) from--;
    return gains.subList(from, gains.size());
  }
}
