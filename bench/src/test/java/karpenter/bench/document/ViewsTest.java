package karpenter.bench.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ViewsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  static Stamp stamp(double load, double others, int exitCode) {
    return new Stamp(
        "bench/run a",
        "0123abc",
        "2026-01-31",
        "CPU (2 cores, 24 GiB)",
        load,
        others,
        "Eclipse Adoptium 25.0.3",
        "go1.26.8",
        12,
        exitCode);
  }

  private static Measured measured(JsonNode results) {
    return new Measured(stamp(0, 0, 0), results, "\u001b[0mprinted\u001b[1;31m\n", 0);
  }

  static List<View> views() {
    return List.copyOf(Views.ALL.values());
  }

  @ParameterizedTest
  @MethodSource("views")
  void a_row_has_a_cell_for_every_column_even_if_nothing_was_measured(View view) {
    var cells = view.row().apply(JSON.createObjectNode());

    assertThat(cells.size()).isIn(0, view.columns().size());
  }

  @Test
  void figures_of_both_flags_stand_side_by_side() throws IOException {
    var results =
        JSON.readTree(
            """
            [{"workload": "w", "ratio": 250.4, "optimised_ratio": 500.2, "setup_ratio": 9.6,
              "first_solve_ratio": 3, "upstream": {"seconds": 2.5, "allocated_bytes": 2097152},
              "ours": {"seconds": 0.01, "allocated_bytes": 1048576},
              "optimised": {"seconds": 0.005}}]
            """);

    assertThat(Views.named("time").content(List.of(measured(results))))
        .endsWith("| w | 2.50 | 10.0 | 5.0 | **250** | 500 | 10 | 3 | 2 | 1 |");
  }

  @Test
  void a_side_that_was_broken_off_on_its_way_is_said_to_be() throws IOException {
    var results =
        JSON.readTree(
            """
            [{"workload": "consolidation-500-pools-1",
              "ours": {"savings": 3, "fixed_point": {"seconds": 1, "commands": 2, "complete": true, "nodes": 9}},
              "upstream": {"savings": 2, "fixed_point":
                {"seconds": 600, "commands": 1, "complete": false, "nodes": 10}}}]
            """);

    assertThat(Views.named("fixed-point").content(List.of(measured(results))))
        .endsWith("| 500-pools-1 | 3.00 | 2 | 1.00 | 9 | 2.00 (broken off) | 1 | 600.0 | 10 |");
  }

  @Test
  void text_is_shown_as_it_was_printed_but_for_colours() {
    assertThat(Views.named("text").content(List.of(measured(JSON.createArrayNode()))))
        .containsSequence("```", "printed", "```");
  }

  @Test
  void the_stamp_tells_a_busy_machine() {
    assertThat(stamp(1.9, 0.05, 0).sentence()).doesNotContain("not at rest");
    assertThat(stamp(0.2, 0.7, 0).sentence()).contains("not at rest");
    assertThat(stamp(0.2, 0.2, 1).sentence()).contains("not at rest").contains("exit code 1");
  }

  @Test
  void every_stamp_has_the_form_that_is_looked_for() {
    assertThat(stamp(0.2, 0.1, 0).sentence()).matches(Stamp.FORM);
    assertThat(stamp(1.2, 0.1, 1).sentence()).matches(Stamp.FORM);
  }

  @Test
  void what_this_process_uses_is_not_taken_for_that_of_others() throws IOException {
    double own = Machine.ownSeconds();
    long until = System.nanoTime() + 200_000_000;
    while (System.nanoTime() < until) Thread.onSpinWait();

    assertThat(Machine.ownSeconds()).isGreaterThan(own);
    assertThat(Machine.description()).matches(".+ \\(\\d+ cores, \\d+ GiB\\)");
  }
}
