package karpenter.bench.simple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import karpenter.bench.run.YardstickArguments;
import karpenter.core.cluster.NodeCost;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SimpleCliTest {

  @Test
  void prints_ten_packings_the_best_of_them_and_ours(@TempDir Path directory) throws IOException {
    new TinyWorkload().type("only", 4, 0.2).pods(8, "web", "1", "").write(directory);
    var text = new ByteArrayOutputStream();
    var cli = new SimpleCli(new PrintStream(text, true, StandardCharsets.UTF_8), 0.1);

    cli.compare("tiny", directory);

    var lines = text.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(15);
    assertThat(lines.get(12)).startsWith("ours").contains("0.40").contains("0.60");
    assertThat(lines.get(13))
        .startsWith("best of ten: ")
        .contains("ours 2 nodes at 0.40 (+0.00 %)");
    assertThat(cli.isSound()).isTrue();
  }

  @Test
  void node_cost_is_the_shipped_default_unless_told() {
    assertThat(YardstickArguments.parse("services-3000").nodeCost()).isEqualTo(NodeCost.DEFAULT);
    assertThat(YardstickArguments.parse("services-3000", "--node-cost", "0").nodeCost()).isZero();
  }

  @Test
  void arguments_are_numbers_where_numbers_are_expected() {
    var read = YardstickArguments.parse("services-3000", "--seed", "7", "--node-cost", "0.02");

    assertThat(read.seed()).isEqualTo(7);
    assertThat(read.nodeCost()).isEqualTo(0.02);
    assertThatThrownBy(() -> YardstickArguments.parse("services-3000", "--node-cost", "dear"))
        .hasMessage("found dear after --node-cost, expected a number of at least 0");
    assertThatThrownBy(YardstickArguments::parse).hasMessage("found no workload");
  }
}
