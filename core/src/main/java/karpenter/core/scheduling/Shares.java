package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;

/// What pods cost at best (docs/scheduling.md, section 5): a pod's *share* is the cost of the node
/// that carries such pods most cheaply, divided by how many of them it carries. DaemonSets and the
/// node cost are part of it; topology and limits are not. Owned by one batch.
final class Shares {
  private final Batch batch;
  private final long[] noneFull;
  private final Map<Ask, double[]> shares = new IdentityHashMap<>();
  private final Map<State, int[]> frontiers = new IdentityHashMap<>();

  Shares(Batch batch) {
    this.batch = batch;
    this.noneFull = Bits.none(Math.max(1, batch.spaces.length));
  }

  /// In the first pool that takes such a pod, which is where a node would be bought for it;
  /// infinite where none does.
  ///
  /// @param full the pools whose limits are reached
  double of(Ask ask, long[] full) {
    double[] known = shares.get(ask);
    if (known == null) {
      known = new double[batch.spaces.length];
      shares.put(ask, known);
    }
    for (int t = 0; t < known.length; t++) {
      if (Bits.get(full, t)) continue;
      if (known[t] == 0) known[t] = Math.max(Double.MIN_NORMAL, least(ask, t));
      if (known[t] < Double.POSITIVE_INFINITY) return known[t];
    }
    return Double.POSITIVE_INFINITY;
  }

  /// The share of a pod of the class while no pool is full; zero where no node can be planned for
  /// it.
  double of(PodClass podClass) {
    return ofClass(podClass).share();
  }

  /// @param profile the first that some new node could satisfy; -1 where there is none
  record OfClass(int profile, double share) {}

  private OfClass ofClass(PodClass podClass) {
    OfClass known = podClass.share;
    if (known == null) {
      int index = findPossible(podClass);
      double share = index < 0 ? 0 : of(podClass.profile(index, batch.profiles).ask(), noneFull);
      known = new OfClass(index, share);
      podClass.share = known;
    }
    return known;
  }

  /// What a batch costs at best: the shares of its pods, or the nodes that one class needs because
  /// its pods keep apart. Not a bound: pods that complement each other may cost less.
  double atBest(List<Pod> pods) {
    Map<PodClass, Integer> counts = new IdentityHashMap<>();
    for (Pod pod : pods) counts.merge(batch.classOf(pod), 1, Integer::sum);
    double sum = 0;
    double hosts = 0;
    for (var entry : counts.entrySet()) {
      PodClass podClass = entry.getKey();
      int index = firstPossible(podClass);
      if (index < 0) continue;
      Profile profile = podClass.profile(index, batch.profiles);
      sum += entry.getValue() * of(profile.ask(), noneFull);
      int nodes = Math.ceilDiv(entry.getValue(), PerNode.byHost(podClass, profile));
      if (nodes > 1) hosts = Math.max(hosts, nodes * alone(profile.ask()));
    }
    return Math.max(sum, hosts);
  }

  /// The cost of the cheapest node that takes one such pod.
  private double alone(Ask ask) {
    for (StateSpace space : batch.spaces) {
      State state = space.step(space.start, ask.labels.node);
      if (state == State.IMPOSSIBLE) continue;
      for (int row : frontier(space, state)) {
        if (fitting(space.template, row, ask.requests) > 0) {
          return state.price[row] + space.template.pool.nodeCost();
        }
      }
    }
    return 0;
  }

  /// What the pods cost together if each costs its share.
  double total(List<Pod> pods) {
    double sum = 0;
    for (Pod pod : pods) sum += of(batch.classOf(pod));
    return sum;
  }

  /// The first profile that some new node could satisfy; -1 where there is none, or where pods of
  /// the class claim devices, for which no nodes are planned.
  int firstPossible(PodClass podClass) {
    return ofClass(podClass).profile();
  }

  private int findPossible(PodClass podClass) {
    for (int index = 0; index < podClass.profileCount() && !podClass.claimsDevices(); index++) {
      Profile profile = podClass.profile(index, batch.profiles);
      if (profile.impossible() || of(profile.ask(), noneFull) == Double.POSITIVE_INFINITY) continue;
      return index;
    }
    return -1;
  }

  private double least(Ask ask, int t) {
    double least = Double.POSITIVE_INFINITY;
    StateSpace space = batch.spaces[t];
    if (ask.asksUnknownResource || !ask.labels.toleratesTemplate(t, space.template)) return least;
    State state = space.step(space.start, ask.labels.node);
    if (state == State.IMPOSSIBLE) return least;
    for (int row : frontier(space, state)) {
      long fit = fitting(space.template, row, ask.requests);
      if (fit == 0) continue;
      least = Math.min(least, (state.price[row] + space.template.pool.nodeCost()) / fit);
    }
    return least;
  }

  private static long fitting(Template template, int row, long[] requests) {
    long fit = Long.MAX_VALUE;
    for (int r = 0; r < template.room.length; r++) {
      if (requests[r] > 0) fit = Math.min(fit, template.room[r].amount(row) / requests[r]);
    }
    return fit;
  }

  /// The rows on sale of which no cheaper one has as much room, cheapest first. Shared: do not
  /// change.
  int[] frontier(StateSpace space, State state) {
    int[] known = frontiers.get(state);
    if (known != null) return known;
    Template template = space.template;
    int[] kept = new int[Bits.count(state.rows)];
    int count = 0;
    long[] most = new long[template.room.length];
    for (int row : state.byPrice()) {
      if (!Bits.get(template.roomForDaemons, row)) continue;
      boolean dominated = false;
      if (!raises(most, template, row)) {
        for (int k = 0; k < count && !dominated; k++) dominated = hasRoomOf(template, kept[k], row);
      }
      if (!dominated) kept[count++] = row;
    }
    int[] frontier = Arrays.copyOf(kept, count);
    frontiers.put(state, frontier);
    return frontier;
  }

  /// Whether the row has more room than all before it in some resource: then no one of them has as
  /// much. In most catalogues that is so of nearly every row that is kept.
  private static boolean raises(long[] most, Template template, int row) {
    boolean raised = false;
    for (int r = 0; r < most.length; r++) {
      long amount = template.room[r].amount(row);
      if (amount <= most[r]) continue;
      most[r] = amount;
      raised = true;
    }
    return raised;
  }

  private static boolean hasRoomOf(Template template, int one, int other) {
    for (Threshold room : template.room) {
      if (room.amount(one) < room.amount(other)) return false;
    }
    return true;
  }
}
