package karpenter.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void help_shows_how_to_begin() {
    var run = CliRun.of("--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains("karpenter plan -f examples/first");
  }

  @Test
  void plan_documents_its_exit_codes() {
    var run = CliRun.of("plan", "--help");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("Exit codes:", "the rest was planned", "some pods have no place");
  }

  @Test
  void version_names_itself() {
    assertThat(CliRun.of("--version").out()).startsWith("karpenter ");
  }

  @Test
  void without_a_command_it_says_what_is_missing() {
    var run = CliRun.of();

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("Missing required subcommand", "Try: karpenter --help");
  }

  @Test
  void a_wrong_option_is_a_usage_error() {
    var run = CliRun.of("plan", "-f", "x", "--outptu", "json");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("--outptu", "Try: karpenter plan --help");
  }

  @Test
  void help_names_every_default() {
    for (var command : List.of("demo", "plan", "run", "crds", "convert", "lint", "generate")) {
      assertThat(CliRun.of(command, "--help").out()).as(command).doesNotContain("null");
    }
  }
}
