package karpenter.app.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.against.LivingCluster;
import karpenter.operator.kube.Resource;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  @TempDir Path folder;

  private interface Story {
    void play(LivingCluster cluster) throws Exception;
  }

  private static void inCluster(String manifests, Story story) throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, manifests)) {
            story.play(cluster);
          }
          return true;
        });
  }

  private static CliRun explain(LivingCluster cluster, String... args) {
    var all = new java.util.ArrayList<>(List.of("explain"));
    all.addAll(List.of(args));
    return CliRun.on(cluster.clusters(new TreeSet<>()), "", all.toArray(String[]::new));
  }

  private static String first(LivingCluster cluster, Resource resource, String prefix) {
    return cluster.kube().view(resource).stream()
        .map(one -> one.at("/metadata/name").asText())
        .filter(name -> name.startsWith(prefix))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void a_pod_without_a_place_has_reasons_a_nearest_miss_and_a_remedy() throws Exception {
    inCluster(
        LivingCluster.SMALL + "---\n" + LivingCluster.deployment("big", 1, "100"),
        cluster -> {
          var pod = first(cluster, Resource.PODS, "big-");

          var run = explain(cluster, "pod", "shop/" + pod);

          assertThat(run.err()).isEmpty();
          assertThat(run.exitCode()).isZero();
          assertThat(run.out())
              .startsWith("Pod shop/%s has no node.".formatted(pod))
              .contains("NodePool general: 0 of 144 instance types fit", "Nearest miss")
              .contains("Smallest change that would help: lower the cpu request");
        });
  }

  @Test
  void a_pod_with_a_place_says_where_and_what_else_there_would_be() throws Exception {
    inCluster(
        LivingCluster.SMALL,
        cluster -> {
          var pod = first(cluster, Resource.PODS, "web-");

          var run = explain(cluster, "pod", pod, "-n", "shop");

          assertThat(run.out())
              .startsWith("Pod shop/%s is on node ".formatted(pod))
              .contains("NodePool general", "an hour", "It asks for cpu 2, memory 1Gi")
              .containsAnyOf("Planned for again", "No other node has room for it");
        });
  }

  @Test
  void a_node_that_stays_says_why() throws Exception {
    inCluster(
        LivingCluster.SMALL,
        cluster -> {
          var node = first(cluster, Resource.NODES, "kwok-");

          var run = explain(cluster, "node", node);

          assertThat(run.err()).isEmpty();
          assertThat(run.out())
              .startsWith("Node " + node)
              .contains("Pods: shop/web ×3", "% of its cpu", "It stays");
        });
  }

  @Test
  void a_node_is_found_by_its_claim_too() throws Exception {
    inCluster(
        LivingCluster.SMALL,
        cluster -> {
          var claim = first(cluster, Resource.NODE_CLAIMS, "general-");

          assertThat(explain(cluster, "node", claim).out()).startsWith("Node kwok-" + claim);
        });
  }

  @Test
  void a_pool_says_what_it_has_and_lets_go() throws Exception {
    inCluster(
        LivingCluster.SMALL,
        cluster -> {
          var run = explain(cluster, "nodepool", "general", "-o", "json");

          var tree = Json.JSON.readTree(run.out());
          assertThat(tree.path("sentence").asText()).isEqualTo("NodePool general");
          assertThat(run.out())
              .contains(
                  "Ready",
                  "2 nodes, $0.4344 an hour + node cost $0.10/h (2 × $0.05)",
                  "WhenEmptyOrUnderutilized")
              .contains("Underutilized: 1 node at once now");
        });
  }

  @Test
  void a_name_that_nobody_has_gets_a_suggestion() throws Exception {
    inCluster(
        LivingCluster.SMALL,
        cluster -> {
          var run = explain(cluster, "nodepool", "genral");

          assertThat(run.exitCode()).isEqualTo(2);
          assertThat(run.err()).contains("there is no nodepool genral; did you mean \"general\"?");
        });
  }

  @Test
  void lines_of_the_journal_that_were_cut_off_are_counted() throws Exception {
    var decision =
        "{\"at\":\"2026-01-05T09:00:00Z\",\"kind\":\"PodUnplaced\",\"subject\":\"Pod/shop/%s\",\"reasons\":[]}\n";
    var journal = folder.resolve("torn.jsonl");
    Files.writeString(folder.resolve("torn.jsonl.1"), decision.formatted("web-1"));
    Files.write(journal, new byte[] {'{', '"', (byte) 0xf0, (byte) 0x9f, '\n'});
    Files.writeString(journal, decision.formatted("web-1") + "{\"at", StandardOpenOption.APPEND);

    var told = CliRun.of("explain", "pod", "shop/web-1", "--journal", journal.toString()).out();

    assertThat(told).contains("The journal on pod shop/web-1: (2 unreadable lines were skipped)");
    assertThat(told.split("PodUnplaced", -1)).hasSize(3);
  }

  @Test
  void the_journal_tells_what_was_decided() throws Exception {
    var journal =
        Files.writeString(
            folder.resolve("journal.jsonl"),
            """
            {"at":"2026-01-05T09:00:01Z","loop":"provisioner","kind":"NodeClaimPlanned","subject":"NodeClaim/general-a","reasons":["3 pods need a node"],"details":{"nodePool":"general"},"snapshot":7}
            {"at":"2026-01-05T09:10:01Z","loop":"disruption","kind":"VerdictChanged","subject":"NodeClaim/general-a","reasons":["Would save $0.1/h"],"details":{"node":"kwok-general-a","nodepool":"general"},"snapshot":8}
            {"at":"2026-01-05T09:11:01Z","loop":"disruption.queue","kind":"CommandStarted","subject":"Command/1","reasons":["Underutilized: delete"],"details":{"claims":"general-a,general-b"},"snapshot":9}
            {"at":"2026-01-05T09:12:01Z","loop":"provisioner","kind":"PodUnplaced","subject":"Pod/shop/big-1","reasons":["no place"],"details":{},"snapshot":10}
            {"at":"cut of
            """);

    var node =
        CliRun.of("explain", "node", "kwok-general-a", "--journal", journal.toString()).out();
    var pod = CliRun.of("explain", "pod", "shop/big-1", "--journal", journal.toString()).out();
    var none = CliRun.of("explain", "pod", "shop/web-1", "--journal", journal.toString()).out();

    assertThat(node)
        .contains("NodeClaimPlanned", "VerdictChanged", "CommandStarted", "3 pods need a node")
        .doesNotContain("PodUnplaced");
    assertThat(pod).contains("PodUnplaced Pod/shop/big-1").doesNotContain("CommandStarted");
    assertThat(none).contains("The journal says nothing of pod shop/web-1.");
  }

  @Test
  void a_wrong_kind_is_a_usage_error() {
    var run = CliRun.of("explain", "deployment", "web");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("deployment");
  }
}
