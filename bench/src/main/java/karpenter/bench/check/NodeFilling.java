package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What whole pods that share a node can pay at most. First with pods cut into pieces, by the
/// simplex method as in a textbook, each limit on a number of pods a row of its own; and where that
/// is too much, by trying whole pods, as long as what the room left is worth could still matter.
final class NodeFilling {
  /// Several times what the engine allows itself.
  private static final long MAX_STEPS = 5_000_000;

  private static final double ZERO = 1e-11;
  private static final int MAX_PIVOTS = 5_000;

  private final List<Item> items;
  private final double[] room;
  private final double[] worth;
  private final double[] surplus;

  /// Of each good, the most that the items from one on could use, were they alone.
  private final double[][] usable;

  private double threshold;
  private long steps;

  /// Pods that differ in nothing.
  ///
  /// @param demand of each good, in the order of the room
  record Item(double price, int count, double[] demand) {}

  private NodeFilling(List<Item> items, double[] room) {
    this.items = new ArrayList<>(items);
    this.room = room.clone();
    this.worth = new double[room.length];
    this.surplus = new double[items.size()];
    this.usable = new double[items.size() + 1][room.length];
  }

  /// Whether no filling pays more. False also if that is too hard to tell.
  static boolean paysAtMost(double threshold, List<Item> items, double[] room) {
    var fitting = items.stream().filter(item -> fit(item, room) > 0).toList();
    var filling = new NodeFilling(fitting, room);
    filling.threshold = threshold;
    return filling.holds();
  }

  private boolean holds() {
    solveCut();
    dropHopeless();
    items.sort(
        Comparator.comparingDouble((Item item) -> -surplus(item) * fit(item, room))
            .thenComparingDouble(item -> -item.price()));
    for (int j = items.size() - 1; j >= 0; j--) {
      var item = items.get(j);
      surplus[j] = surplus(item);
      for (int i = 0; i < room.length; i++)
        usable[j][i] = usable[j + 1][i] + fit(item, room) * item.demand()[i];
    }
    return !exceeds(0, 0);
  }

  /// One pod of these alone costs more than what cut pods pay above the threshold.
  private void dropHopeless() {
    var most = 0.0;
    for (int i = 0; i < room.length; i++) most += worth[i] * room[i];
    for (var item : items) most += Math.max(0, surplus(item)) * fit(item, room);
    var bound = most;
    items.removeIf(item -> ListedTypes.isLess(bound + surplus(item), threshold));
  }

  private double surplus(Item item) {
    var left = item.price();
    for (int i = 0; i < worth.length; i++) left -= worth[i] * item.demand()[i];
    return left;
  }

  private static int fit(Item item, double[] left) {
    double fit = item.count();
    for (int i = 0; i < left.length; i++)
      if (item.demand()[i] > 0) fit = Math.min(fit, Math.floor(left[i] / item.demand()[i] + ZERO));
    return (int) Math.max(0, fit);
  }

  /// Prices of room under which cut pods pay least: the duals of the textbook's tableau.
  private void solveCut() {
    int goods = room.length;
    int pods = items.size();
    int rows = goods + pods;
    var table = new double[rows + 1][pods + rows + 1];
    for (int i = 0; i < goods; i++) {
      var scale = Math.max(room[i], 1);
      for (int j = 0; j < pods; j++) table[i][j] = items.get(j).demand()[i] / scale;
      table[i][pods + i] = 1;
      table[i][pods + rows] = room[i] / scale;
    }
    for (int j = 0; j < pods; j++) {
      table[goods + j][j] = 1;
      table[goods + j][pods + goods + j] = 1;
      table[goods + j][pods + rows] = fit(items.get(j), room);
      table[rows][j] = -items.get(j).price();
    }
    for (int pivots = 0; pivots < MAX_PIVOTS && pivot(table, rows, pods + rows); pivots++) {}
    for (int i = 0; i < goods; i++)
      worth[i] = Math.max(0, table[rows][pods + i]) / Math.max(room[i], 1);
  }

  private static boolean pivot(double[][] table, int rows, int columns) {
    int entering = 0;
    for (int j = 1; j < columns; j++) if (table[rows][j] < table[rows][entering]) entering = j;
    if (table[rows][entering] >= -ZERO) return false;
    int leaving = -1;
    for (int i = 0; i < rows; i++) {
      if (table[i][entering] <= ZERO) continue;
      if (leaving < 0
          || table[i][columns] / table[i][entering]
              < table[leaving][columns] / table[leaving][entering]) leaving = i;
    }
    if (leaving < 0) return false;
    var divisor = table[leaving][entering];
    for (int j = 0; j <= columns; j++) table[leaving][j] /= divisor;
    for (int i = 0; i <= rows; i++) {
      var factor = table[i][entering];
      if (i == leaving || factor == 0) continue;
      for (int j = 0; j <= columns; j++) table[i][j] -= factor * table[leaving][j];
    }
    return true;
  }

  /// @param paid by the pods chosen
  private boolean exceeds(int from, double paid) {
    if (ListedTypes.isLess(threshold, paid)) return true;
    if (++steps > MAX_STEPS) return true;
    var extra = 0.0;
    for (int j = from; j < items.size(); j++)
      extra += Math.max(0, surplus[j]) * fit(items.get(j), room);
    for (int j = from; j < items.size(); j++) {
      if (!ListedTypes.isLess(threshold, paid + worthOfRoom(j) + extra)) return false;
      var item = items.get(j);
      int fit = fit(item, room);
      for (int pods = fit; pods > 0; pods--) {
        take(item, pods);
        var found = exceeds(j + 1, paid + pods * item.price());
        take(item, -pods);
        if (found) return true;
      }
      extra -= Math.max(0, surplus[j]) * fit;
    }
    return false;
  }

  /// The most that items from one on can pay for the room left, beside their surplus: what none of
  /// them can use is worth nothing.
  private double worthOfRoom(int from) {
    var value = 0.0;
    for (int i = 0; i < room.length; i++) value += worth[i] * Math.min(room[i], usable[from][i]);
    return value;
  }

  private void take(Item item, int pods) {
    for (int i = 0; i < room.length; i++) room[i] -= pods * item.demand()[i];
  }
}
