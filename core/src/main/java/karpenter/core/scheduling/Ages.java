package karpenter.core.scheduling;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// When what changed in a cluster that is asked many questions, counted in changes applied: how old
/// an answer may be to be as good as a new one.
final class Ages {
  private long now;
  private final long[] nodeChanged;
  private long limitsEased;
  private long waitingMoved;

  /// Gains further back than this many are forgotten: who asks about them must ask the cluster.
  private static final int MAX_GAINS = 64;

  /// Nodes that may have more to offer than before, in the order of time.
  private final Deque<Gain> gains = new ArrayDeque<>();

  /// All gains after this are known.
  private long knownSince;

  private record Gain(long at, int node) {}

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
    if (!gained) return;
    gains.addLast(new Gain(now, node));
    if (gains.size() > MAX_GAINS) knownSince = gains.removeFirst().at();
  }

  void limitsEased() {
    limitsEased = now;
  }

  void waitingMoved() {
    waitingMoved = now;
  }

  boolean hasChanged(int[] nodes, long since) {
    for (int node : nodes) if (hasChanged(node, since)) return true;
    return false;
  }

  boolean hasChanged(int node, long since) {
    return nodeChanged[node] > since;
  }

  boolean haveLimitsEased(long since) {
    return limitsEased > since;
  }

  boolean haveWaitingMoved(long since) {
    return waitingMoved > since;
  }

  /// The nodes that gained anything since then, the latest first; null if nobody knows any more.
  @Nullable List<Integer> gainedSince(long since) {
    if (since < knownSince) return null;
    List<Integer> nodes = new ArrayList<>();
    for (var all = gains.descendingIterator(); all.hasNext(); ) {
      Gain gain = all.next();
      if (gain.at <= since) break;
      nodes.add(gain.node);
    }
    return nodes;
  }
}
