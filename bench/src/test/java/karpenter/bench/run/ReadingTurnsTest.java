package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ReadingTurnsTest {
  @TempDir Path directory;

  /// Answers every line with its number as the seconds, and writes down whose turn it was.
  private ProcessContender process(String name) throws IOException {
    var script =
        """
        echo '{"ready":true,"reading":{"seconds":100}}'
        n=0
        while read word; do n=$((n+1)); echo %s >>%s; echo '{"seconds":'$n'}'; done
        """
            .formatted(name, directory.resolve("turns"));
    return ProcessContender.start(name, List.of("sh", "-c", script));
  }

  @Test
  void readings_are_taken_in_turns_after_a_warm_up_and_the_first_is_told_apart()
      throws IOException {
    try (var one = process("one");
        var other = process("other")) {
      var figures = ReadingTurns.run(List.of(one, other));

      // Of eight readings three warm up; the middle of the other five is the sixth.
      assertThat(figures).containsEntry("one", new ReadingTurns.Figures(100, 6));
    }
    assertThat(Files.readAllLines(directory.resolve("turns")).subList(6, 10))
        .containsExactly("one", "other", "one", "other");
  }
}
