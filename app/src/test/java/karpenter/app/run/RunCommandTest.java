package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import karpenter.app.CliRun;
import karpenter.operator.settings.Setting;
import org.junit.jupiter.api.Test;

class RunCommandTest {
  @Test
  void help_lists_every_setting() {
    var run = CliRun.of("run", "--help");

    assertThat(run.exitCode()).isZero();
    for (var setting : Setting.values()) {
      assertThat(run.out()).contains("--" + setting.flag(), setting.variable());
    }
  }

  @Test
  void go_flags_reach_the_reader_whatever_they_look_like() {
    var run = CliRun.of("run", "-health-probe-port", "x", "--metrics-port=y", "-enable-profiling");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err())
        .contains(
            "--metrics-port: found \"y\"; expected a port from 0 to 65535",
            "--health-probe-port: found \"x\"; expected a port from 0 to 65535",
            "Try: karpenter run --help")
        .doesNotContain("enable-profiling");
  }

  @Test
  void without_a_cluster_it_says_where_it_looked() {
    var run = CliRun.of("run");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("--kubeconfig", "KUBECONFIG").doesNotContain("\tat ");
  }

  @Test
  void a_kubeconfig_that_is_not_there_is_named() {
    var run = CliRun.of("run", "--kubeconfig", "/nowhere/config");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("/nowhere/config").doesNotContain("\tat ");
  }
}
