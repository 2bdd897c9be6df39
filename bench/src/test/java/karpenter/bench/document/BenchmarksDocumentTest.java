package karpenter.bench.document;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// `docs/benchmarks.md` as it is committed.
class BenchmarksDocumentTest {
  /// A figure that a command measures, rather than a size or a limit.
  private static final Pattern MEASURED =
      Pattern.compile("\\*\\*[\\d.,]+\\*\\*|\\d times as fast|\\d pods/s");

  static List<String> lines() {
    try {
      return Files.readAllLines(Path.of("../docs/benchmarks.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<Block> blocks() {
    return Block.in(lines());
  }

  @Test
  void every_view_is_published() {
    assertThat(blocks()).extracting(Block::view).containsAll(Views.ALL.keySet());
  }

  @ParameterizedTest
  @MethodSource("blocks")
  void a_block_has_the_form_its_commands_write(Block block) {
    var written = block.written(lines());

    var view = Views.named(block.view());
    assertThat(block.commands()).isNotEmpty();
    if (!written.isEmpty() && written.getFirst().startsWith(Block.OLDER)) {
      return;
    }
    for (int i = 0; i < block.commands().size(); i++) {
      assertThat(written.get(i).strip())
          .startsWith("`" + block.commands().get(i) + "`")
          .matches(Stamp.FORM);
    }
    if (!view.columns().isEmpty()) {
      assertThat(written).contains(view.header());
      var rows = written.stream().filter(line -> line.startsWith("| ")).toList();
      assertThat(rows.size()).isGreaterThan(1);
      assertThat(rows).allMatch(row -> row.split(" \\| ", -1).length == view.columns().size());
    }
  }

  /// Prose explains; figures of tables are in the tables. Tables that other programs measure stand
  /// in sections of their own, with commit and date.
  @Test
  void prose_has_no_measured_figures_of_its_own() {
    List<String> found = new ArrayList<>();
    var lines = lines();
    var blocks = blocks();
    for (int i = 0; i < lines.size() && !lines.get(i).equals("## Measured by hand"); i++) {
      int line = i;
      boolean written = blocks.stream().anyMatch(b -> b.from() <= line && line < b.to());
      if (!written && MEASURED.matcher(lines.get(i)).find()) {
        found.add(i + 1 + ": " + lines.get(i));
      }
    }
    assertThat(found).isEmpty();
  }
}
