package karpenter.core.testkit;

import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/// Runs a property on generated inputs, one seed each, and names the seed that broke it.
public final class Seeds {
  private Seeds() {}

  public static void check(int count, Consumer<RandomGenerator> property) {
    for (long seed = 0; seed < count; seed++) {
      replay(seed, property);
    }
  }

  /// One run, to look closer at a seed that failed.
  public static void replay(long seed, Consumer<RandomGenerator> property) {
    try {
      property.accept(new SplittableRandom(seed));
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
