package karpenter.bench.run;

import static karpenter.bench.run.Alternation.Pace.STEADY;
import static karpenter.bench.run.Alternation.Pace.WARMS_UP;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.run.Alternation.Entrant;
import org.junit.jupiter.api.Test;

class AlternationTest {

  private final List<String> turns = new ArrayList<>();

  /// Solves in the given times, one after another, the last of them for ever.
  private Contender contender(String name, double... seconds) {
    return new Contender() {
      private int solves;

      @Override
      public String name() {
        return name;
      }

      @Override
      public Iteration solve() {
        turns.add(name);
        return iteration(seconds[Math.min(solves++, seconds.length - 1)]);
      }
    };
  }

  static Iteration iteration(double seconds) {
    return new Iteration(seconds, 0, 0, 0, 0, 0, placement(1));
  }

  static Placement placement(double price) {
    var claim = new Placement.Claim("pool", List.of("type"), List.of(), List.of("uid"), price);
    return new Placement(List.of(claim), List.of(), List.of(), null, null);
  }

  private static Runs alone(Contender contender, Alternation.Pace pace, int iterations)
      throws IOException {
    var runs = Alternation.run(List.of(new Entrant(contender, pace)), iterations, 0);
    return runs.values().iterator().next();
  }

  @Test
  void contenders_take_turns_after_the_warm_up() throws IOException {
    var entrants =
        List.of(
            new Entrant(contender("upstream", 1), STEADY),
            new Entrant(contender("ours", 15, 5.1, 0.1), WARMS_UP));

    Alternation.run(entrants, 3, 0);

    assertThat(turns)
        .containsExactly(
            "upstream",
            "ours", // first solves
            "ours", // warm-up, until twenty seconds are spent
            "upstream",
            "ours",
            "upstream",
            "ours",
            "ours");
  }

  @Test
  void a_warm_up_does_not_count_but_the_first_solve_is_remembered() throws IOException {
    var runs = alone(contender("ours", 30, 2, 4, 3), WARMS_UP, 3);

    assertThat(runs.firstSeconds()).isEqualTo(30);
    assertThat(runs.median(Iteration::solveSeconds)).isEqualTo(3);
    assertThat(runs.iterations()).isEqualTo(3);
  }

  @Test
  void five_iterations_are_enough_and_three_where_one_takes_over_ten_seconds() throws IOException {
    var quick = alone(contender("a", 10), STEADY, 0);
    var slow = alone(contender("b", 11), STEADY, 0);

    assertThat(quick.iterations()).isEqualTo(5);
    assertThat(slow.iterations()).isEqualTo(3);
  }
}
