package karpenter.bench.optimum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.YardstickArguments;
import karpenter.bench.simple.TinyWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The solvers are native code, of which only that for Linux on x86-64 is taken (ADR 0011).
@EnabledOnOs(
    value = OS.LINUX,
    architectures = {"amd64", "x86_64"})
class OptimumTest {
  private static final double ROUNDING = 1e-4;

  @TempDir Path directory;

  private static Optimum optimum(PackingModel model, double nodeCost) {
    var arguments = YardstickArguments.parse("w", "--node-cost", "" + nodeCost, "--minutes", "0.5");
    var instance = PackingInstance.of(model, nodeCost);
    return Optimum.of(model, instance, arguments, _ -> {});
  }

  /// Three pods of 3 cpus and three of 1: 4 cpus hold one of each, which a greedy eye overlooks
  /// when two of 1 seem to go well together.
  @Test
  void the_optimum_of_a_small_workload_is_found_and_proven() {
    var model =
        new TinyWorkload()
            .type("four", 4, 0.4)
            .type("seven", 7, 0.75)
            .pods(3, "large", "3", "")
            .pods(3, "small", "1", "")
            .model(directory);

    var found = optimum(model, 0);

    assertThat(found.whole()).isCloseTo(1.2, within(ROUNDING));
    assertThat(found.lowerBound()).isCloseTo(1.2, within(ROUNDING));
    assertThat(BruteForce.cost(PackingInstance.of(model, 0))).isCloseTo(1.2, within(ROUNDING));
  }

  @Test
  void anti_affinity_by_hostname_costs_a_node_for_each_pod() {
    var model =
        new TinyWorkload()
            .type("four", 4, 0.4)
            .pods(5, "db", "500m", TinyWorkload.apartByHost("db"))
            .model(directory);

    assertThat(optimum(model, 0).lowerBound()).isCloseTo(2.0, within(ROUNDING));
  }

  @Test
  void node_cost_is_part_of_the_bound() {
    var model = new TinyWorkload().type("four", 4, 0.4).pods(8, "web", "1", "").model(directory);

    assertThat(optimum(model, 0.1).lowerBound()).isCloseTo(1.0, within(ROUNDING));
  }

  /// The light pool is cheaper, but nothing may be bought from it.
  @Test
  void a_heavier_pool_without_limits_must_be_bought_from() {
    var type = "{'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%s']}";
    var model =
        new TinyWorkload()
            .type("dear", 4, 0.8)
            .type("cheap", 4, 0.4)
            .pool("heavy", "'weight': 9,", "'requirements': [" + type.formatted("dear") + "],")
            .pool("light", "", "'requirements': [" + type.formatted("cheap") + "],")
            .pods(4, "web", "1", "")
            .model(directory);

    assertThat(optimum(model, 0).lowerBound()).isCloseTo(0.8, within(ROUNDING));
  }

  /// Of the cheap pool's 4 cpus only one node can be bought; the rest comes from the other.
  @Test
  void limits_are_part_of_the_bound() {
    var type = "{'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%s']}";
    var model =
        new TinyWorkload()
            .type("dear", 4, 0.8)
            .type("cheap", 4, 0.4)
            .pool(
                "limited",
                "'limits': {'cpu': '4'},",
                "'requirements': [" + type.formatted("cheap") + "],")
            .pool("other", "", "'requirements': [" + type.formatted("dear") + "],")
            .pods(8, "web", "1", "")
            .model(directory);

    var found = optimum(model, 0);

    assertThat(found.lowerBound()).isCloseTo(1.2, within(ROUNDING));
    assertThat(found.whole()).isCloseTo(1.2, within(ROUNDING));
  }

  /// Ours keeps three pods apart that only wish it, on nodes of the pool that is filled first.
  @Test
  void packings_at_equal_service_give_pods_what_a_placement_gives_them() throws IOException {
    var type = "{'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%s']}";
    var wish =
        TinyWorkload.apartByHost("web")
            .replace("required", "preferred")
            .replace("[\n  {'topologyKey'", "[\n {'weight': 1, 'podAffinityTerm': {'topologyKey'")
            .replace("'web'}}}]}}", "'web'}}}}]}}");
    new TinyWorkload()
        .type("dear", 4, 0.8)
        .type("cheap", 4, 0.4)
        .pool(
            "heavy",
            "'weight': 9, 'limits': {'cpu': '8'},",
            "'requirements': [" + type.formatted("dear") + "],")
        .pool("light", "", "'requirements': [" + type.formatted("cheap") + "],")
        .pods(3, "web", "1", wish)
        .write(directory);
    var placement =
        new ObjectMapper()
            .readTree(
                """
                {"claims": [
                  {"nodepool": "heavy", "instanceTypes": ["dear"], "pods": ["web-0"]},
                  {"nodepool": "heavy", "instanceTypes": ["dear"], "pods": ["web-1"]},
                  {"nodepool": "light", "instanceTypes": ["cheap"], "pods": ["web-2"]}]}
                """);

    var any = optimum(PackingModel.read(directory), 0);
    var equal = optimum(PackingModel.atEqualService(directory, placement), 0);

    assertThat(any.whole()).isCloseTo(0.4, within(ROUNDING));
    assertThat(equal.lowerBound()).isCloseTo(2.0, within(ROUNDING));
    assertThat(equal.whole()).isCloseTo(2.0, within(ROUNDING));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void bound_and_packing_enclose_what_brute_force_finds(int seed) {
    var random = new Random(seed);
    var workload =
        new TinyWorkload()
            .type("small", 2, 0.1 + random.nextInt(4) / 100.0)
            .type("medium", 4, 0.2 + random.nextInt(5) / 100.0)
            .type("large", 8, 0.4 + random.nextInt(9) / 100.0)
            .daemonSet("100m");
    for (int i = 0; i < 4; i++) {
      var app = "app" + i;
      var rule = i == 0 ? TinyWorkload.apartByHost(app) : "";
      workload.pods(1 + random.nextInt(4), app, 100 * (2 + random.nextInt(30)) + "m", rule);
    }
    var model = workload.model(directory);
    double least = BruteForce.cost(PackingInstance.of(model, 0.03));

    var found = optimum(model, 0.03);

    assertThat(found.lowerBound()).isLessThanOrEqualTo(least + ROUNDING);
    assertThat(found.linear()).isLessThanOrEqualTo(least + ROUNDING);
    assertThat(found.whole()).isGreaterThanOrEqualTo(least - ROUNDING);
    assertThat(found.lowerBound()).isGreaterThan(0.8 * least);
  }
}
