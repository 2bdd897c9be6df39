package karpenter.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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

  static Stream<String> commands() {
    return CliRun.commandLine(Map.of(), InputStream.nullInputStream())
        .getSubcommands()
        .entrySet()
        .stream()
        .filter(entry -> !entry.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_names_every_default_and_shows_examples(String command) {
    var help = CliRun.of(command, "--help");

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).doesNotContain("null").contains("Examples:", "  karpenter " + command);
    assertThat(help.out()).contains("Exit codes:", "64");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_command_has_a_page_with_its_exit_codes(String command) throws IOException {
    var page = Files.readString(Path.of("..", "docs", "commands", command + ".md"));

    assertThat(page).startsWith("# `karpenter " + command + "`");
    assertThat(page).contains("## Exit codes", "| 64 |");
  }

  @Test
  void the_first_page_names_every_command() {
    assertThat(CliRun.of("--help").out()).contains(commands().toList());
  }
}
