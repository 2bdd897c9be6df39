package karpenter.app.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.TreeSet;
import karpenter.app.CliRun;
import karpenter.app.against.LivingCluster;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopCommandTest {
  @TempDir Path folder;

  @Test
  void one_picture_shows_nodes_and_pods_that_wait() throws Exception {
    Driver.call(
        () -> {
          var manifests = LivingCluster.SMALL + "---\n" + LivingCluster.deployment("big", 2, "100");
          try (var cluster = LivingCluster.of(1, manifests)) {
            var clusters = cluster.clusters(new TreeSet<>());

            var run = CliRun.on(clusters, "", "top", "--once");

            assertThat(run.err()).isEmpty();
            assertThat(run.exitCode()).isZero();
            assertThat(run.out())
                .contains("2 nodes, 6 pods, $0.4344 an hour + node cost $0.10, 2 pods waiting")
                .contains("NODE", "VERDICT", "c-8x-amd64-linux", "$0.2172", "76%")
                .contains("Waiting", "shop/big ×2: NodePool general")
                .doesNotContain("\u001b");
          }
          return true;
        });
  }

  @Test
  void a_snapshot_is_shown_once() throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
            var clusters = cluster.clusters(new TreeSet<>());
            var file = folder.resolve("cluster.json").toString();
            CliRun.on(clusters, "", "snapshot", "-o", file);

            assertThat(CliRun.of("top", "--against", file).out()).contains("2 nodes, 6 pods");
          }
          return true;
        });
  }

  @Test
  void a_wrong_interval_says_what_would_be_right() {
    assertThat(CliRun.of("top", "--interval", "often").err())
        .contains("--interval: found \"often\"; expected a time such as 5s");
  }
}
