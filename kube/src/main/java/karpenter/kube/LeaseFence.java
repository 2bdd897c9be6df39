package karpenter.kube;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import karpenter.operator.Fence;
import org.jspecify.annotations.Nullable;

/// Ends a leader whose lease was not renewed in time, before another may lead.
///
/// A platform thread of its own compares two numbers and waits for nothing else: no request, no
/// lock and no log can keep it. Time is that of the monotonic clock, which goes on while a process
/// is stopped: whoever wakes up late finds [#mayAct] false before the timer has ended the process.
public final class LeaseFence implements Fence {
  /// A standby's timer sleeps until it is woken; a limit costs nothing.
  private static final long IDLE_NANOS = Duration.ofMinutes(1).toNanos();

  private final LongSupplier ticks;
  private final Consumer<String> end;
  private final AtomicBoolean hasFallen = new AtomicBoolean();

  /// How long we may act; null before we led.
  private volatile @Nullable Term term;

  private volatile @Nullable Thread timer;

  /// @param stopAt in ticks
  private record Term(long stopAt) {}

  /// Without its timer: call [#start].
  ///
  /// @param end ends the process, given the reason; must not wait for anything
  public LeaseFence(LongSupplier ticks, Consumer<String> end) {
    this.ticks = ticks;
    this.end = end;
  }

  /// A fence in real time.
  public static LeaseFence start(Consumer<String> end) {
    var fence = new LeaseFence(System::nanoTime, end);
    fence.timer = Thread.ofPlatform().daemon().name("lease-fence").start(fence::run);
    return fence;
  }

  @Override
  public boolean mayAct() {
    var current = term;
    return !hasFallen.get() && (current == null || ticks.getAsLong() - current.stopAt < 0);
  }

  /// We lead until then. Says no if that comes too late: the time of an earlier renewal has run
  /// out.
  boolean lead(long stopAt) {
    if (!mayAct()) {
      fall("the lease was renewed too late");
      return false;
    }
    term = new Term(stopAt);
    LockSupport.unpark(timer);
    return true;
  }

  /// We do not lead any more, whatever the time.
  void fall(String reason) {
    if (hasFallen.compareAndSet(false, true)) {
      end.accept(reason);
    }
  }

  /// We stop leading because we want to: nothing may be sent from now on, and the process lives.
  void retire() {
    hasFallen.set(true);
    LockSupport.unpark(timer);
  }

  private void run() {
    while (!hasFallen.get()) {
      LockSupport.parkNanos(this, look());
    }
  }

  /// Ends the process if it is time; else says for how many nanoseconds there is nothing to do.
  long look() {
    var current = term;
    if (current == null) {
      return IDLE_NANOS;
    }
    long left = current.stopAt - ticks.getAsLong();
    if (left <= 0 && !hasFallen.get()) {
      fall("the lease was not renewed in time");
    }
    return Math.max(1, left);
  }
}
