package karpenter.simulator.port;

import java.time.Duration;
import java.util.Optional;
import karpenter.operator.Unreachable;
import karpenter.simulator.runtime.Life;
import karpenter.simulator.runtime.Timeline;

/// Every port call of one life passes here: it takes time before and after its effect, and may go
/// wrong or be the last thing the process did.
public final class Gate {
  /// Longer than any history.
  private static final Duration FOREVER = Duration.ofDays(36_500);

  private final Timeline timeline;
  private final Life life;
  private final Rules rules;

  /// What the gates of all lives of an operator share.
  public static final class Rules {
    private final History history;
    private final Latency latency;
    private Faults faults = Faults.NONE;
    private Killer killer = Killer.NEVER;
    private Runnable whenKilled = () -> {};
    private int points;

    public Rules(History history, Latency latency) {
      this.history = history;
      this.latency = latency;
    }

    public void faults(Faults now) {
      faults = now;
    }

    /// Who kills the process from now on.
    ///
    /// @param then told when it has struck
    public void killer(Killer now, Runnable then) {
      killer = now;
      whenKilled = then;
    }

    /// Points at which the process could have been killed so far.
    public int points() {
      return points;
    }
  }

  /// The call itself.
  interface Effect<T> {
    T take() throws Unreachable, InterruptedException;
  }

  /// What is answered instead when somebody else was faster; empty where that cannot be.
  interface Stale<T> {
    Optional<T> answer();
  }

  public Gate(Timeline timeline, Life life, Rules rules) {
    this.timeline = timeline;
    this.life = life;
    this.rules = rules;
  }

  Life life() {
    return life;
  }

  <T> T pass(PortCall call, Effect<T> effect) throws Unreachable, InterruptedException {
    return pass(call, effect, Optional::empty);
  }

  <T> T pass(PortCall call, Effect<T> effect, Stale<T> stale)
      throws Unreachable, InterruptedException {
    point(call);
    // Duration divides with decimals, and this is asked of every call.
    var half = Duration.ofNanos(rules.latency.of(call).toNanos() / 2);
    timeline.pause(half);
    var fault = rules.faults.strike(call);
    if (fault.isPresent()) {
      var instead = strike(call, fault.get(), effect, stale);
      if (instead.isPresent()) {
        return instead.get();
      }
    }
    var answer = effect.take();
    if (!rules.history.isFull()) {
      log(call, String.valueOf(Shown.of(answer)));
    }
    point(call);
    timeline.pause(half);
    return answer;
  }

  private <T> Optional<T> strike(PortCall call, Fault fault, Effect<T> effect, Stale<T> stale)
      throws Unreachable, InterruptedException {
    switch (fault) {
      case Fault.NotSent() -> {
        log(call, "is not sent");
        throw new Unreachable("connection refused");
      }
      case Fault.AnswerLost() -> {
        log(call, "is not answered: " + Shown.of(effect.take()));
        point(call);
        throw new Unreachable("connection lost");
      }
      case Fault.Hangs() -> {
        log(call, "hangs");
        timeline.pause(FOREVER);
        throw new IllegalStateException(call + " was waited for without a limit");
      }
      case Fault.HangsAndIsDone(var after) -> {
        log(call, "hangs");
        timeline.after(
            after, () -> timeline.start(life, call + " at last", () -> late(call, effect)));
        timeline.pause(FOREVER);
        throw new IllegalStateException(call + " was waited for without a limit");
      }
      case Fault.Throttled(var after) -> {
        log(call, "is throttled");
        throw new Unreachable("too many requests", Optional.of(after));
      }
      case Fault.Conflicted() -> {
        var answer = stale.answer();
        answer.ifPresent(_ -> log(call, "conflicts"));
        return answer;
      }
    }
  }

  private <T> void late(PortCall call, Effect<T> effect) {
    try {
      log(call, "is done at last: " + Shown.of(effect.take()));
    } catch (Unreachable failed) {
      log(call, "fails at last: " + failed.getMessage());
    } catch (InterruptedException killed) {
      Thread.currentThread().interrupt();
    }
  }

  private void point(PortCall call) throws InterruptedException {
    if (life.isOver()) {
      throw new InterruptedException("the process was killed");
    }
    if (!call.isPoll() && rules.killer.strikes(rules.points++, call)) {
      log(call, "is the last thing it does");
      life.end();
      rules.whenKilled.run();
      throw new InterruptedException("the process was killed");
    }
  }

  private void log(PortCall call, String what) {
    if (call.isPoll()) {
      return;
    }
    rules.history.add(timeline.ticks(), life + " " + call + ": " + what);
  }
}
