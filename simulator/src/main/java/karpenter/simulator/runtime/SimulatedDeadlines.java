package karpenter.simulator.runtime;

import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines;

/// Limits in virtual time. A call cannot ignore its interruption here: whatever it waits for ends
/// when its limit is reached, and only what the cloud does later by itself goes on.
final class SimulatedDeadlines implements Deadlines {
  private final Timeline timeline;

  SimulatedDeadlines(Timeline timeline) {
    this.timeline = timeline;
  }

  @Override
  public <T> T within(Limit limit, Call<T> call) throws Overdue, Unreachable, InterruptedException {
    var actor = timeline.current();
    long before = actor.deadline();
    actor.deadline(timeline.ticks() + limit.time().toNanos());
    try {
      return call.make();
    } catch (InterruptedException interrupted) {
      if (actor.life().isOver() || timeline.ticks() < actor.deadline()) {
        throw interrupted;
      }
      throw new Overdue("%s was not answered within %s".formatted(limit.name(), limit.time()));
    } finally {
      actor.deadline(before);
    }
  }
}
