package karpenter.simulator.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Virtual time: what is to happen when, and who may go on now.
/// 1. Things happen one at a time, in the order of their date; among those of one date a lot
///    decides, drawn from the seed when they were put down.
/// 2. An [Actor] is a thread that goes on only while it has the baton. It hands the baton back when
///    it pauses, and gets it again when its pause is over.
/// 3. So nothing ever runs beside anything else, and a history is a function of its seed.
///
/// The thread that calls [#step] is the driver. All other methods are for the driver and for the
/// actor that has the baton.
public final class Timeline implements InstantSource {
  private final Instant start;
  private final SplittableRandom lots;
  private final Agenda agenda = new Agenda();
  private final Set<Actor> paused = new LinkedHashSet<>();
  private final Semaphore driver = new Semaphore(0);
  private Duration jumped = Duration.ZERO;
  private long ticks;

  /// How far the driver lets time pass.
  private long limit;

  private long order;
  private volatile @Nullable Actor current;

  // What the watchdog looks at: turns so far, those it saw at its last look, and its verdict.
  private volatile long turns;
  private long seenTurns;
  private volatile boolean isStuck;

  public Timeline(long seed, Instant start) {
    this.lots = new SplittableRandom(seed);
    this.start = start;
    Watchdog.watch(this);
  }

  /// Nanoseconds since the beginning; unlike the clock, they never jump.
  public long ticks() {
    return ticks;
  }

  /// The time on the wall.
  @Override
  public Instant instant() {
    return start.plusNanos(ticks).plus(jumped);
  }

  /// Sets the clock on the wall, as an administrator may; pauses are as long as before.
  public void jump(Duration by) {
    jumped = jumped.plus(by);
  }

  /// Puts down something short to be done by the driver.
  public void at(long date, Runnable work) {
    agenda.add(new Agenda.Due(Math.max(date, ticks), lots.nextInt(), order++, work));
  }

  public void after(Duration delay, Runnable work) {
    at(ticks + delay.toNanos(), work);
  }

  /// Starts a thread that takes turns with all others.
  public void start(Life life, String name, Runnable body) {
    start(life, name, body, () -> false);
  }

  /// The same, unless it turns out by then that there is nothing to do.
  void start(Life life, String name, Runnable body, BooleanSupplier isLeftOut) {
    at(
        ticks,
        () -> {
          if (!isLeftOut.getAsBoolean()) {
            resume(new Actor(life, name, body, driver));
          }
        });
  }

  /// Does the next thing, unless it is later than `until`; says whether there was one.
  public boolean step(long until) {
    limit = until;
    var next = agenda.next(until);
    if (next == null) {
      return false;
    }
    ticks = next.at();
    next.work().run();
    return true;
  }

  /// Lets time pass.
  public void runUntil(long until) {
    while (step(until)) {
      // What happens, happens in there.
    }
    ticks = Math.max(ticks, until);
  }

  /// Hands the baton back for so long. Ends by an interruption when the actor's life is over.
  ///
  /// Where nothing else happens meanwhile the baton would come straight back, so it is kept, and
  /// only time passes.
  public void pause(Duration delay) throws InterruptedException {
    var actor = current();
    long end = ticks + delay.toNanos();
    if (end <= limit && agenda.isFreeUntil(end)) {
      // The lot that would have been drawn: what follows must not depend on it.
      lots.nextInt();
      order++;
      ticks = end;
      turns = turns + 1;
      return;
    }
    at(end, () -> resume(actor));
    handOver(actor);
  }

  /// Hands the baton back until somebody [#wake]s the actor.
  void block() throws InterruptedException {
    handOver(current());
  }

  void wake(Actor actor) {
    at(ticks, () -> resume(actor));
  }

  /// The one whose turn it is.
  Actor current() {
    if (current == null || !current.isThisThread()) {
      throw new IllegalStateException(
          "a port was called by "
              + Thread.currentThread()
              + ", which is not a loop of the simulated runtime");
    }
    return current;
  }

  boolean isActing() {
    return current != null && current.isThisThread();
  }

  /// Lets every thread end, that is in the middle of something; their lives must be over.
  public void unwind() {
    while (!paused.isEmpty()) {
      for (var actor : new ArrayList<>(paused)) {
        if (paused.contains(actor)) {
          resume(actor);
        }
      }
    }
  }

  private void handOver(Actor actor) throws InterruptedException {
    paused.add(actor);
    actor.handOver();
    if (actor.life().isOver()) {
      throw new InterruptedException("the process was killed");
    }
  }

  private void resume(Actor actor) {
    if (actor.hasStarted() && !paused.remove(actor)) {
      // Unwound before its pause was over.
      return;
    }
    current = actor;
    turns = turns + 1;
    actor.resume();
    try {
      driver.acquire();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the driver was interrupted", interrupted);
    }
    if (isStuck) {
      throw new IllegalStateException(actor + " does not hand the baton back: " + actor.stack());
    }
    current = null;
    actor.rethrow();
  }

  /// For the watchdog, on its own thread: a turn that lasts from one look to the next is too long.
  void look() {
    long now = turns;
    if (current != null && now == seenTurns && !isStuck) {
      isStuck = true;
      driver.release();
    }
    seenTurns = now;
  }
}
