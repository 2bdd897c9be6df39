package karpenter.simulator.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Virtual time: what is to happen when, and who may go on now.
/// 1. Things happen one at a time, in the order of their date; among those of one date a lot
///    decides, drawn from the seed when they were put down.
/// 2. An [Actor] goes on only while it has the baton. It hands the baton on when it pauses, and
///    gets it again when its pause is over.
/// 3. So nothing ever runs beside anything else, and a history is a function of its seed.
///
/// The thread that calls [#step] or [#runUntil] is the driver. All other methods are for the
/// driver, for what it makes happen, and for the actor that has the baton.
///
/// Actors need threads, because they pause in the middle of something; most never do. So while the
/// driver waits for a date, it is a [Hand] that makes things happen, and it plays whoever begins
/// there and then. Only one that does pause keeps the hand, and another goes on. To start a thread
/// for each, and to hand the baton over and back, took a tenth of the time.
public final class Timeline implements InstantSource {
  private final Instant start;
  private final SplittableRandom lots;
  private final Agenda agenda = new Agenda();
  private final Set<Actor> paused = new LinkedHashSet<>();
  private final Semaphore driver = new Semaphore(0);

  /// Those that wait to be of use.
  private final Deque<Hand> idle = new ArrayDeque<>();

  private Duration jumped = Duration.ZERO;
  private long ticks;

  /// How far the driver lets time pass.
  private long limit;

  private long order;
  private volatile @Nullable Actor current;

  /// Whether hands go on by themselves. Otherwise the driver gets the baton back after every turn.
  /// They are to stop as well when a driver is interrupted, which does not wait for the baton.
  private volatile boolean isFree;

  /// The one that makes things happen; null if it is the driver.
  private @Nullable Hand acting;

  /// Who is to get the baton for what has just happened.
  private @Nullable Hand heir;

  /// What the driver is to throw.
  private @Nullable Throwable broken;

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

  /// Begins something that takes turns with all others.
  public void start(Life life, String name, Runnable body) {
    start(life, name, body, () -> false);
  }

  /// The same, unless it turns out by then that there is nothing to do.
  void start(Life life, String name, Runnable body, BooleanSupplier isLeftOut) {
    at(
        ticks,
        () -> {
          if (!isLeftOut.getAsBoolean()) {
            begin(new Actor(life, name, body));
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
    limit = until;
    if (!agenda.isFreeUntil(until)) {
      isFree = true;
      try {
        hand().give();
        awaitBaton();
      } finally {
        isFree = false;
      }
    }
    ticks = Math.max(ticks, until);
  }

  /// Hands the baton on for so long. Ends by an interruption when the actor's life is over, and
  /// when its deadline has come before.
  ///
  /// Where nothing else happens meanwhile the baton would come straight back, so it is kept, and
  /// only time passes.
  public void pause(Duration delay) throws InterruptedException {
    var actor = current();
    long wanted = ticks + delay.toNanos();
    long end = Math.min(wanted, Math.max(ticks, actor.deadline()));
    rest(actor, end);
    if (wanted > end) {
      throw new InterruptedException("not answered in time");
    }
  }

  private void rest(Actor actor, long end) throws InterruptedException {
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

  /// Hands the baton on until somebody [#wake]s the actor.
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
    current = null;
    if (isFree) {
      hand().give();
    } else {
      driver.release();
    }
    actor.hand().await();
    heir = null;
    if (actor.life().isOver()) {
      throw new InterruptedException("the process was killed");
    }
  }

  private void begin(Actor actor) {
    if (acting != null) {
      play(actor, acting);
      return;
    }
    var hand = hand();
    hand.cast(actor);
    hand.give();
    awaitBaton();
  }

  private void resume(Actor actor) {
    if (!paused.remove(actor)) {
      // Unwound before its pause was over.
      return;
    }
    turn(actor);
    if (acting != null) {
      heir = actor.hand();
    } else {
      actor.hand().give();
      awaitBaton();
    }
  }

  private void turn(Actor actor) {
    current = actor;
    turns = turns + 1;
  }

  private void play(Actor actor, Hand hand) {
    turn(actor);
    try {
      actor.play(hand);
    } catch (RuntimeException | Error failure) {
      broken = new IllegalStateException(actor + " broke", failure);
    } finally {
      current = null;
      // Whoever is played next was not interrupted.
      Thread.interrupted();
    }
  }

  private Hand hand() {
    return idle.isEmpty() ? new Hand(this::goOn) : idle.pop();
  }

  /// What a hand does with the baton: it plays its part, and makes happen what is next.
  private void goOn(Hand hand) {
    var part = hand.takePart();
    if (part != null) {
      play(part, hand);
    }
    var next = isFree && broken == null ? makeHappen(hand) : null;
    idle.push(hand);
    if (next == null) {
      driver.release();
    } else {
      next.give();
    }
  }

  /// @return who goes on; nobody if it is the driver's turn
  private @Nullable Hand makeHappen(Hand hand) {
    try {
      for (var next = next(); next != null; next = next()) {
        ticks = next.at();
        acting = hand;
        heir = null;
        next.work().run();
        if (heir != null || broken != null) {
          return broken == null ? heir : null;
        }
      }
    } catch (RuntimeException | Error failure) {
      broken = failure;
    }
    return null;
  }

  private Agenda.@Nullable Due next() {
    return isFree ? agenda.next(limit) : null;
  }

  /// For the driver: others go on until it is its turn.
  private void awaitBaton() {
    try {
      driver.acquire();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("the driver was interrupted", interrupted);
    }
    var actor = current;
    if (isStuck) {
      var where = actor == null ? "" : actor.hand().stack();
      throw new IllegalStateException(actor + " does not hand the baton back: " + where);
    }
    acting = null;
    idle.forEach(Hand::dismiss);
    idle.clear();
    var failure = broken;
    broken = null;
    switch (failure) {
      case null -> {}
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      default -> throw new IllegalStateException(failure);
    }
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
