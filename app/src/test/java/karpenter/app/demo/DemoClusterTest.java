package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import karpenter.app.demo.DemoCluster.Consolidation;
import karpenter.app.demo.Picture.NodeBox;
import karpenter.app.demo.Picture.WorkloadRow;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// What can be done to the demo's cluster, below the page.
class DemoClusterTest {
  private static final Duration A_WHILE = Duration.ofMinutes(6);

  @Test
  void the_shop_comes_up_by_itself() throws Exception {
    play(
        cluster -> {
          var picture = Painter.paint(cluster);

          assertThat(Ending.problems(cluster)).isEmpty();
          assertThat(picture.workloads())
              .extracting(WorkloadRow::name)
              .containsExactly("api", "db", "report", "web", "logs");
          assertThat(picture.perHour()).isPositive();
          assertThat(picture.nodes())
              .allSatisfy(node -> assertThat(node.used()).isBetween(1L, node.cpu()));
        });
  }

  @Test
  void what_a_workload_is_scaled_to_runs() throws Exception {
    play(
        cluster -> {
          assertThat(cluster.scale("api", 12)).isEmpty();
          pass(cluster, A_WHILE);

          assertThat(running(cluster, "api")).isEqualTo(12);
          assertThat(texts(cluster)).contains("api is scaled from 4 to 12");
        });
  }

  @Test
  void nobody_scales_what_is_not_there_or_beyond_the_limit() throws Exception {
    play(
        cluster -> {
          assertThat(cluster.scale("nothing", 1)).contains("there is no workload nothing");
          assertThat(cluster.scale("web", 61)).contains("web may have 0 to 60 replicas");
          assertThat(cluster.scale("web", -1)).isPresent();
          assertThat(cluster.scale("logs", 3)).isPresent();
        });
  }

  @Test
  void a_machine_that_is_killed_is_missed_and_replaced() throws Exception {
    play(
        cluster -> {
          var victim = cluster.busiest().orElseThrow();
          double before = Painter.paint(cluster).perHour();

          assertThat(cluster.kill(victim)).isEmpty();
          cluster.pass();
          assertThat(Painter.paint(cluster).perHour()).isLessThan(before);
          assertThat(Ending.problems(cluster)).contains("node %s is lost".formatted(victim));
          pass(cluster, A_WHILE);

          assertThat(Ending.problems(cluster)).isEmpty();
          assertThat(Painter.paint(cluster).nodes())
              .extracting(NodeBox::name)
              .doesNotContain(victim);
          assertThat(cluster.kill(victim)).contains("no machine is called " + victim);
        });
  }

  @Test
  void in_a_spot_storm_pods_move_to_on_demand_machines_and_come_back() throws Exception {
    play(
        cluster -> {
          assertThat(flexible(cluster)).containsOnly("spot");

          assertThat(cluster.storm(Duration.ofMinutes(10))).isEmpty();
          assertThat(cluster.storm(Duration.ofMinutes(10))).contains("a spot storm is under way");
          pass(cluster, Duration.ofMinutes(5));
          assertThat(flexible(cluster)).containsOnly("on-demand");
          assertThat(Painter.paint(cluster).storm()).isEqualTo(300);
          assertThat(Painter.paint(cluster).unsettled()).isZero();
          pass(cluster, Duration.ofMinutes(15));

          assertThat(flexible(cluster)).containsOnly("spot");
          assertThat(Ending.problems(cluster)).isEmpty();
        });
  }

  @Test
  void one_seed_one_history() throws Exception {
    assertThat(history(5)).isEqualTo(history(5)).isNotEqualTo(history(6));
  }

  private static List<Feed.Line> history(long seed) throws InterruptedException {
    return Driver.call(
        () -> {
          try (var cluster = new DemoCluster(seed, Consolidation.ON)) {
            pass(cluster, Duration.ofMinutes(2));
            assertThat(cluster.storm(Duration.ofMinutes(5))).isEmpty();
            pass(cluster, Duration.ofMinutes(3));
            return cluster.feed().lines();
          }
        });
  }

  private interface Play {
    void in(DemoCluster cluster);
  }

  private static void play(Play play) throws InterruptedException {
    Driver.call(
        () -> {
          try (var cluster = new DemoCluster(1, Consolidation.ON)) {
            pass(cluster, A_WHILE);
            play.in(cluster);
            return true;
          }
        });
  }

  private static void pass(DemoCluster cluster, Duration time) {
    for (long i = 0; i < time.dividedBy(DemoCluster.SLICE); i++) {
      cluster.pass();
    }
  }

  private static int running(DemoCluster cluster, String workload) {
    return Painter.paint(cluster).workloads().stream()
        .filter(row -> row.name().equals(workload))
        .mapToInt(WorkloadRow::running)
        .sum();
  }

  private static List<String> flexible(DemoCluster cluster) {
    return Painter.paint(cluster).nodes().stream()
        .filter(node -> node.pool().equals("flexible"))
        .map(NodeBox::capacity)
        .toList();
  }

  private static List<String> texts(DemoCluster cluster) {
    return cluster.feed().lines().stream().map(Feed.Line::text).toList();
  }
}
