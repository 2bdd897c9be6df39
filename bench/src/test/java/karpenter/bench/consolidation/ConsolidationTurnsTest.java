package karpenter.bench.consolidation;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.Upstream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ConsolidationTurnsTest {
  @TempDir Path directory;

  /// Answers every question, and writes down who was asked what.
  private ProcessContender process(String name, double firstSeconds, String nodes)
      throws IOException {
    var script =
        """
        echo '{"ready":true,"reading":{"seconds":1}}'
        while read word rest; do
          echo "%s $word" >>%s
          case $word in
            first|fixed-point) echo '{"seconds":%s,"commands":[],"complete":true,"nodes":3,"peakRssBytes":1}';;
            verdicts) echo '{"verdicts":2,"seconds":4,"candidates":9,"movable":1,"peakRssBytes":1%s}';;
            judge) echo '{"nodes":[{"node":"a","reason":"none"}]}';;
            read) echo '{"seconds":1}';;
            pass) echo '{"seconds":20,"verdicts":9,"peakRssBytes":1}';;
            changes) echo '{"changes":[{"change":"c","samples":1,"seconds":1,"fullSeconds":2}],"peakRssBytes":1}';;
          esac
        done
        """
            .formatted(name, directory.resolve("turns"), firstSeconds, nodes);
    return ProcessContender.start(name, List.of("sh", "-c", script));
  }

  private List<String> asked(String word) throws IOException {
    return Files.readAllLines(directory.resolve("turns")).stream()
        .filter(line -> line.endsWith(" " + word))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  @Test
  void sides_are_asked_in_turns_and_three_times_if_one_is_slow() throws IOException {
    var judged = ",\"nodes\":[{\"node\":\"a\",\"reason\":\"full\"}]";
    try (var upstream = process(Upstream.NAME, 11, judged);
        var ours = process("ours", 0.1, "")) {
      var answers = new ConsolidationTurns(List.of(upstream, ours), 500).run(5, true);

      var mine = requireNonNull(answers.get("ours"));
      var theirs = requireNonNull(answers.get(Upstream.NAME));
      assertThat(mine.secondsPerVerdict()).isEqualTo(2);
      assertThat(mine.judged()).hasSize(1);
      assertThat(mine.changes()).hasSize(1);
      assertThat(theirs.judged()).hasSize(3);
      assertThat(theirs.passSeconds()).isNull();
    }
    assertThat(asked("first"))
        .containsExactly("upstream", "ours", "upstream", "ours", "upstream", "ours");
    assertThat(asked("verdicts"))
        .containsExactly("upstream", "ours", "upstream", "ours", "upstream", "ours");
    assertThat(asked("fixed-point")).containsExactly("upstream", "ours");
    assertThat(asked("judge")).containsExactly("ours");
  }

  @Test
  void quick_sides_are_asked_five_times() throws IOException {
    try (var ours = process("ours", 0.1, "")) {
      new ConsolidationTurns(List.of(ours), 5_000).run(5, false);
    }
    assertThat(asked("first")).hasSize(5);
    assertThat(asked("fixed-point")).isEmpty();
  }
}
