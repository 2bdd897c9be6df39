package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import karpenter.app.demo.DemoCluster.Consolidation;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

class StoryTest {
  @Test
  void an_act_begins_at_its_time_and_once() throws Exception {
    var told =
        Driver.call(
            () -> {
              try (var cluster = new DemoCluster(1, Consolidation.ON)) {
                var story = new Story();
                for (int i = 0; i < Duration.ofMinutes(11).toSeconds(); i++) {
                  story.follow(cluster);
                  cluster.pass();
                }
                return acts(cluster);
              }
            });

    assertThat(told)
        .containsExactly(
            "09:00:00 The shop opens: a web front end, an API, a database, a log shipper",
            "09:10:00 The report of the night is due: 16 workers");
  }

  @Test
  void what_was_missed_is_left_out() throws Exception {
    var told =
        Driver.call(
            () -> {
              try (var cluster = new DemoCluster(1, Consolidation.ON)) {
                cluster.pass();
                var story = new Story();
                story.skip(cluster);
                story.follow(cluster);
                return acts(cluster);
              }
            });

    assertThat(told).isEmpty();
  }

  private static List<String> acts(DemoCluster cluster) {
    return cluster.feed().lines().stream()
        .filter(line -> line.tone() == Feed.Tone.ACT)
        .map(line -> Painter.CLOCK.format(line.at()) + " " + line.text())
        .toList();
  }
}
