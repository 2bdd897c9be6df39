package karpenter.kube;

import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import karpenter.operator.Fence;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.TokenBucket;

/// Lets requests through at a rate, and so many at once; the more urgent first, and among equals
/// those that came first.
final class RequestGate {
  /// The server allows a hundred streams on a connection; watches have connections of their own.
  static final int MAX_UNDER_WAY = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final PriorityQueue<Waiter> waiters = new PriorityQueue<>();
  private final TokenBucket bucket;
  private final LongSupplier ticks;
  private final Fence fence;
  private final int mostUnderWay;
  private int underWay;
  private long arrivals;

  enum Priority {
    URGENT,
    ORDINARY,
    LEISURELY
  }

  private record Waiter(Priority priority, long arrival, Condition turn)
      implements Comparable<Waiter> {
    @Override
    public int compareTo(Waiter other) {
      int byPriority = priority.compareTo(other.priority);
      return byPriority != 0 ? byPriority : Long.compare(arrival, other.arrival);
    }
  }

  RequestGate(int perSecond, int burst, Fence fence) {
    this(perSecond, burst, MAX_UNDER_WAY, System::nanoTime, fence);
  }

  RequestGate(int perSecond, int burst, int mostUnderWay, LongSupplier ticks, Fence fence) {
    this.bucket = new TokenBucket(perSecond, burst);
    this.mostUnderWay = mostUnderWay;
    this.ticks = ticks;
    this.fence = fence;
  }

  /// Waits for its turn, and then asks whether anything may be sent. Whoever enters must [#leave];
  /// whoever is refused must not.
  void enter(Priority priority) throws Unreachable, InterruptedException {
    lock.lockInterruptibly();
    try {
      var me = new Waiter(priority, arrivals++, lock.newCondition());
      waiters.add(me);
      try {
        while (!mayPass(me)) {
          var _ = me.turn().awaitNanos(wait(me));
        }
        // Last, because the turn may have come long after it was waited for.
        fence.check();
        underWay++;
      } finally {
        waiters.remove(me);
        wakeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      underWay--;
      wakeFirst();
    } finally {
      lock.unlock();
    }
  }

  int waiting() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  private boolean mayPass(Waiter me) {
    return me.equals(waiters.peek())
        && underWay < mostUnderWay
        && bucket.tryTake(ticks.getAsLong());
  }

  /// Only the first in line waits for the bucket; the others wait to become the first.
  private long wait(Waiter me) {
    boolean isForBucket = me.equals(waiters.peek()) && underWay < mostUnderWay;
    return isForBucket ? Math.max(1, bucket.nanosUntilNext(ticks.getAsLong())) : Long.MAX_VALUE;
  }

  private void wakeFirst() {
    var first = waiters.peek();
    if (first != null) {
      first.turn().signal();
    }
  }
}
