package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.core.facts.Kin;
import karpenter.core.testkit.facts.PodFixture;
import karpenter.operator.provisioning.Batcher.Standing;
import karpenter.operator.runtime.Loop.Singleton;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestClock;
import org.junit.jupiter.api.Test;

class BatcherTest {
  private final TestClock clock = new TestClock(Scene.START);
  private final Batcher batcher = new Batcher(clock, Settings.DEFAULT);

  @Test
  void nobody_asked() {
    assertThat(batcher.standing()).isEqualTo(new Standing.Quiet());
  }

  @Test
  void window_closes_when_nothing_new_has_come_for_a_second() {
    batcher.trigger("a");
    after(600);
    batcher.trigger("b");
    after(600);
    assertThat(batcher.standing()).isEqualTo(new Standing.Open(Duration.ofMillis(400)));
    after(400);
    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void what_is_known_does_not_keep_it_open() {
    batcher.trigger("a");
    after(600);
    batcher.trigger("a");
    after(400);

    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void kin_keep_it_open_when_they_are_created_not_when_they_are_looked_at() {
    var pod = PodFixture.pod("web-1").build();
    var kin = Kin.of(pod);
    batcher.trigger("a", kin);
    after(600);
    batcher.join("b", kin.orElseThrow());
    after(600);
    batcher.trigger("c", kin);
    assertThat(batcher.standing()).isEqualTo(new Standing.Open(Duration.ofMillis(400)));
    after(400);

    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void strangers_that_are_created_neither_open_a_window_nor_keep_it_open() {
    var pod = PodFixture.pod("web-1").build();
    var kin = Kin.of(pod).orElseThrow();
    batcher.join("a", kin);
    assertThat(batcher.standing()).isEqualTo(new Standing.Quiet());

    batcher.trigger("b");
    after(600);
    batcher.join("a", kin);
    after(400);

    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void window_is_never_open_for_more_than_ten_seconds() {
    for (int i = 0; i < 20; i++) {
      batcher.trigger("pod-" + i);
      assertThat(batcher.standing()).isInstanceOf(Standing.Open.class);
      after(500);
    }

    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void batch_stays_due_until_it_is_planned() {
    batcher.trigger("a");
    after(1000);
    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
    batcher.trigger("b");
    assertThat(batcher.standing()).isEqualTo(new Standing.Due());

    batcher.done();

    assertThat(batcher.standing()).isEqualTo(new Standing.Open(Duration.ofSeconds(1)));
  }

  @Test
  void clock_that_is_set_back_makes_nobody_wait_longer() {
    batcher.trigger("a");
    clock.advance(Duration.ofHours(-1));

    assertThat(batcher.standing()).isEqualTo(new Standing.Open(Duration.ofSeconds(1)));
    after(1000);
    assertThat(batcher.standing()).isEqualTo(new Standing.Due());
  }

  @Test
  void only_the_first_trigger_of_a_window_wakes_the_provisioner() {
    List<Singleton> woken = new ArrayList<>();
    batcher.wakes(
        new WorkQueue<>() {
          @Override
          public void add(Singleton key) {
            woken.add(key);
          }

          @Override
          public void addAfter(Singleton key, Duration delay) {
            throw new AssertionError("the provisioner asks for that itself");
          }

          @Override
          public int depth() {
            return woken.size();
          }
        });

    batcher.trigger("a");
    batcher.trigger("b");

    assertThat(woken).hasSize(1);
  }

  private void after(long millis) {
    clock.advance(Duration.ofMillis(millis));
  }
}
