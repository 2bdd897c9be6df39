package karpenter.app.against;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailIfTest {
  /// From two nodes for a dollar to three for $1.20, with one pod more that has no place.
  private static final Outlook OUTLOOK =
      new Outlook(
          new Outlook.State(2, 0, 1.0, 0.04, 10, 1),
          new Outlook.State(3, 0, 1.2, 0.06, 11, 2),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          new TreeMap<>(java.util.Map.of("shop/web", 4)),
          List.of(new Outlook.Waiting("shop/big", 2, List.of())),
          OptionalDouble.empty(),
          Duration.ZERO,
          true,
          List.of());

  @ParameterizedTest
  @CsvSource({
    "cost>+3%, true",
    "cost>+20%, false",
    "cost>=+20%, true",
    "cost > 1.1, true",
    "cost>1.2, false",
    "cost<+0, false",
    "cost>-5%, true",
    "nodes>+0, true",
    "nodes>3, false",
    "unschedulable>0, true",
    "unschedulable>+1, false",
    "moved>=4, true",
    "added>0, false",
    "removed<=0, true",
  })
  void a_condition_holds_or_not(String text, boolean expected) {
    assertThat(FailIf.read(text))
        .isInstanceOfSatisfying(
            FailIf.Reading.Read.class,
            read -> assertThat(read.condition().holds(OUTLOOK)).isEqualTo(expected));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "cost; MEASURE, one of > >= < <=, and a number",
        "price>3; a measure, one of cost, nodes, unschedulable, added, removed, moved",
        "cost>3%; a percentage with a sign, such as +3%",
        "moved>+3; a number without a sign",
        "cost==3; MEASURE, one of",
      })
  void a_wrong_condition_says_what_would_be_right(String text, String expected) {
    assertThat(FailIf.read(text))
        .isInstanceOfSatisfying(
            FailIf.Reading.Wrong.class,
            wrong -> assertThat(wrong.problem().sentence()).contains(text, expected));
  }

  @Test
  void a_condition_that_holds_says_by_what() {
    var read = (FailIf.Reading.Read) FailIf.read("cost>+3%");

    assertThat(read.condition().sentence(OUTLOOK))
        .isEqualTo("cost>+3%: cost goes from $1.0000 to $1.2000 an hour (+20.0 %)");
  }
}
