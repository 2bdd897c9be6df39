package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import karpenter.app.CliRun;
import karpenter.operator.provider.ProviderFactory;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RunCommandTest {
  @TempDir Path folder = Path.of("");

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

  @Test
  void the_variable_may_name_several_kubeconfigs() {
    var err = new StringWriter();
    var files = "/nowhere/a" + File.pathSeparator + "/nowhere/b";

    int code =
        new CommandLine(new RunCommand(Map.of("KUBECONFIG", files)))
            .setErr(new PrintWriter(err, true))
            .execute();

    assertThat(code).isEqualTo(2);
    assertThat(err.toString())
        .contains("none of the files of KUBECONFIG exists: [/nowhere/a, /nowhere/b]");
  }

  @Test
  void a_cloud_provider_that_nobody_brings_is_named_beside_those_there_are() throws Exception {
    var run =
        CliRun.of(
            "run",
            "--kubeconfig",
            kubeconfig(),
            "--disable-leader-election",
            "--cloud-provider",
            "aws");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("--cloud-provider: found \"aws\"; expected one of: kwok, unusable");
  }

  @Test
  void a_cloud_provider_on_the_class_path_is_found_by_its_name() throws Exception {
    var run =
        CliRun.of(
            "run",
            "--kubeconfig",
            kubeconfig(),
            "--disable-leader-election",
            "--cloud-provider",
            "unusable");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("this cloud was asked for and cannot be used");
  }

  private String kubeconfig() throws IOException {
    return Files.writeString(
            folder.resolve("config"),
            """
            current-context: a
            contexts: [{name: a, context: {cluster: a, user: a}}]
            clusters: [{name: a, cluster: {server: "https://127.0.0.1:1"}}]
            users: [{name: a, user: {token: t}}]
            """)
        .toString();
  }

  /// Found by name as any other, and then of no use.
  public static final class UnusableCloud implements ProviderFactory {
    @Override
    public String name() {
      return "unusable";
    }

    @Override
    public ProviderPlan plan(Map<String, String> environment) throws IOException {
      throw new IOException("this cloud was asked for and cannot be used");
    }
  }
}
