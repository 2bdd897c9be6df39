package karpenter.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KeyedQueueTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private final KeyedQueue<String> queue =
      new KeyedQueue<>(new Pace(3, SECOND, SECOND.multipliedBy(10), 10));

  @Test
  void keys_come_out_once_in_the_order_they_came_in() {
    queue.add("a", 0);
    queue.add("b", 1);
    boolean isNews = queue.add("a", 2);

    assertThat(isNews).isFalse();
    assertThat(drain(3)).containsExactly("a", "b");
  }

  @Test
  void a_key_says_how_long_it_waited() {
    queue.add("a", 5);

    assertThat(queue.take(12)).contains(new KeyedQueue.Taken<>("a", 7));
  }

  @Test
  void a_running_key_is_not_handed_out_but_runs_again_when_it_ends() {
    queue.add("a", 0);
    queue.take(0);
    queue.add("a", 1);
    assertThat(queue.take(2)).isEmpty();

    queue.ended("a", Outcome.DONE, Optional.empty(), 3);

    assertThat(drain(3)).containsExactly("a");
  }

  @Test
  void a_key_that_ends_unasked_for_stays_away() {
    queue.add("a", 0);
    queue.take(0);

    queue.ended("a", Outcome.DONE, Optional.empty(), 1);

    assertThat(drain(nanos(100))).isEmpty();
  }

  @Test
  void the_earliest_of_several_dates_wins() {
    queue.addAfter("a", Duration.ofSeconds(5), 0);
    queue.addAfter("a", Duration.ofSeconds(2), 0);
    queue.addAfter("a", Duration.ofSeconds(9), 0);

    assertThat(queue.nextDate()).isEqualTo(OptionalLong.of(nanos(2)));
    assertThat(drain(nanos(2) - 1)).isEmpty();
    assertThat(drain(nanos(2))).containsExactly("a");
    assertThat(drain(nanos(60))).isEmpty();
  }

  @Test
  void a_date_outlives_an_earlier_run() {
    queue.addAfter("a", Duration.ofSeconds(5), 0);
    queue.add("a", 0);
    assertThat(drain(0)).containsExactly("a");

    assertThat(drain(nanos(5))).containsExactly("a");
  }

  @Test
  void failures_double_the_wait_up_to_the_most_and_success_forgets_them() {
    var waits = new ArrayList<Long>();
    long now = 0;
    queue.add("a", now);
    for (int i = 0; i < 6; i++) {
      queue.take(now);
      queue.ended("a", Outcome.failed("no"), Optional.empty(), now);
      long next = queue.nextDate().orElseThrow();
      waits.add((next - now) / nanos(1));
      now = next;
    }
    assertThat(waits).containsExactly(1L, 2L, 4L, 8L, 10L, 10L);

    queue.take(now);
    queue.ended("a", Outcome.DONE, Optional.empty(), now);
    queue.add("a", now);
    queue.take(now);
    queue.ended("a", Outcome.failed("no"), Optional.empty(), now);

    assertThat(queue.nextDate()).isEqualTo(OptionalLong.of(now + nanos(1)));
  }

  @Test
  void the_other_sides_wish_can_lengthen_the_wait() {
    queue.add("a", 0);
    queue.take(0);

    queue.ended("a", Outcome.failed("later"), Optional.of(Duration.ofSeconds(30)), 0);

    assertThat(queue.nextDate()).isEqualTo(OptionalLong.of(nanos(30)));
  }

  @Test
  void retries_of_all_keys_share_a_bucket() {
    for (int i = 0; i < 120; i++) {
      var key = "key-" + i;
      queue.add(key, 0);
      queue.take(0);
      queue.ended(key, Outcome.failed("no"), Optional.empty(), 0);
    }

    assertThat(drain(nanos(1))).as("a hundred were saved up, ten come each second").hasSize(110);
    assertThat(drain(nanos(2))).hasSize(10);
    assertThat(drain(nanos(3))).isEmpty();
  }

  @Test
  void a_wait_without_end_does_not_overflow() {
    queue.addAfter("a", Duration.ofSeconds(Long.MAX_VALUE), nanos(1));

    assertThat(drain(nanos(1_000_000))).isEmpty();
  }

  @Test
  void running_time_is_added_up() {
    queue.add("a", 0);
    queue.add("b", 0);
    queue.take(0);
    queue.take(10);

    assertThat(queue.unfinished(30)).isEqualTo(50);
    assertThat(queue.longestRunning(30).orElseThrow().nanos()).isEqualTo(30);
  }

  private List<String> drain(long now) {
    var keys = new ArrayList<String>();
    for (var taken = queue.take(now); taken.isPresent(); taken = queue.take(now)) {
      keys.add(taken.get().key());
    }
    keys.forEach(key -> queue.ended(key, Outcome.DONE, Optional.empty(), now));
    return keys;
  }

  private static long nanos(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
