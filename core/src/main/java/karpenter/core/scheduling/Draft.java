package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;

/// A node this run has decided to buy. Mutable, owned by the run; its rows and requirements only
/// narrow, its requests only grow.
final class Draft {
  /// Its number among the candidates of the run.
  final int index;

  final int template;
  final StateSpace space;
  State state;
  long[] rows;
  double price;
  final long[] used;
  boolean minValuesRelaxed;
  final List<HostPort> ports = new ArrayList<>();
  final List<Pod> pods = new ArrayList<>();

  /// What it counts against its pool's limits.
  long[] charge = {};

  /// Pods counted nowhere yet because the draft may still become several domains.
  final Map<CountGroup, Integer> pending = new HashMap<>();

  /// Pods that came while others were pending: bound only when the draft's domains are decided.
  List<Pod> undecided = new ArrayList<>();

  SortedSet<String> reservations = new TreeSet<>();

  /// The question of a [Journal] that last changed it.
  int question;

  /// The asks known to raise its price, until its price moves.
  final List<Ask> dearFor = new ArrayList<>();

  Draft(
      int index,
      int template,
      StateSpace space,
      State state,
      long[] rows,
      double price,
      int resources) {
    this.index = index;
    this.template = template;
    this.space = space;
    this.state = state;
    this.rows = rows;
    this.price = price;
    this.used = new long[resources];
  }

  /// What it is now; running the result brings it back.
  Runnable snapshot() {
    State savedState = state;
    long[] savedRows = rows.clone();
    double savedPrice = price;
    long[] savedUsed = used.clone();
    long[] savedCharge = charge.clone();
    boolean savedRelaxed = minValuesRelaxed;
    int savedPorts = ports.size();
    int savedPods = pods.size();
    var savedPending = Map.copyOf(pending);
    var savedUndecided = List.copyOf(undecided);
    var savedReservations = reservations;
    return () -> {
      state = savedState;
      rows = savedRows;
      price = savedPrice;
      System.arraycopy(savedUsed, 0, used, 0, used.length);
      charge = savedCharge;
      minValuesRelaxed = savedRelaxed;
      ports.subList(savedPorts, ports.size()).clear();
      pods.subList(savedPods, pods.size()).clear();
      pending.clear();
      pending.putAll(savedPending);
      undecided = new ArrayList<>(savedUndecided);
      reservations = savedReservations;
    };
  }

  /// The row it would be bought as now: cheapest, then first by name.
  int cheapestRow(Reservations held) {
    State becomes = space.stateOf(held.narrowed(state.requirements, reservations));
    int found = -1;
    for (int row = Bits.first(rows); row >= 0; row = Bits.next(rows, row + 1)) {
      if (found < 0 || isBefore(becomes, row, found)) found = row;
    }
    if (found < 0) throw new IllegalStateException("a draft without rows");
    return found;
  }

  private boolean isBefore(State becomes, int row, int other) {
    int byPrice = Double.compare(becomes.price[row], becomes.price[other]);
    if (byPrice != 0) return byPrice < 0;
    var types = space.template.rows;
    return types.get(row).type().name().compareTo(types.get(other).type().name()) < 0;
  }
}
