package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import karpenter.core.cluster.NodeCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComparisonTest {
  private static final double READING = 0.25;
  private static final Comparison.Bounds BOUNDS = new Comparison.Bounds(3.5, 3.75);

  private static Side side(double seconds, double setup, double first) {
    var runs = new Runs(0);
    runs.warmUp(AlternationTest.iteration(first));
    runs.count(new Iteration(seconds, setup, 0, 100, 200, 300, AlternationTest.placement(4)));
    return Side.of(
        1_000,
        runs,
        new Verdict(List.of(), 5, 4, 4.02),
        new ReadingTurns.Figures(3 * READING, READING));
  }

  @Test
  void ratios_divide_upstreams_time_by_ours() {
    var comparison =
        Comparison.of("w", 0.02, BOUNDS, side(0.5, 0.5, 2), side(0.25, 0.5, 3), side(10, 1, 10));

    assertThat(comparison.ratio()).isEqualTo(20);
    assertThat(comparison.setupRatio()).isEqualTo(11);
    assertThat(comparison.firstSolveRatio()).isEqualTo(5);
    assertThat(comparison.optimisedRatio()).isEqualTo(40);
    assertThat(comparison.totalRatio()).isEqualTo(11.25 / 1.25);
  }

  @Test
  void bounds_are_told_with_how_far_ours_is_above_them() {
    var alone = Comparison.of("w", 0.02, BOUNDS, side(0.5, 0.5, 2), null, null);
    var without = Comparison.of("w", 0.02, Comparison.Bounds.NONE, null, null, side(10, 1, 10));

    assertThat(Table.rows(alone).getLast().strip())
        .isEqualTo(
            "ours is 14.9 % above the lower bound of 3.50, 7.2 % above that at equal service of 3.75");
    assertThat(Table.rows(without)).hasSize(1);
  }

  @Test
  void totals_count_reading_and_set_up() {
    var side = side(0.5, 0.5, 2);

    assertThat(side.readingSeconds()).isEqualTo(READING);
    assertThat(side.totalSeconds()).isEqualTo(READING + 0.5 + 0.5);
    assertThat(side.firstTotalSeconds()).isEqualTo(3 * READING + 2);
  }

  @Test
  void a_side_that_did_not_run_leaves_no_ratio() {
    var comparison = Comparison.of("w", 0.02, Comparison.Bounds.NONE, null, null, side(10, 1, 10));

    assertThat(comparison.ratio()).isNull();
    assertThat(Table.rows(comparison)).hasSize(1);
  }

  @Test
  void the_json_has_the_published_fields() {
    JsonNode json =
        new ObjectMapper()
            .valueToTree(
                Comparison.of(
                    "w", 0.02, BOUNDS, side(0.5, 0.5, 2), side(0.25, 0.5, 3), side(10, 1, 10)));

    assertThat(json.propertyStream().map(field -> field.getKey()))
        .containsExactly(
            "workload",
            "node_cost",
            "ratio",
            "setup_ratio",
            "first_solve_ratio",
            "lower_bound",
            "equal_service_bound",
            "total_ratio",
            "optimised_ratio",
            "ours",
            "optimised",
            "upstream");
    assertThat(json.path("ours").propertyStream().map(field -> field.getKey()).limit(9))
        .containsExactly(
            "pods_per_second",
            "seconds",
            "allocated_bytes",
            "nodes",
            "price",
            "cost",
            "preference_weight",
            "unplaced",
            "faults");
    assertThat(json.at("/ours/pods_per_second").asDouble()).isEqualTo(2_000);
  }

  @Test
  void a_command_line_is_names_and_options() throws Arguments.Refused {
    var arguments =
        Arguments.parse("diverse-100", "--only", "upstream", "my/dir", "--iterations", "7");

    assertThat(arguments.targets()).containsExactly("diverse-100", "my/dir");
    assertThat(arguments.sides()).containsExactly("upstream");
    assertThat(arguments.iterations()).isEqualTo(7);
  }

  @Test
  void node_cost_is_the_shipped_default_unless_told() throws Arguments.Refused {
    assertThat(Arguments.parse("diverse-100").nodeCost()).isEqualTo(NodeCost.DEFAULT);
    assertThat(Arguments.parse("diverse-100", "--node-cost", "0").nodeCost()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--only theirs",
        "--iterations many",
        "--json",
        "--quick",
        "--node-cost -1",
        "--node-cost dear"
      })
  void a_bad_option_is_refused_with_what_was_found(String line) {
    assertThatThrownBy(() -> Arguments.parse(line.split(" ")))
        .isInstanceOf(Arguments.Refused.class)
        .hasMessageContaining("found");
  }
}
