package karpenter.kube;

import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
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

  RequestGate(int perSecond, int burst) {
    this(perSecond, burst, MAX_UNDER_WAY, System::nanoTime);
  }

  RequestGate(int perSecond, int burst, int mostUnderWay, LongSupplier ticks) {
    this.bucket = new TokenBucket(perSecond, burst);
    this.mostUnderWay = mostUnderWay;
    this.ticks = ticks;
  }

  /// Waits for its turn. Whoever enters must [#leave].
  void enter(Priority priority) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      var me = new Waiter(priority, arrivals++, lock.newCondition());
      waiters.add(me);
      try {
        while (!mayPass(me)) {
          var _ = me.turn().awaitNanos(wait(me));
        }
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
