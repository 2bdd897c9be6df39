package karpenter.simulator.runtime;

import java.time.Duration;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// What is to happen, the earliest first.
///
/// Most of what is put down happens within milliseconds, while the ends of thousands of pods lie
/// hours ahead. So what is near is kept apart: it goes in and out without passing by the rest.
final class Agenda {
  private static final long NEAR = Duration.ofSeconds(1).toNanos();

  private final PriorityQueue<Due> soon = new PriorityQueue<>();
  private final PriorityQueue<Due> later = new PriorityQueue<>();

  /// Whatever is before it is in `soon`, and all else in `later`.
  private long horizon = NEAR;

  /// @param lot decides among those of one date
  /// @param order and it among those of one lot
  record Due(long at, int lot, long order, Runnable work) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byDate = Long.compare(at, other.at);
      int byLot = byDate != 0 ? byDate : Integer.compare(lot, other.lot);
      return byLot != 0 ? byLot : Long.compare(order, other.order);
    }
  }

  void add(Due due) {
    (due.at < horizon ? soon : later).add(due);
  }

  /// The next, unless it is later than `until` or there is none.
  @Nullable Due next(long until) {
    if (soon.isEmpty()) {
      approach();
    }
    var next = soon.peek();
    return next == null || next.at > until ? null : soon.poll();
  }

  /// Whether nothing happens until then, nor at that very moment.
  boolean isFreeUntil(long end) {
    var first = soon.isEmpty() ? later.peek() : soon.peek();
    return first == null || first.at > end;
  }

  private void approach() {
    var first = later.peek();
    if (first == null) {
      return;
    }
    horizon = first.at + NEAR;
    while (first != null && first.at < horizon) {
      soon.add(later.remove());
      first = later.peek();
    }
  }
}
