package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExecCredentialsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(50);
  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  private final LinkedBlockingQueue<ExecCredentials.Fetched> answers = new LinkedBlockingQueue<>();
  private final AtomicInteger runs = new AtomicInteger();
  private volatile Instant now = NOON;
  private volatile boolean isBroken;

  private final ExecCredentials credentials = new ExecCredentials(new Program(), () -> now);

  @Test
  void one_run_serves_all_whose_credentials_were_rejected_together() throws Exception {
    answers.add(token("old", Instant.MAX));
    credentials.shown(PATIENCE);
    answers.add(token("new", Instant.MAX));
    var together = new CyclicBarrier(5);
    var seen = new LinkedBlockingQueue<String>();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 5; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      var shown = credentials.shown(PATIENCE);
                      together.await();
                      assertThat(credentials.rejected(shown)).isTrue();
                      seen.add(credentials.shown(PATIENCE).authorization().orElse(""));
                    } catch (Exception e) {
                      seen.add(e.toString());
                    }
                  }));
    }
    for (var thread : threads) {
      thread.join();
    }

    assertThat(seen).hasSize(5).containsOnly("Bearer new");
    assertThat(runs).hasValue(2);
  }

  @Test
  void who_cannot_wait_for_a_slow_program_does_not() throws Exception {
    assertThatThrownBy(() -> credentials.shown(Duration.ofMillis(1)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the program");

    answers.add(token("late", Instant.MAX));

    assertThat(credentials.shown(PATIENCE).authorization()).contains("Bearer late");
    assertThat(runs).hasValue(1);
  }

  @Test
  void credentials_that_still_hold_are_used_while_the_next_are_fetched() throws Exception {
    answers.add(token("old", NOON.plusSeconds(600)));
    credentials.shown(PATIENCE);
    now = NOON.plusSeconds(569);
    assertThat(credentials.shown(PATIENCE).authorization()).contains("Bearer old");
    assertThat(runs).hasValue(1);

    // The program hangs, and nobody has to wait for it.
    now = NOON.plusSeconds(571);
    assertThat(credentials.shown(Duration.ZERO).authorization()).contains("Bearer old");

    now = NOON.plusSeconds(601);
    answers.add(token("new", Instant.MAX));
    assertThat(credentials.shown(PATIENCE).authorization()).contains("Bearer new");
    assertThat(runs).hasValue(2);
  }

  @Test
  void a_program_that_fails_is_not_started_for_every_request() throws Exception {
    isBroken = true;
    assertThatThrownBy(() -> credentials.shown(PATIENCE)).hasMessage("broken");
    assertThatThrownBy(() -> credentials.shown(PATIENCE)).hasMessage("broken");
    assertThat(runs).hasValue(1);

    now = NOON.plusSeconds(2);
    isBroken = false;
    answers.add(token("new", Instant.MAX));

    assertThat(credentials.shown(PATIENCE).authorization()).contains("Bearer new");
  }

  private static ExecCredentials.Fetched token(String token, Instant expires) {
    return new ExecCredentials.Fetched(
        new Credentials.Shown(Optional.of("Bearer " + token), Optional.empty()), expires);
  }

  /// Answers when the test says what.
  private final class Program implements ExecCredentials.Source {
    @Override
    public ExecCredentials.Fetched fetch() throws IOException, InterruptedException {
      runs.incrementAndGet();
      if (isBroken) {
        throw new IOException("broken");
      }
      return answers.take();
    }

    @Override
    public String name() {
      return "the program";
    }
  }
}
