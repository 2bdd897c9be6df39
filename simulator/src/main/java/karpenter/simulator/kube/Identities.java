package karpenter.simulator.kube;

import java.util.HexFormat;
import java.util.SplittableRandom;

/// Uids and generated names, the same for the same seed.
final class Identities {
  /// As the server's: no vowels, so that no words are made.
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX_LENGTH = 5;

  /// Four billion objects: a simulation of years makes millions.
  private static final int COUNT_DIGITS = 8;

  private final SplittableRandom random;
  private final String ending;
  private long count;

  Identities(long seed) {
    this.random = new SplittableRandom(seed);
    this.ending = "-0000-4000-8000-%012x".formatted(random.nextLong(1L << 48));
  }

  /// Looks random, but grows within a run, so that a log is easy to follow.
  String uid() {
    return HexFormat.of().toHexDigits(++count, COUNT_DIGITS) + ending;
  }

  String name(String beginning) {
    var name = new StringBuilder(beginning);
    for (int i = 0; i < SUFFIX_LENGTH; i++) {
      name.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return name.toString();
  }
}
