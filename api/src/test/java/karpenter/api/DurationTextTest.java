package karpenter.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, PT0S",
    "0s, PT0S",
    "1h, PT1H",
    "60m, PT1H",
    "1h30m5s, PT1H30M5S",
    "1.5h, PT1H30M",
    ".5s, PT0.5S",
    "-250ms, PT-0.25S",
    "+1us, PT0.000001S",
    "1µs, PT0.000001S",
    "3ns, PT0.000000003S",
    "2562047h47m16.854775807s, PT2562047H47M16.854775807S"
  })
  void go_durations_are_read(String text, Duration duration) {
    assertThat(DurationText.parse(text)).contains(duration);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "1",
        "h",
        "1d",
        "1hr",
        "1h 5m",
        ".h",
        "1h-5m",
        "Never",
        "2562047h47m17s",
        "99999999999h"
      })
  void other_texts_are_not(String text) {
    assertThat(DurationText.parse(text)).isEmpty();
  }

  @Test
  void text_comes_back_byte_for_byte() throws Exception {
    var random = new SplittableRandom(7);
    for (int i = 0; i < 1_000; i++) {
      var text =
          random.nextInt(1_000)
              + "h"
              + (random.nextBoolean() ? "0" : "")
              + random.nextInt(99)
              + "m"
              + random.nextInt(99)
              + "s";
      var json = "\"" + text + "\"";

      assertThat(Json.JSON.writeValueAsString(Json.JSON.readValue(json, NillableDuration.class)))
          .isEqualTo(json);
      assertThat(Json.JSON.writeValueAsString(Json.JSON.readValue(json, GoDuration.class)))
          .isEqualTo(json);
    }
  }

  @Test
  void never_is_no_duration_at_all() throws Exception {
    var never = Json.JSON.readValue("\"Never\"", NillableDuration.class);

    assertThat(never.isNever()).isTrue();
    assertThat(never.value()).isEmpty();
    assertThat(Json.JSON.writeValueAsString(never)).isEqualTo("\"Never\"");
    assertThatThrownBy(() -> GoDuration.of("Never")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void an_hour_and_sixty_minutes_last_alike_and_are_written_apart() {
    assertThat(NillableDuration.of("1h").value()).isEqualTo(NillableDuration.of("60m").value());
    assertThat(NillableDuration.of("1h")).isNotEqualTo(NillableDuration.of("60m"));
  }
}
