package karpenter.core.scheduling;

import java.util.Arrays;

/// The candidates that still have room under a per-host count: spread and anti-affinity by
/// hostname, in both directions. Counts only grow within a run, so bits only close.
final class HostLimit {
  final int allowed;
  long[] open = {-1L};

  HostLimit(int allowed) {
    this.allowed = allowed;
  }

  void close(int candidate) {
    ensureCandidates(candidate + 1);
    Bits.clear(open, candidate);
  }

  void reopen(int candidate) {
    Bits.set(open, candidate);
  }

  void ensureCandidates(int count) {
    if (Bits.words(count) > open.length) open = Bits.grownWithOnes(open, count);
  }

  void reset(int count) {
    open = new long[Math.max(1, Bits.words(count))];
    Arrays.fill(open, -1L);
  }

  /// The word of candidates `64 * word …`; those beyond what was ever counted are open.
  long word(int word) {
    return word < open.length ? open[word] : -1L;
  }
}
