package karpenter.core.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import karpenter.core.resource.QuantityParse.Malformed;
import karpenter.core.resource.QuantityParse.Parsed;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "1n, 0.000000001",
    "1u, 0.000001",
    "1m, 0.001",
    "1, 1",
    "1k, 1000",
    "1M, 1000000",
    "1G, 1000000000",
    "1T, 1000000000000",
    "1P, 1000000000000000",
    "1E, 1000000000000000000",
    "1Ki, 1024",
    "1Mi, 1048576",
    "1Gi, 1073741824",
    "1Ti, 1099511627776",
    "1Pi, 1125899906842624",
    "1Ei, 1152921504606846976",
    "16Ei, 18446744073709551616",
    "1e3, 1000",
    "1E3, 1000",
    "1e+3, 1000",
    "12e-3, 0.012",
    "1e003, 1000",
    "+5, 5",
    "-5, -5",
    "-1.5Gi, -1610612736",
    ".5, 0.5",
    "5., 5",
    "0.1Gi, 107374182.4",
    "007, 7",
    "-0, 0"
  })
  void value_is_exact(String text, BigDecimal value) {
    assertThat(Quantity.of(text).value()).isEqualByComparingTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "0Gi, 0",
    "0e3, 0",
    "-0, 0",
    "1.5, 1500m",
    "0.5, 500m",
    "1500m, 1500m",
    "1000m, 1",
    "2000, 2k",
    "1500, 1500",
    "1000000, 1M",
    "1000E, 1000E",
    "0.1, 100m",
    "1n, 1n",
    "1000n, 1u",
    "1024Ki, 1Mi",
    "1.5Gi, 1536Mi",
    "0.5Ki, 512",
    "1Ki, 1Ki",
    "-1Ki, -1Ki",
    "1023Ki, 1023Ki",
    "1024, 1024",
    "0.1Gi, 107374182400m",
    "2048Ei, 2048Ei",
    "-4096Mi, -4Gi",
    "312.5Ki, 320000",
    "12e6, 12e6",
    "1200e3, 1200e3",
    "12000e3, 12e6",
    "1e4, 10e3",
    "1e-4, 100e-6",
    "5e0, 5",
    "-15e2, -1500",
    "+1, 1"
  })
  void printing_is_canonical(String text, String canonical) {
    assertThat(Quantity.of(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1 ",
        " 1",
        "+",
        "-",
        ".",
        "+.",
        "Gi",
        "m",
        "1gi",
        "1K",
        "1KI",
        "1kib",
        "1Zi",
        "1e",
        "1e+",
        "1e3k",
        "1e1.5",
        "1.2.3",
        "1,5",
        "--1",
        "1-",
        "0x10",
        "NaN",
        "Infinity",
        "1_000",
        "٣",
        "1Gi ",
        "1mm",
        "1 Gi",
        "1e99999999999999999999",
        "1e1000",
        "1e-1000"
      })
  void malformed_text_is_a_value_not_an_exception(String text) {
    assertThat(Quantity.parse(text))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> {
              assertThat(malformed.found()).isEqualTo(text);
              assertThat(malformed.expected()).isNotBlank();
            });
  }

  @Test
  void unknown_suffix_is_answered_with_the_known_ones() {
    assertThat(Quantity.parse("4GB"))
        .isEqualTo(new Malformed("4GB", "one of the suffixes n u m k M G T P E Ki Mi Gi Ti Pi Ei"));
  }

  @Test
  void endless_digits_are_refused_and_not_repeated_in_full() {
    assertThat(Quantity.parse("9".repeat(1_000_000)))
        .isInstanceOfSatisfying(
            Malformed.class, malformed -> assertThat(malformed.found()).hasSizeLessThan(200));
  }

  @Test
  void long_but_bounded_text_is_read() {
    assertThat(Quantity.parse("0".repeat(127) + "7")).isEqualTo(new Parsed(Quantity.of("7")));
    assertThat(Quantity.parse("0".repeat(128) + "7")).isInstanceOf(Malformed.class);
  }

  @Test
  void absurd_but_lawful_exponent_is_exact() {
    var huge = Quantity.of("1e400");

    assertThat(huge.value()).isEqualByComparingTo(BigDecimal.ONE.scaleByPowerOfTen(400));
    assertThat(huge).hasToString("10e399").isGreaterThan(Quantity.of("16Ei"));
  }

  @Test
  void finer_than_a_billionth_is_rounded_away_from_zero() {
    assertThat(Quantity.of("1e-12")).isEqualTo(Quantity.of("1n"));
    assertThat(Quantity.of("-0.1n")).isEqualTo(Quantity.of("-1n"));
    assertThat(Quantity.of("1e-999")).isEqualTo(Quantity.of("1n"));
  }

  @Test
  void comparison_is_by_value() {
    assertThat(Quantity.of("1024Mi")).isEqualTo(Quantity.of("1Gi"));
    assertThat(Quantity.of("1"))
        .isEqualTo(Quantity.of("1000m"))
        .hasSameHashCodeAs(Quantity.of("1000m"));
    assertThat(List.of(Quantity.of("1Gi"), Quantity.of("1G"), Quantity.of("1m"), Quantity.of("-1")))
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void different_values_are_not_equal() {
    assertThat(Quantity.of("1Gi")).isNotEqualTo(Quantity.of("1G"));
    assertThat(Quantity.of("1")).isNotEqualTo(Quantity.of("-1"));
    assertThat(Quantity.of("1")).isNotEqualTo(Quantity.of("1000000001n"));
  }

  @Test
  void notation_is_remembered() {
    assertThat(Quantity.of("1").notation()).isEqualTo(Notation.DECIMAL);
    assertThat(Quantity.of("1Ki").notation()).isEqualTo(Notation.BINARY);
    assertThat(Quantity.of("1e3").notation()).isEqualTo(Notation.EXPONENT);
  }

  @Test
  void sum_keeps_the_notation_of_its_first_operand_that_is_not_zero() {
    assertThat(Quantity.of("1Gi").plus(Quantity.of("1024M"))).hasToString("2048576Ki");
    assertThat(Quantity.ZERO.plus(Quantity.of("1Gi"))).hasToString("1Gi");
    assertThat(Quantity.of("500m").plus(Quantity.of("500m"))).hasToString("1");
    assertThat(Quantity.of("1Gi").minus(Quantity.of("512Mi"))).hasToString("512Mi");
    assertThat(Quantity.of("2Gi").minus(Quantity.of("1024M"))).hasToString("1097152Ki");
    assertThat(Quantity.ZERO.minus(Quantity.of("1Gi"))).hasToString("-1Gi");
    assertThat(Quantity.of("1").minus(Quantity.of("1500m"))).hasToString("-500m");
  }

  @Test
  void literal_that_is_no_quantity_is_a_bug() {
    assertThatThrownBy(() -> Quantity.of("many"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("many");
  }

  @Test
  void what_is_printed_reads_back_equal_and_prints_the_same() {
    var suffixes =
        List.of(
            "n", "u", "m", "", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
            "e3", "e-5", "E7");
    Seeds.check(
        5_000,
        random -> {
          var number = BigDecimal.valueOf(random.nextLong(-100_000, 100_000), random.nextInt(4));
          var text = number.toPlainString() + suffixes.get(random.nextInt(suffixes.size()));
          var quantity = Quantity.of(text);

          var again = Quantity.parse(quantity.toString());

          assertThat(again).as(text).isEqualTo(new Parsed(quantity));
          // 312.5Ki has no binary suffix: it is 320000, and that is decimal.
          if (((Parsed) again).quantity().notation() == quantity.notation())
            assertThat(((Parsed) again).quantity()).as(text).hasToString(quantity.toString());
        });
  }

  @Test
  void what_would_be_printed_longer_than_can_be_read_is_refused() {
    var nines = "9".repeat(112);

    assertThat(Quantity.parse(nines + ".0597Ei"))
        .isEqualTo(new Malformed(nines + ".0597Ei", "at most 128 characters without a fraction"));
    for (var most : List.of(nines + "Ei", "9".repeat(128), "9".repeat(124) + "e999")) {
      assertThat(Quantity.of(Quantity.of(most).toString())).isEqualTo(Quantity.of(most));
    }
  }
}
