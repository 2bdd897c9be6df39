package karpenter.bench.optimum;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import karpenter.bench.run.YardstickArguments;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchReportTest {
  @TempDir Path directory;

  private final ByteArrayOutputStream terminal = new ByteArrayOutputStream();

  @Test
  void log_has_progress_though_the_terminal_is_quiet() throws IOException {
    var log = directory.resolve("log");

    tell(YardstickArguments.parse("w", "--quiet", "--log", log.toString()));

    assertThat(terminal.toString(StandardCharsets.UTF_8)).isEqualTo("found 1.50\n");
    assertThat(Files.readString(log))
        .isEqualTo(
            """
            bench/optimum w
                0 s  round    1  columns      7  solved exactly    0  LP         2.00  lower bound         1.00
                0 s  round    3  columns      7  solved exactly    0  LP         2.00  lower bound         1.00
            found 1.50
            """);
  }

  @Test
  void log_is_added_to() throws IOException {
    var log = directory.resolve("log");
    var arguments = YardstickArguments.parse("w", "--log", log.toString());

    tell(arguments);
    tell(arguments);

    assertThat(Files.readString(log)).containsSubsequence("found 1.50", "found 1.50");
  }

  /// Of three rounds in no time the first and the last are told.
  private void tell(YardstickArguments arguments) throws IOException {
    var out = new PrintStream(terminal, true, StandardCharsets.UTF_8);
    try (var report = SearchReport.to(out, arguments)) {
      report.logged("bench/optimum w");
      for (int round = 1; round <= 3; round++)
        report.progress(new ColumnGeneration.Progress(round, round == 3, 7, 0, 2, 1));
      report.line("found %.2f", 1.5);
    }
  }
}
