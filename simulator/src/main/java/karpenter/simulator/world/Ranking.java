package karpenter.simulator.world;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// How good each node is for pods that ask the same of it, as far as that depends on the node
/// alone. It is kept from pod to pod, and worked out again for nodes that changed since: of
/// hundreds, a pod that comes or goes changes one.
final class Ranking {
  /// The mark of a node where such a pod does not fit.
  static final double REFUSED = -1;

  private final long cpu;
  private final long memory;
  private @Nullable Known[] known = new Known[0];

  /// What is known of a node.
  private static final class Known {
    final Seat seat;
    final boolean mayEverRun;
    long version;
    double mark;

    Known(Seat seat, boolean mayEverRun) {
      this.seat = seat;
      this.mayEverRun = mayEverRun;
    }
  }

  /// @param requests of all the pods
  Ranking(Resources requests) {
    this.cpu = requests.get(Resources.CPU);
    this.memory = requests.get(Resources.MEMORY);
  }

  /// The node's own mark ([Scores#own]), or [#REFUSED].
  ///
  /// @param pod one of those this ranking is for
  double of(PodFacts pod, Seat seat) {
    var here = known(pod, seat);
    if (!seat.nominated().isEmpty()) {
      // What was promised to others depends on who asks.
      return mark(pod, here);
    }
    if (here.version != seat.version()) {
      here.version = seat.version();
      here.mark = mark(pod, here);
    }
    return here.mark;
  }

  @SuppressWarnings("ReferenceEquality") // a node that changed has another seat
  private Known known(PodFacts pod, Seat seat) {
    int slot = seat.slot();
    if (slot >= known.length) {
      known = Arrays.copyOf(known, Math.max(slot + 1, known.length * 2));
    }
    var here = known[slot];
    if (here == null || here.seat != seat) {
      here = new Known(seat, Fit.mayEverRun(pod, seat));
      known[slot] = here;
    }
    return here;
  }

  private double mark(PodFacts pod, Known here) {
    // Mostly there is too little left, and this is seen at once.
    return cpu <= here.seat.freeCpu()
            && memory <= here.seat.freeMemory()
            && here.mayEverRun
            && Fit.hasPlace(pod, here.seat)
        ? Scores.own(here.seat, cpu, memory)
        : REFUSED;
  }

  /// The first of the best of them; none where the pod fits nowhere.
  Optional<Seat> best(PodFacts pod, List<Seat> seats) {
    @Nullable Seat best = null;
    double most = REFUSED;
    for (var seat : seats) {
      double mark = of(pod, seat);
      if (mark > most) {
        most = mark;
        best = seat;
      }
    }
    return Optional.ofNullable(best);
  }
}
