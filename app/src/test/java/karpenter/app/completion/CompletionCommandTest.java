package karpenter.app.completion;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import karpenter.app.CliRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionCommandTest {
  @TempDir Path folder;

  /// What bash offers after these words.
  private List<String> offered(String... words) throws Exception {
    var script = folder.resolve("karpenter.bash");
    Files.writeString(script, CliRun.of("completion", "bash").out());
    var typed = "karpenter " + String.join(" ", words);
    var asked =
        "source %s; COMP_WORDS=(%s); COMP_CWORD=%d; _karpenter; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(script, typed, words.length);
    var process =
        new ProcessBuilder("bash", "--norc", "-c", asked).redirectErrorStream(true).start();
    var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out.lines().filter(line -> !line.isEmpty()).toList();
  }

  @Test
  void bash_completes_commands() throws Exception {
    assertThat(offered("sn")).containsExactly("snapshot");
    assertThat(offered("c")).contains("convert", "crds", "completion").doesNotContain("rehearse");
  }

  @Test
  void bash_completes_options_and_their_values() throws Exception {
    assertThat(offered("plan", "--ag")).containsExactly("--against");
    assertThat(offered("plan", "-o", "mark")).containsExactly("markdown");
    assertThat(offered("explain", "no")).contains("node", "nodepool");
    assertThat(offered("run", "--batch-")).contains("--batch-idle-duration");
  }

  @Test
  void bash_leaves_files_to_itself() throws Exception {
    assertThat(offered("plan", "-f", "x")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"zsh,bashcompinit", "fish,complete -c karpenter -f -n __fish_use_subcommand -a plan"})
  void other_shells_get_a_script_of_theirs(String shell, String part) {
    var run = CliRun.of("completion", shell);

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).contains(part);
  }

  @Test
  void a_shell_nobody_knows_is_a_usage_error() {
    assertThat(CliRun.of("completion", "tcsh").exitCode()).isEqualTo(64);
  }
}
