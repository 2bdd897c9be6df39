package karpenter.simulator.world;

import java.util.Arrays;
import java.util.Optional;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// How good each node is for pods that ask the same of it, as far as that depends on the node
/// alone. It is kept from pod to pod, and worked out again for nodes that changed since: of
/// hundreds, a pod that comes or goes changes one.
///
/// By slot, in arrays, because all nodes are gone through for every pod.
final class Ranking {
  /// The mark of a node where such a pod does not fit.
  static final double REFUSED = -1;

  /// Of a node that is to be looked at again.
  private static final long UNKNOWN = 0;

  private final long cpu;
  private final long memory;
  private long[] versions = new long[0];
  private double[] marks = new double[0];
  private @Nullable Seat[] seats = new Seat[0];
  private boolean[] mayEverRun = new boolean[0];

  /// @param requests of all the pods
  Ranking(Resources requests) {
    this.cpu = requests.get(Resources.CPU);
    this.memory = requests.get(Resources.MEMORY);
  }

  /// The node's own mark ([Scores#own]), or [#REFUSED].
  ///
  /// @param pod one of those this ranking is for
  double of(PodFacts pod, Seat seat) {
    grow(seat.slot() + 1);
    if (versions[seat.slot()] != seat.version()) {
      look(pod, seat);
    }
    return marks[seat.slot()];
  }

  /// Of the best of all nodes the one whose name is first; none where the pod fits nowhere.
  Optional<Seat> best(PodFacts pod, Seat.Crowd crowd) {
    grow(crowd.slots());
    int best = 0;
    double most = REFUSED;
    for (int slot : crowd.order()) {
      if (versions[slot] != crowd.version(slot)) {
        look(pod, crowd.seat(slot));
      }
      if (marks[slot] > most) {
        most = marks[slot];
        best = slot;
      }
    }
    return most == REFUSED ? Optional.empty() : Optional.of(crowd.seat(best));
  }

  @SuppressWarnings("ReferenceEquality") // a node that changed has another seat
  private void look(PodFacts pod, Seat seat) {
    int slot = seat.slot();
    if (seats[slot] != seat) {
      seats[slot] = seat;
      mayEverRun[slot] = Fit.mayEverRun(pod, seat);
    }
    // What was promised to others depends on who asks.
    versions[slot] = seat.nominated().isEmpty() ? seat.version() : UNKNOWN;
    marks[slot] = mayEverRun[slot] ? mark(pod, seat) : REFUSED;
  }

  private double mark(PodFacts pod, Seat seat) {
    // Mostly there is too little left, and this is seen at once.
    return cpu <= seat.freeCpu() && memory <= seat.freeMemory() && Fit.hasPlace(pod, seat)
        ? Scores.own(seat, cpu, memory)
        : REFUSED;
  }

  private void grow(int slots) {
    if (slots > versions.length) {
      int size = Math.max(slots, versions.length * 2);
      versions = Arrays.copyOf(versions, size);
      marks = Arrays.copyOf(marks, size);
      seats = Arrays.copyOf(seats, size);
      mayEverRun = Arrays.copyOf(mayEverRun, size);
    }
  }
}
