package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class CheckCliTest {
  @TempDir Path directory;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  @Test
  void sound_placement_exits_with_0() {
    new Cluster(directory).pods(pod("p", "1")).check(placed(claim("p")));

    assertThat(run(directory.toString(), directory.resolve("placement.json").toString())).isZero();
    assertThat(text()).contains("no fault");
  }

  @Test
  void faults_are_printed_by_code_and_exit_with_1() {
    new Cluster(directory).pods(pod("p", "1")).check(placed());

    assertThat(run(directory.toString(), directory.resolve("placement.json").toString())).isOne();
    assertThat(text()).contains("pod-lost: 1").contains("p: is neither placed nor");
  }

  @Test
  void json_lists_figures_and_faults() {
    new Cluster(directory).pods(pod("p", "1")).check(placed());

    run(directory.toString(), directory.resolve("placement.json").toString(), "--json");

    assertThat(text()).contains("\"preference_weight\" : 0").contains("pod-lost p: ");
  }

  @Test
  void input_that_cannot_be_read_exits_with_2() throws IOException {
    Files.writeString(directory.resolve("pods.json"), "{");

    assertThat(run(directory.toString(), directory.resolve("pods.json").toString())).isEqualTo(2);
    assertThat(run("only-one-argument")).isEqualTo(2);
  }

  private int run(String... arguments) {
    var stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    return CheckCli.run(List.of(arguments), stream, stream);
  }

  private String text() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
