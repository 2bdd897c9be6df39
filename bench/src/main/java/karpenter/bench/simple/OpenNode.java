package karpenter.bench.simple;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PodKind;

/// A node that a packing has bought. Mutable: it fills up, and may become another type in the end.
final class OpenNode {
  private final int number;
  private final List<String> pods = new ArrayList<>();
  private final Map<PodKind, Integer> kinds = new LinkedHashMap<>();
  private final long[] used;
  private NodeOffer offer;

  OpenNode(int number, NodeOffer offer) {
    this.number = number;
    this.offer = offer;
    this.used = new long[offer.room().size()];
  }

  int number() {
    return number;
  }

  NodeOffer offer() {
    return offer;
  }

  /// UIDs in the order in which they came.
  List<String> pods() {
    return pods;
  }

  /// How many pods of each kind it has.
  Map<PodKind, Integer> kinds() {
    return kinds;
  }

  boolean hasRoomFor(PodKind kind) {
    for (int r = 0; r < used.length; r++) {
      long wanted = kind.requests().get(r);
      if (wanted > 0 && used[r] + wanted > offer.room().get(r)) return false;
    }
    return true;
  }

  void add(PodKind kind, String uid) {
    for (int r = 0; r < used.length; r++) used[r] += kind.requests().get(r);
    pods.add(uid);
    kinds.merge(kind, 1, Integer::sum);
  }

  /// What is left, as a sum of parts of the whole.
  double slack() {
    double sum = 0;
    for (int r = 0; r < used.length; r++) {
      long room = offer.room().get(r);
      if (room > 0) sum += (double) (room - used[r]) / room;
    }
    return sum;
  }

  /// Whether its pods would also run on this.
  boolean couldBe(NodeOffer other) {
    for (int r = 0; r < used.length; r++)
      if (used[r] > 0 && used[r] > other.room().get(r)) return false;
    return kinds.keySet().stream().allMatch(kind -> kind.accepts(other));
  }

  void become(NodeOffer other) {
    offer = other;
  }
}
