package karpenter.bench.smooth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import karpenter.bench.run.Placement;
import karpenter.bench.simple.TinyWorkload;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmoothCliTest {
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final SmoothCli cli = new SmoothCli(new PrintStream(text, true, StandardCharsets.UTF_8));

  private List<String> lines() {
    return text.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void prints_a_step_for_every_node_cost_and_the_judgement(@TempDir Path directory)
      throws IOException {
    new TinyWorkload().type("only", 4, 0.2).pods(8, "web", "1", "").write(directory);

    cli.compare("tiny", directory, Optional.empty());

    assertThat(lines()).hasSize(10);
    assertThat(lines().get(2)).startsWith("    0.000       2         0.40         0.40");
    assertThat(lines().get(7)).startsWith("    0.100       2         0.40         0.60");
    assertThat(lines().get(8)).isEqualTo("smooth");
    assertThat(cli.isSound()).isTrue();
  }

  @Test
  void upstream_stands_beside_with_the_cost_of_the_same_nodes(@TempDir Path directory)
      throws IOException {
    new TinyWorkload().type("only", 4, 0.2).pods(8, "web", "1", "").write(directory);
    var claim = new Placement.Claim("p", List.of("only"), List.of(), List.of(), 0.2);
    var upstream = new Placement(List.of(claim, claim, claim), List.of(), List.of(), null, null);

    cli.compare("tiny", directory, Optional.of(upstream));

    assertThat(lines().get(1)).endsWith("upstream      price/h       cost/h");
    assertThat(lines().get(7)).endsWith("3         0.60         0.90");
  }
}
