package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Executors;
import jdk.jfr.FlightRecorder;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProfilingTest {
  @Test
  @Timeout(120)
  void one_profile_is_taken_at_a_time() throws Exception {
    var page = new Profiling();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> page.answer(new Query("profile", Map.of("seconds", "300"))));
      while (FlightRecorder.getFlightRecorder().getRecordings().isEmpty()) {
        Thread.sleep(10);
      }

      assertThat(page.answer(new Query("profile", Map.of("seconds", "1"))).status())
          .isEqualTo(Reply.NOT_NOW);
      assertThat(page.answer(new Query("heap", Map.of())).status()).isEqualTo(Reply.NOT_NOW);

      first.cancel(true);
    }
    assertThat(page.answer(new Query("cmdline", Map.of())).status()).isEqualTo(Reply.OK);
  }

  @Test
  void a_recording_has_a_longest_duration() throws Exception {
    var reply = new Profiling().answer(new Query("trace", Map.of("seconds", "301")));

    assertThat(reply.status()).isEqualTo(Reply.BAD_REQUEST);
  }
}
