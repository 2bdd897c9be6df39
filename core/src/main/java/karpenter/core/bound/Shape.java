package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A node that can be bought, as fillings see it: how much of everything, which kinds of pods, at
/// what cost.
///
/// @param room of each good, then the slots of each exclusive group
/// @param kinds those it takes, by number
record Shape(double[] room, double cost, double[] charges, int[] kinds) {

  /// One for each offer that no other is better than in every way, the cheapest first.
  static List<Shape> of(List<Offer> offers, List<PodKinds.Kind> kinds) {
    List<Shape> kept = new ArrayList<>();
    List<long[]> masks = new ArrayList<>();
    var cheapestFirst =
        offers.stream()
            .sorted(Comparator.comparingDouble(Offer::price).thenComparing(Offer.ORDER))
            .toList();
    for (Offer offer : cheapestFirst) {
      var shape = of(offer, kinds);
      if (shape.kinds.length == 0) continue;
      long[] mask = shape.mask(kinds.size());
      boolean isNeeded = true;
      for (int i = 0; i < kept.size() && isNeeded; i++) {
        isNeeded = !kept.get(i).isBetter(shape, masks.get(i), mask);
      }
      if (!isNeeded) continue;
      kept.add(shape);
      masks.add(mask);
    }
    return kept;
  }

  private static Shape of(Offer offer, List<PodKinds.Kind> kinds) {
    double[] room = Arrays.copyOf(offer.room(), offer.room().length + offer.slots().length);
    for (int e = 0; e < offer.slots().length; e++) {
      room[offer.room().length + e] = offer.slots()[e];
    }
    int[] taken = new int[kinds.size()];
    int count = 0;
    for (int k = 0; k < kinds.size(); k++) {
      var kind = kinds.get(k);
      boolean takes = (offer.users() >>> kind.facet() & 1) != 0 && Goods.fits(kind.demand(), room);
      if (takes) taken[count++] = k;
    }
    return new Shape(room, offer.price(), offer.charges(), Arrays.copyOf(taken, count));
  }

  private long[] mask(int count) {
    long[] mask = new long[(count + Long.SIZE - 1) / Long.SIZE];
    for (int k : kinds) mask[k / Long.SIZE] |= 1L << k % Long.SIZE;
    return mask;
  }

  private boolean isBetter(Shape other, long[] mine, long[] theirs) {
    if (cost > other.cost) return false;
    for (int i = 0; i < room.length; i++) if (room[i] < other.room[i]) return false;
    for (int i = 0; i < mine.length; i++) if ((theirs[i] & ~mine[i]) != 0) return false;
    for (int q = 0; q < charges.length; q++) if (charges[q] > other.charges[q]) return false;
    return true;
  }
}
