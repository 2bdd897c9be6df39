package karpenter.bench.workload;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Places for pods on the nodes of one group, so many on each. Handing them out by zone and by host
/// is what makes the frozen cluster keep the rules of its own pods.
final class Seats {

  private final List<List<Integer>> byZone = new ArrayList<>();

  Seats(int zones) {
    for (int zone = 0; zone < zones; zone++) {
      byZone.add(new ArrayList<>());
    }
  }

  void add(int node, int zone, int seats) {
    byZone.get(zone).addAll(Collections.nCopies(seats, node));
  }

  void shuffle(Draw draw) {
    byZone.forEach(draw::shuffle);
  }

  int left() {
    return byZone.stream().mapToInt(List::size).sum();
  }

  /// The nodes for a workload's pods, in order.
  List<Integer> take(Draw draw, Replicas replicas) {
    var nodes = new ArrayList<Integer>();
    var taken = new HashSet<Integer>();
    int first = draw.between(0, byZone.size() - 1);
    for (int i = 0; i < replicas.count(); i++) {
      int zone =
          switch (replicas.rule()) {
            case ZONE_SPREAD, ZONE_AND_HOST_SPREAD -> (first + i) % byZone.size();
            case ZONE_AFFINITY -> i == 0 ? fullest() : first;
            case NONE, HOST_SPREAD, HOST_ANTI_AFFINITY -> fullest();
          };
      first = replicas.rule() == Replicas.Rule.ZONE_AFFINITY ? zone : first;
      int node = takeOne(byZone.get(zone), replicas.rule().onePerHost() ? taken : Set.of());
      taken.add(node);
      nodes.add(node);
    }
    return nodes;
  }

  private int fullest() {
    int fullest = 0;
    for (int zone = 1; zone < byZone.size(); zone++) {
      if (byZone.get(zone).size() > byZone.get(fullest).size()) {
        fullest = zone;
      }
    }
    return fullest;
  }

  private static int takeOne(List<Integer> seats, Set<Integer> unwanted) {
    for (int i = seats.size() - 1; i >= 0; i--) {
      if (!unwanted.contains(seats.get(i))) {
        return seats.remove(i);
      }
    }
    throw new IllegalStateException(
        "no seat left in a zone; the mix of workloads does not suit the number of nodes");
  }
}
