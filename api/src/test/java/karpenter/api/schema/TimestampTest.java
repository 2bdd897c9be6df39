package karpenter.api.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {
  private static final String ALPHABET = "0123456789-:TZ+. x";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-05T09:00:00Z",
        "0000-01-01T00:00:00Z",
        "2026-12-28T23:59:59Z",
        "2024-02-29T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-04-31T00:00:00Z",
        "2026-00-05T09:00:00Z",
        "2026-13-05T09:00:00Z",
        "2026-01-00T09:00:00Z",
        "2026-01-05T24:00:00Z",
        "2026-01-05T09:60:00Z",
        "2026-01-05T09:00:60Z",
        "2026-01-05T09:00:00.5Z",
        "2026-01-05T09:00:00+02:00",
        "2026-1a-05T09:00:00Z",
        "2026-01-05 09:00:00Z",
        "yesterday",
        ""
      })
  void is_what_the_parser_takes(String text) {
    assertThat(Values.isTimestamp(text)).isEqualTo(isParsed(text));
  }

  @Test
  void one_letter_off_is_judged_as_the_parser_does() {
    for (long seed = 1; seed <= 20_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder("2026-01-05T09:00:00Z");
      for (int change = random.nextInt(3); change >= 0; change--) {
        text.setCharAt(
            random.nextInt(text.length()), ALPHABET.charAt(random.nextInt(ALPHABET.length())));
      }

      assertThat(Values.isTimestamp(text.toString()))
          .as("seed %d: %s", seed, text)
          .isEqualTo(isParsed(text.toString()));
    }
  }

  private static boolean isParsed(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
