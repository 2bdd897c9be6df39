package karpenter.api.hash;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// The hash of nested values that NodePool hash `v3` is made of: FNV-1, 64 bits, over texts,
/// numbers and pairs of hashes.
///
/// Java's `long` stands for the unsigned 64-bit number; multiplication and xor do not see the
/// difference.
final class StructureHash {
  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;

  private StructureHash() {}

  static long of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  static long of(long number) {
    return of(littleEndian(1).putLong(number).array());
  }

  /// Multiply first, then xor: FNV-1, not the commoner FNV-1a.
  static long of(byte[] bytes) {
    long hash = OFFSET_BASIS;
    for (byte b : bytes) {
      hash = (hash * PRIME) ^ (b & 0xff);
    }
    return hash;
  }

  static long ordered(long first, long second) {
    return of(littleEndian(2).putLong(first).putLong(second).array());
  }

  /// Ends a sum of unordered parts, so that it cannot be undone by one more part of the sum around
  /// it.
  static long finish(long unordered) {
    return of(littleEndian(1).putLong(unordered).array());
  }

  private static ByteBuffer littleEndian(int longs) {
    return ByteBuffer.allocate(longs * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The hash of a struct, field by field in declaration order. Fields holding their zero value
  /// take no part: the caller leaves them out.
  static final class Struct {
    private long hash;

    Struct(String typeName) {
      hash = of(typeName);
    }

    void field(String name, long valueHash) {
      hash = finish(hash ^ ordered(of(name), valueHash));
    }

    void text(String name, String value) {
      if (!value.isEmpty()) {
        field(name, of(value));
      }
    }

    long hash() {
      return hash;
    }
  }
}
