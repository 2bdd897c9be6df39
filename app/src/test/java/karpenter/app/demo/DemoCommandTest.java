package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import karpenter.app.CliRun;
import org.junit.jupiter.api.Test;

class DemoCommandTest {
  @Test
  void the_story_ends_with_all_pods_running_and_the_cluster_consolidated() {
    var run = CliRun.of("demo", "--headless");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains(
            "09:00:00  The shop opens",
            "09:25:00    event  web is scaled from 6 to 30",
            "spot storm: ",
            "save   Empty: delete ",
            "11:00:00    =      ",
            " 0 wait; ",
            "Every pod runs, and no node could go: the cluster is consolidated.",
            "The same story without consolidation: $");
  }

  @Test
  void a_seed_that_is_no_number_is_a_usage_error() {
    var run = CliRun.of("demo", "--headless", "--seed", "x");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("--seed");
  }
}
