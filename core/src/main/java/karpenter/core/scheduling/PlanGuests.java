package karpenter.core.scheduling;

import java.util.IdentityHashMap;
import java.util.Map;
import karpenter.core.scheduling.Backlog.Alike;

/// The pods that could share a planned node, gathered once for all sizes it is tried in. Holds
/// scratch space and what is known of who may come where; owned by one [NodePlanner].
final class PlanGuests {
  private static final byte UNKNOWN = 0;
  private static final byte WELCOME = 1;
  private static final byte REFUSED = 2;

  private final Batch batch;
  private final Backlog backlog;
  private final int resources;
  private final long[] left;

  private int size;
  private Alike[] pods = new Alike[0];
  private int[] counts = new int[0];

  /// What the node's requirements become with such a pod on it.
  private State[] reached = new State[0];

  /// What guest `i` requests of resource `r`, at `i * resources + r`.
  private long[] requests = new long[0];

  /// The least that guest or any after it requests. With less left, nobody else fits.
  private long[] least = new long[0];

  /// Per state of the planned node, whether pods may come to a row: `row * alike + number`.
  private final Map<State, byte[]> welcome = new IdentityHashMap<>();

  private int pricesKnown;
  private byte[] welcomeHere = {};

  PlanGuests(Batch batch, Backlog backlog) {
    this.batch = batch;
    this.backlog = backlog;
    this.resources = batch.resources.known();
    this.left = new long[resources];
  }

  /// @param own the pods of which one opens the node
  void gather(int template, State state, Alike own) {
    StateSpace space = batch.spaces[template];
    int most = backlog.alike.size();
    if (pods.length < most) {
      pods = new Alike[most];
      counts = new int[most];
      reached = new State[most];
      requests = new long[most * resources];
      least = new long[most * resources];
    }
    if (pricesKnown != backlog.prices) {
      pricesKnown = backlog.prices;
      welcome.clear();
    }
    welcomeHere = welcome.computeIfAbsent(state, _ -> new byte[space.template.rows.size() * most]);
    size = 0;
    for (int i = 0; i < most; i++) {
      Alike one = backlog.alike.get(i);
      int count = one.forOneNode - (one == own ? 1 : 0);
      if (count <= 0 || one.share == Double.POSITIVE_INFINITY || one.tier != own.tier) continue;
      if (!one.ask.labels.toleratesTemplate(template, space.template)) continue;
      State becomes = space.step(state, one.ask.labels.node);
      if (becomes == State.IMPOSSIBLE) continue;
      pods[size] = one;
      counts[size] = count;
      reached[size] = becomes;
      System.arraycopy(one.ask.requests, 0, requests, size * resources, resources);
      size++;
    }
    findLeast();
  }

  private void findLeast() {
    int end = size * resources;
    for (int at = end - 1; at >= 0; at--) {
      long after = at + resources < end ? least[at + resources] : Long.MAX_VALUE;
      least[at] = Math.min(requests[at], after);
    }
  }

  /// The shares of what a node of that row would carry beside the pod it is opened for.
  ///
  /// @param ask of that pod
  double carried(Template template, State state, int row, Ask ask) {
    for (int r = 0; r < resources; r++) {
      left[r] = template.room[r].amount(row) - ask.requests[r];
    }
    int known = row * backlog.alike.size();
    double sum = 0;
    for (int i = 0; i < size; i++) {
      int at = i * resources;
      if (!isRoom(least, at)) break;
      Alike one = pods[i];
      byte answer = welcomeHere[known + one.number];
      if (answer == REFUSED || !isRoom(requests, at)) continue;
      if (answer == UNKNOWN) {
        answer = isWelcome(template, state, row, i) ? WELCOME : REFUSED;
        welcomeHere[known + one.number] = answer;
        if (answer == REFUSED) continue;
      }
      long fit = fitting(at, counts[i]);
      for (int r = 0; r < resources; r++) left[r] -= fit * requests[at + r];
      sum += fit * one.share;
    }
    return sum;
  }

  /// As [NodePlanner#isWelcome]; the taints were looked at before.
  private boolean isWelcome(Template template, State state, int row, int guest) {
    State becomes = reached[guest];
    return Bits.get(becomes.rows, row)
        && becomes.price[row] <= state.price[row] + Search.SAME_PRICE
        && NodePlanner.density(template, state, row, pods[guest]) >= NodePlanner.LEAST_DENSITY;
  }

  private boolean isRoom(long[] amounts, int at) {
    for (int r = 0; r < left.length; r++) if (left[r] < amounts[at + r]) return false;
    return true;
  }

  private long fitting(int at, int count) {
    long fit = count;
    for (int r = 0; r < left.length; r++) {
      long each = requests[at + r];
      long all = fit * each;
      // Mostly all fit, and multiplying is much cheaper than dividing.
      boolean isTooMuch = all > left[r] || all < 0 || Math.multiplyHigh(fit, each) != 0;
      if (isTooMuch) fit = left[r] / each;
    }
    return fit;
  }
}
