package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import karpenter.core.facts.PodFacts;
import org.junit.jupiter.api.Test;

class PodEventsTest {
  private static final PodFacts BOUND = pod("web").on("node").build();

  @Test
  void coming_ending_and_being_told_to_go_disturb_a_node() {
    var pending = pod("web").build();
    var ended = pod("web").on("node").phase(PodFacts.Phase.SUCCEEDED).build();
    var going = pod("web").on("node").deletedAt(CREATED).build();

    assertThat(PodEvents.isDisturbance(Optional.empty(), BOUND)).isTrue();
    assertThat(PodEvents.isDisturbance(Optional.of(pending), BOUND)).isTrue();
    assertThat(PodEvents.isDisturbance(Optional.of(BOUND), ended)).isTrue();
    assertThat(PodEvents.isDisturbance(Optional.of(BOUND), going)).isTrue();
  }

  @Test
  void other_news_does_not() {
    var unready = pod("web").on("node").unready().build();
    var going = pod("web").on("node").deletedAt(CREATED).build();

    assertThat(PodEvents.isDisturbance(Optional.of(BOUND), unready)).isFalse();
    assertThat(PodEvents.isDisturbance(Optional.of(going), going)).isFalse();
    assertThat(PodEvents.isDisturbance(Optional.empty(), pod("web").build())).isFalse();
    assertThat(
            PodEvents.isDisturbance(
                Optional.empty(), pod("agent").on("node").ofDaemonSet().build()))
        .isFalse();
  }

  @Test
  void a_pod_that_was_there_is_news_only_if_nobody_has_written_its_coming_down() {
    assertThat(PodEvents.isNews(BOUND, claim())).isTrue();
    assertThat(PodEvents.isNews(BOUND, claim().withLastPodEvent(CREATED.plusSeconds(1)))).isFalse();
    assertThat(PodEvents.isNews(BOUND, claim().withLastPodEvent(CREATED.minusSeconds(10))))
        .isFalse();
    assertThat(PodEvents.isNews(BOUND, claim().withLastPodEvent(CREATED.minusSeconds(11))))
        .isTrue();
  }

  @Test
  void within_ten_seconds_one_write_is_enough() {
    var written = claim().withLastPodEvent(CREATED);

    assertThat(PodEvents.isWorthWriting(claim(), CREATED)).isTrue();
    assertThat(PodEvents.isWorthWriting(written, CREATED.plusSeconds(9))).isFalse();
    assertThat(PodEvents.isWorthWriting(written, CREATED.plusSeconds(10))).isTrue();
  }
}
