package karpenter.core.scheduling;

import java.util.Arrays;

/// Sets of small integers as arrays of words. Arrays of unlike length are read as if padded with
/// zeroes.
final class Bits {
  private Bits() {}

  static long[] none(int size) {
    return new long[words(size)];
  }

  static long[] all(int size) {
    long[] bits = none(size);
    for (int i = 0; i < size; i++) set(bits, i);
    return bits;
  }

  static int words(int size) {
    return (size + 63) >>> 6;
  }

  static boolean get(long[] bits, int index) {
    int word = index >>> 6;
    return word < bits.length && (bits[word] >>> index & 1L) != 0;
  }

  static void set(long[] bits, int index) {
    bits[index >>> 6] |= 1L << index;
  }

  static void clear(long[] bits, int index) {
    bits[index >>> 6] &= ~(1L << index);
  }

  static void and(long[] target, long[] other) {
    for (int w = 0; w < target.length; w++) target[w] &= w < other.length ? other[w] : 0;
  }

  static void or(long[] target, long[] other) {
    for (int w = 0; w < other.length; w++) target[w] |= other[w];
  }

  /// The smallest member, or -1.
  static int first(long[] bits) {
    for (int w = 0; w < bits.length; w++) {
      if (bits[w] != 0) return (w << 6) + Long.numberOfTrailingZeros(bits[w]);
    }
    return -1;
  }

  /// The smallest member that is at least `from`, or -1.
  static int next(long[] bits, int from) {
    int w = from >>> 6;
    if (w >= bits.length) return -1;
    long word = bits[w] & (-1L << from);
    while (word == 0) {
      if (++w == bits.length) return -1;
      word = bits[w];
    }
    return (w << 6) + Long.numberOfTrailingZeros(word);
  }

  static boolean isEmpty(long[] bits) {
    return first(bits) < 0;
  }

  static int count(long[] bits) {
    int count = 0;
    for (long word : bits) count += Long.bitCount(word);
    return count;
  }

  /// A copy with room for `size` members, new ones present.
  static long[] grownWithOnes(long[] bits, int size) {
    int length = bits.length;
    long[] grown = Arrays.copyOf(bits, Math.max(words(size), length * 2));
    Arrays.fill(grown, length, grown.length, -1L);
    return grown;
  }

  /// A copy with room for `size` members, new ones absent.
  static long[] grown(long[] bits, int size) {
    return Arrays.copyOf(bits, Math.max(words(size), bits.length * 2));
  }
}
