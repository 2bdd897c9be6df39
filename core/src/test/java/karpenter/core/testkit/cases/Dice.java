package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// A seeded source of choices.
final class Dice {
  private final SplittableRandom random;

  Dice(long seed) {
    random = new SplittableRandom(seed);
  }

  private Dice(SplittableRandom random) {
    this.random = random;
  }

  /// Dice whose throws do not shift those of others.
  Dice split() {
    return new Dice(random.split());
  }

  boolean chance(double probability) {
    return random.nextDouble() < probability;
  }

  /// Both bounds included.
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  @SafeVarargs
  final <T> T pick(T... items) {
    return items[random.nextInt(items.length)];
  }

  <T> T pick(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }

  /// At least `least` of the items, in their order.
  <T> List<T> some(List<T> items, int least) {
    int wanted = between(Math.min(least, items.size()), items.size());
    List<T> left = new ArrayList<>(items);
    while (left.size() > wanted) left.remove(random.nextInt(left.size()));
    return left;
  }
}
