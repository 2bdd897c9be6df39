package karpenter.core.scheduling;

import java.util.Arrays;
import karpenter.core.requirement.Requirements;
import org.jspecify.annotations.Nullable;

/// What a draft's node may still be, as far as labels go: one value per distinct set of
/// requirements within a pool. Where a demand leads from here is worked out once and remembered, so
/// that narrowing a draft is an array access.
final class State {
  /// Stands for "this demand cannot be met from here".
  static final State IMPOSSIBLE = new State();

  final Requirements requirements;
  final long[] rows;

  /// The cheapest offering of each row under these requirements; infinite for rows not in `rows`.
  final double[] price;

  /// The rows by price, when their own order is not already that; else null.
  final int @Nullable [] byPrice;

  private @Nullable State[] next = new @Nullable State[16];
  private @Nullable Domains[] domains = new @Nullable Domains[0];

  private record Domains(long[] bits) {}

  private State() {
    requirements = Requirements.none();
    rows = new long[0];
    price = new double[0];
    byPrice = null;
  }

  State(Requirements requirements, long[] rows, double[] price) {
    this.requirements = requirements;
    this.rows = rows;
    this.price = price;
    this.byPrice = isSorted() ? null : sorted();
  }

  @Nullable State known(int demand) {
    return demand < next.length ? next[demand] : null;
  }

  void learn(int demand, State state) {
    if (demand >= next.length) next = Arrays.copyOf(next, Math.max(demand + 1, next.length * 2));
    next[demand] = state;
  }

  /// The domains of a key these requirements contain. Shared: do not change.
  long[] domains(KeySpace space) {
    if (space.id >= domains.length) domains = Arrays.copyOf(domains, space.id + 1);
    Domains known = domains[space.id];
    if (known == null) {
      known = new Domains(space.bitsOf(requirements.get(space.key)));
      domains[space.id] = known;
    }
    return known.bits();
  }

  /// The price of the cheapest of `among`, which must be rows of this state; infinite when empty.
  double cheapest(long[] among) {
    if (byPrice == null) {
      int first = Bits.first(among);
      return first < 0 ? Double.POSITIVE_INFINITY : price[first];
    }
    for (int row : byPrice) if (Bits.get(among, row)) return price[row];
    return Double.POSITIVE_INFINITY;
  }

  /// As [#cheapest(long[])], where none of them is known to cost less than `least`: those left of a
  /// node that is nearly full are the last by price.
  double cheapest(long[] among, double least) {
    if (byPrice == null) return cheapest(among);
    int low = 0;
    int high = byPrice.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (price[byPrice[middle]] < least) low = middle + 1;
      else high = middle;
    }
    for (int i = low; i < byPrice.length; i++) {
      if (Bits.get(among, byPrice[i])) return price[byPrice[i]];
    }
    return Double.POSITIVE_INFINITY;
  }

  /// The rows on sale, cheapest first. Shared: do not change.
  int[] byPrice() {
    return byPrice == null ? sorted() : byPrice;
  }

  private boolean isSorted() {
    double last = Double.NEGATIVE_INFINITY;
    for (int row = Bits.first(rows); row >= 0; row = Bits.next(rows, row + 1)) {
      if (price[row] < last) return false;
      last = price[row];
    }
    return true;
  }

  private int[] sorted() {
    Integer[] order = new Integer[Bits.count(rows)];
    int count = 0;
    for (int row = Bits.first(rows); row >= 0; row = Bits.next(rows, row + 1)) order[count++] = row;
    Arrays.sort(order, (a, b) -> Double.compare(price[a], price[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
