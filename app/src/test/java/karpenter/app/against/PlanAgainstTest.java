package karpenter.app.against;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanAgainstTest {
  private static final String POOL_WITH_LABEL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general}
      spec:
        disruption: {consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 30s}
        template:
          metadata: {labels: {team: shop}}
          spec:
            expireAfter: Never
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements:
            - {key: kubernetes.io/os, operator: In, values: [linux]}
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
            - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ["4", "8"]}
      """;

  @TempDir Path folder;

  private CliRun plan(LivingCluster cluster, String changes, String... more) throws IOException {
    var file = Files.writeString(folder.resolve("change.yaml"), changes);
    var args = new ArrayList<>(List.of("plan", "--against", "live"));
    if (!changes.isEmpty()) {
      args.addAll(List.of("-f", file.toString()));
    }
    args.addAll(List.of(more));
    return CliRun.on(cluster.clusters(new TreeSet<>()), "", args.toArray(String[]::new));
  }

  private JsonNode outlook(LivingCluster cluster, String changes, String... more)
      throws IOException {
    var args = new ArrayList<>(List.of("-o", "json"));
    args.addAll(List.of(more));
    return tree(plan(cluster, changes, args.toArray(String[]::new)));
  }

  private static JsonNode tree(CliRun run) {
    try {
      assertThat(run.err()).isEmpty();
      return Json.JSON.readTree(run.out());
    } catch (JsonProcessingException e) {
      throw new AssertionError(run.out(), e);
    }
  }

  private static void inSmallCluster(Story story) throws Exception {
    Driver.call(
        (Callable<Boolean>)
            () -> {
              try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
                story.play(cluster);
              }
              return true;
            });
  }

  private interface Story {
    void play(LivingCluster cluster) throws Exception;
  }

  @Test
  void a_cluster_at_rest_stays_as_it_is() throws Exception {
    inSmallCluster(
        cluster -> {
          var run = plan(cluster, "");

          assertThat(run.err()).isEmpty();
          assertThat(run.exitCode()).isZero();
          assertThat(run.out())
              .startsWith("No node is added, removed or replaced.")
              .contains("Cost: $0.4344 an hour now, $0.4344 then (+0.0 %)");
        });
  }

  @Test
  void node_cost_stands_beside_the_prices_and_is_told_only_where_there_is_one() throws Exception {
    inSmallCluster(
        cluster -> {
          var told = plan(cluster, "", "--node-cost", "0.05").out();
          var free = plan(cluster, "", "--node-cost", "0").out();
          var tree = outlook(cluster, "", "--run-flag", "node-cost=0.25");

          assertThat(told)
              .contains(
                  "Node cost: $0.10 an hour now, $0.10 then; with it $0.5344 an hour now, $0.5344"
                      + " then.");
          assertThat(free).doesNotContain("Node cost");
          assertThat(tree.at("/after/nodeCostPerHour").asDouble()).isEqualTo(0.5);
          assertThat(tree.at("/after/costPerHour").asDouble())
              .isCloseTo(tree.at("/after/pricePerHour").asDouble() + 0.5, within(1e-9));
        });
  }

  @Test
  void applying_what_is_there_already_changes_nothing() throws Exception {
    inSmallCluster(
        cluster -> {
          var outlook = outlook(cluster, LivingCluster.SMALL);

          assertThat(outlook.path("purchases")).isEmpty();
          assertThat(outlook.path("movedPods")).isEmpty();
        });
  }

  @Test
  void more_replicas_buy_what_the_operator_then_buys() throws Exception {
    inSmallCluster(
        cluster -> {
          var change = LivingCluster.deployment("web", 15, "2");
          var outlook = outlook(cluster, change);
          var before = cluster.machines();

          cluster.apply(change);
          cluster.settle();

          var expected = new ArrayList<>(before);
          expected.addAll(machines(outlook.path("added")));
          assertThat(outlook.path("added")).hasSize(3);
          assertThat(cluster.machines()).containsExactlyInAnyOrderElementsOf(expected);
        });
  }

  @Test
  void fewer_replicas_let_nodes_go_with_a_reason() throws Exception {
    inSmallCluster(
        cluster -> {
          var outlook = outlook(cluster, LivingCluster.deployment("web", 1, "2"));

          assertThat(outlook.at("/after/nodes").asInt()).isEqualTo(1);
          assertThat(outlook.path("removed")).isNotEmpty();
          assertThat(outlook.path("removed").findValuesAsText("why"))
              .containsExactlyInAnyOrder("Empty", "Underutilized");
          assertThat(outlook.path("decisions")).isNotEmpty();
        });
  }

  @Test
  void a_deleted_workload_leaves_empty_nodes_that_go() throws Exception {
    inSmallCluster(
        cluster -> {
          var outlook = outlook(cluster, "", "--delete", "deployment/shop/web");

          assertThat(outlook.at("/after/nodes").asInt()).isZero();
          assertThat(outlook.at("/after/pricePerHour").asDouble()).isZero();
        });
  }

  @Test
  void a_new_template_replaces_every_node_of_the_pool() throws Exception {
    inSmallCluster(
        cluster -> {
          var outlook = outlook(cluster, POOL_WITH_LABEL);

          assertThat(outlook.path("removed")).hasSize(2);
          assertThat(outlook.at("/removed/0/why").asText()).isEqualTo("Drifted");
          assertThat(outlook.at("/after/pods").asInt()).isEqualTo(6);
        });
  }

  @Test
  void pods_without_a_place_come_with_reasons_and_a_remedy() throws Exception {
    inSmallCluster(
        cluster -> {
          var run = plan(cluster, LivingCluster.deployment("big", 3, "100"));

          assertThat(run.exitCode()).isEqualTo(3);
          assertThat(run.out())
              .contains("no place for 3 pods", "shop/big ×3", "Nearest miss")
              .contains("Smallest change that would help: lower the cpu request")
              .doesNotContain("shop/web");
        });
  }

  @Test
  void conditions_decide_the_exit_code() throws Exception {
    inSmallCluster(
        cluster -> {
          var change = LivingCluster.deployment("web", 12, "2");

          var failed = plan(cluster, change, "--fail-if", "cost>+3%", "--fail-if", "removed>0");
          var passed = plan(cluster, change, "--fail-if", "cost>+300%");

          assertThat(failed.exitCode()).isEqualTo(1);
          assertThat(failed.out())
              .contains("Fails: cost>+3%: cost goes from $0.4344 to")
              .doesNotContain("Fails: removed");
          assertThat(passed.exitCode()).isZero();
        });
  }

  @Test
  void markdown_is_for_a_pull_request() throws Exception {
    inSmallCluster(
        cluster -> {
          var run = plan(cluster, LivingCluster.deployment("web", 12, "2"), "-o", "markdown");

          assertThat(run.out())
              .startsWith("# Plan against the cluster")
              .contains("| | Now | Then |", "| Cost an hour | $0.4344 |", "## Added");
        });
  }

  @Test
  void a_change_that_cannot_be_understood_is_named_and_left_out() throws Exception {
    inSmallCluster(
        cluster -> {
          var run = plan(cluster, LivingCluster.deployment("web", 7, "2").replace("\"2\"", "two"));

          assertThat(run.exitCode()).isEqualTo(2);
          assertThat(run.err()).contains("change.yaml:", "two");
          assertThat(run.out()).startsWith("No node is added");
        });
  }

  @Test
  void what_is_not_there_cannot_be_deleted() throws Exception {
    inSmallCluster(
        cluster -> {
          var run = plan(cluster, "", "--delete", "deployment/shop/wbe", "--delete", "web");

          assertThat(run.exitCode()).isEqualTo(2);
          assertThat(run.err())
              .contains(
                  "--delete: found \"deployment/shop/wbe\"; expected an object of the cluster")
              .contains("--delete: found \"web\"; expected KIND/NAME");
        });
  }

  @Test
  void wrong_options_say_what_would_be_right() {
    assertThat(CliRun.of("plan", "--against", "x.json", "--fail-if", "cost>3%").err())
        .contains("--fail-if: found \"cost>3%\"; expected a percentage with a sign");
    assertThat(CliRun.of("plan", "--against", "x.json", "--horizon", "soon").err())
        .contains("--horizon: found \"soon\"");
    assertThat(CliRun.of("plan", "-f", "x", "--fail-if", "cost>+3%").err())
        .contains("--fail-if needs --against");
    assertThat(CliRun.of("plan", "--against", "x.json", "--run-flag=batch-idle=3s").err())
        .contains("found no flag of that name", "batch-idle-duration");
    assertThat(
            CliRun.of("plan", "--against", "x.json", "--run-flag=feature-gates=NodeOverlay=true")
                .err())
        .contains("cannot read x.json");
    assertThat(CliRun.of("plan").exitCode()).isEqualTo(64);
    assertThat(CliRun.of("plan", "--against", "no-such-file.json").exitCode()).isEqualTo(2);
  }

  private static List<String> machines(JsonNode list) {
    var machines = new ArrayList<String>();
    for (var one : list) {
      machines.add(
          "%s %s %s"
              .formatted(
                  one.path("nodePool").asText(),
                  one.path("instanceType").asText(),
                  one.path("capacityType").asText()));
    }
    machines.sort(null);
    return machines;
  }
}
