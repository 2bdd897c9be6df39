package karpenter.bench.optimum;

import java.util.Comparator;

/// Makes a whole filling of a fractional one: rounds down and fills up by value for size.
final class Greedy {
  private static final double ROUNDING = 1e-6;

  private final PackingInstance instance;
  private final Shape shape;
  private final double[] prices;
  private final int[] counts;
  private final long[] room;
  private final long[] slots;

  private Greedy(PackingInstance instance, Shape shape, double[] prices) {
    this.instance = instance;
    this.shape = shape;
    this.prices = prices;
    this.counts = new int[instance.classes().size()];
    this.room = shape.room().stream().mapToLong(Long::longValue).toArray();
    this.slots = instance.caps().stream().mapToLong(Cap::perNode).toArray();
  }

  /// A filling that keeps all rules; no pods at all if no opener fits.
  static int[] fill(PackingInstance instance, Shape shape, double[] prices, double[] amounts) {
    var greedy = new Greedy(instance, shape, prices);
    greedy.fill(amounts);
    return greedy.counts;
  }

  private void fill(double[] amounts) {
    var order =
        shape.accepted().stream()
            .filter(k -> prices[k] > 0)
            .boxed()
            .sorted(Comparator.comparingDouble((Integer k) -> prices[k] / size(k)).reversed())
            .toList();
    if (shape.needsOpener()) {
      var opener =
          shape.openers().stream()
              .boxed()
              .max(Comparator.comparingDouble(k -> amounts[k] + prices[k] / size(k)));
      opener.ifPresent(k -> take(k, 1));
    }
    for (int k : order) take(k, (int) Math.floor(amounts[k] + ROUNDING) - counts[k]);
    for (int k : order) take(k, Integer.MAX_VALUE);
  }

  private double size(int k) {
    double size = 0;
    for (int r = 0; r < room.length; r++)
      if (shape.room().get(r) > 0)
        size += (double) instance.classes().get(k).requests().get(r) / shape.room().get(r);
    return size + ROUNDING;
  }

  private void take(int k, int wanted) {
    var pods = instance.classes().get(k);
    long most = Math.min(wanted, pods.count() - counts[k]);
    for (int r = 0; r < room.length; r++)
      if (pods.requests().get(r) > 0) most = Math.min(most, room[r] / pods.requests().get(r));
    var caps = instance.caps();
    for (int c = 0; c < slots.length; c++)
      if (caps.get(c).classes().get(k)) most = Math.min(most, slots[c]);
    if (most <= 0) return;
    counts[k] += (int) most;
    for (int r = 0; r < room.length; r++) room[r] -= most * pods.requests().get(r);
    for (int c = 0; c < slots.length; c++) if (caps.get(c).classes().get(k)) slots[c] -= most;
  }
}
