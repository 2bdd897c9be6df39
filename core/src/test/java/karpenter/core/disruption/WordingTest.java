package karpenter.core.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordingTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, no time",
    "PT0.5S, less than a second",
    "PT1S, 1 second",
    "PT15M, 15 minutes",
    "PT1H30M, 1 hour 30 minutes",
    "P2DT1H, 2 days 1 hour",
    "PT720H, 30 days",
  })
  void a_duration_is_told_in_words(Duration length, String words) {
    assertThat(Wording.duration(length)).isEqualTo(words);
  }

  @ParameterizedTest
  @CsvSource({
    "0, $0",
    "0.25, $0.25",
    "0.0416, $0.0416",
    "0.00001234567, $0.0000123",
    "1234.56789, $1234.5679",
  })
  void money_has_the_digits_that_matter(double money, String words) {
    assertThat(Wording.amount(money)).isEqualTo(words);
  }

  @Test
  void one_is_not_many() {
    assertThat(Wording.count(1, "pod")).isEqualTo("1 pod");
    assertThat(Wording.count(0, "pod")).isEqualTo("0 pods");
  }

  @Test
  void a_moment_has_no_fractions() {
    assertThat(Wording.time(Instant.parse("2026-01-05T10:00:00.123456Z")))
        .isEqualTo("2026-01-05T10:00:00Z");
  }

  @Test
  void a_locale_changes_nothing() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Wording.money(0.5)).isEqualTo("$0.5 an hour");
      assertThat(Wording.number(1234.5)).isEqualTo("1230");
    } finally {
      Locale.setDefault(before);
    }
  }
}
