package karpenter.core.bound;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Room for pods at a price, as often as wanted.
///
/// @param room what is left for pods of each good
/// @param users bit set of the pods that could use it: facets at first, classes later
/// @param price with what a node costs beside its instance
/// @param slots how many pods of each exclusive group one node takes
/// @param charges what a node takes of each quota
record Offer(double[] room, double price, long users, int[] slots, double[] charges) {
  /// A total order, so that the outcome does not depend on how the catalogue is listed.
  static final Comparator<Offer> ORDER =
      Comparator.comparingLong(Offer::users)
          .thenComparing(Offer::room, Arrays::compare)
          .thenComparing(Offer::slots, Arrays::compare)
          .thenComparing(Offer::charges, Arrays::compare)
          .thenComparingDouble(Offer::price);

  /// What makes two offers the same but for the price.
  Object shape() {
    return new Shape(this);
  }

  Offer usedBy(long others) {
    return new Offer(room, price, others, slots, charges);
  }

  /// Both together, for those who can use either.
  Offer and(Offer other) {
    double[] both = room.clone();
    for (int i = 0; i < both.length; i++) both[i] += other.room[i];
    int[] bothSlots = slots.clone();
    for (int i = 0; i < bothSlots.length; i++) bothSlots[i] += other.slots[i];
    return new Offer(both, price + other.price, users | other.users, bothSlots, charges);
  }

  private record Shape(Offer offer) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Shape(var that)
          && offer.users == that.users
          && Arrays.equals(offer.room, that.room)
          && Arrays.equals(offer.slots, that.slots)
          && Arrays.equals(offer.charges, that.charges);
    }

    @Override
    public int hashCode() {
      int pods = 31 * Arrays.hashCode(offer.room) + Long.hashCode(offer.users);
      return 31 * (31 * pods + Arrays.hashCode(offer.slots)) + Arrays.hashCode(offer.charges);
    }
  }
}
