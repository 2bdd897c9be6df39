package karpenter.simulator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import karpenter.simulator.runtime.Agenda.Due;
import org.junit.jupiter.api.Test;

class AgendaTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 400;
  private static final long[] AHEAD = {1, 50_000_000, 2_000_000_000, 3_600_000_000_000L};

  @Test
  void what_is_near_and_what_is_far_happen_in_one_order() {
    for (int seed = 1; seed <= SEEDS; seed++) {
      var random = new SplittableRandom(seed);
      var agenda = new Agenda();
      var simple = new PriorityQueue<Due>();
      long now = 0;
      for (int i = 0; i < STEPS; i++) {
        if (random.nextInt(5) < 3) {
          long ahead = random.nextLong(AHEAD[random.nextInt(AHEAD.length)]);
          var due = new Due(now + ahead, random.nextInt(3), i, () -> {});
          agenda.add(due);
          simple.add(due);
        } else {
          long until = now + random.nextLong(AHEAD[random.nextInt(AHEAD.length)]);
          var first = simple.peek();
          boolean isDue = first != null && first.at() <= until;
          var expected = isDue ? simple.remove() : null;
          assertThat(agenda.next(until)).as("seed %d, step %d", seed, i).isSameAs(expected);
          now = expected == null ? until : expected.at();
        }
      }
    }
  }
}
