package karpenter.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import karpenter.api.Json;
import karpenter.app.CliRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimulateCommandTest {
  private static final String EXAMPLE = "../examples/trace/";

  @TempDir private Path directory = Path.of("");

  @Test
  void the_example_plays_at_once_and_says_what_it_cost() {
    var run = example("--for", "4h");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("small.jsonl, 4h, seed 1", "cost", "evictions", "99 of 100");
  }

  @Test
  void the_same_seed_gives_the_same_bytes() {
    var once = example("--for", "4h", "--faults", "calls=5,nodes=12", "--output", "json");
    var again = example("--for", "4h", "--faults", "calls=5,nodes=12", "--output", "json");

    assertThat(again.out()).isEqualTo(once.out());
  }

  @Test
  void two_configurations_stand_side_by_side() throws IOException {
    var run = example("--for", "3h", "--compare", EXAMPLE + "spot", "--output", "json");

    var configurations = Json.JSON.readTree(run.out()).path("configurations");
    assertThat(configurations).hasSize(2);
    assertThat(configurations.get(1).path("cost").asDouble())
        .isPositive()
        .isLessThan(configurations.get(0).path("cost").asDouble());
    assertThat(configurations.get(0).path("curves").path("costPerHour")).hasSize(240);
  }

  @Test
  void nodes_cost_something_beside_their_prices() throws IOException {
    var dear = example("--for", "3h", "--node-cost", "0.5", "-o", "json");
    var free = example("--for", "3h", "--node-cost", "0");

    var played = Json.JSON.readTree(dear.out()).path("configurations").path(0);
    assertThat(played.path("nodeCost").asDouble())
        .isCloseTo(0.5 * played.at("/machines/hours").asDouble(), within(0.01))
        .isPositive();
    assertThat(free.out()).contains("cost").doesNotContain("node cost");
  }

  @Test
  void node_cost_that_is_none_is_a_usage_error() {
    var run = example("--node-cost", "-1");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("--node-cost: found -1.0; expected dollars an hour, 0 or more");
  }

  @Test
  void the_page_needs_nothing_but_itself() throws IOException {
    var page = directory.resolve("page.html");

    var run =
        example("--for", "3h", "--compare", EXAMPLE + "spot", "--output", "html", page.toString());

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEmpty();
    var html = Files.readString(page);
    assertThat(html).startsWith("<!doctype html>").contains("<svg", "<polyline", "Pods waiting");
    assertThat(html.replace("http://www.w3.org/2000/svg", ""))
        .doesNotContain("http:", "https:", "<script", "src=");
  }

  @Test
  void a_bad_line_is_named_and_the_others_are_played() throws IOException {
    var trace = directory.resolve("trace.jsonl");
    Files.writeString(
        trace,
        """
        {"at": "0s", "event": "pod", "cpu": "1", "lifetime": "10m"}
        {"at": "0s", "event": "pod", "cpu": "much"}
        {"at": "1h", "event": "end"}
        """);

    var run =
        CliRun.of(
            "simulate",
            "--trace",
            trace.toString(),
            "--nodepools",
            EXAMPLE + "on-demand",
            "--catalogue",
            EXAMPLE + "catalogue.json");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(trace + ":2: cpu: found \"much\"; expected a quantity such as 500m, 2 or 4Gi");
    assertThat(run.out()).contains("pods arrived");
  }

  @Test
  void a_directory_without_a_pool_is_refused() throws IOException {
    var run =
        CliRun.of(
            "simulate", "--trace", EXAMPLE + "small.jsonl", "--nodepools", directory.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("found no NodePool");
  }

  @Test
  void wrong_numbers_are_usage_errors() {
    assertThat(CliRun.of("simulate", "--generate", "nodes=3,pads=2", "--nodepools", EXAMPLE).err())
        .contains("--generate: pads=2 is none of nodes=N");
    assertThat(
            CliRun.of(
                    "simulate",
                    "--generate",
                    "nodes=3,pods=2,arrivals=0,days=1",
                    "--nodepools",
                    EXAMPLE)
                .exitCode())
        .isEqualTo(64);
    assertThat(example("--boot", "soon").exitCode()).isEqualTo(64);
    assertThat(example("--output", "pdf").exitCode()).isEqualTo(64);
  }

  private static CliRun example(String... more) {
    var args = new java.util.ArrayList<String>();
    args.addAll(
        java.util.List.of(
            "simulate",
            "--trace",
            EXAMPLE + "small.jsonl",
            "--nodepools",
            EXAMPLE + "on-demand",
            "--catalogue",
            EXAMPLE + "catalogue.json"));
    args.addAll(java.util.List.of(more));
    return CliRun.of(args.toArray(String[]::new));
  }
}
