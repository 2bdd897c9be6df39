package karpenter.core.disruption;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// From a set upwards, in one order: grows it, repairs it, and grows it again as long as that pays.
final class Climb implements Stage {
  private final List<Candidate> order;
  private final Deque<Stage> stages = new ArrayDeque<>();

  Climb(List<Candidate> order) {
    this.order = order;
    improve();
  }

  private void improve() {
    stages.add(new Growth(order));
    stages.add(new Repair(order));
  }

  @Override
  public boolean step(Ascent ascent) {
    var stage = stages.getFirst();
    Optional<Probes.Scored> before = ascent.reached();
    if (!stage.step(ascent)) {
      stages.removeFirst();
      if (stage instanceof Repair && !ascent.reached().equals(before)) {
        improve();
      }
    }
    return !stages.isEmpty();
  }
}
