package karpenter.core.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class LabelChoiceTest {

  @Test
  void finite_set_gives_its_first_value() {
    assertThat(LabelChoice.valueFor("team", ValueSet.in("red", "blue"), "claim-1"))
        .hasValue("blue");
  }

  @Test
  void no_value_for_a_label_that_must_be_absent_or_contradicts() {
    assertThat(LabelChoice.valueFor("team", ValueSet.doesNotExist(), "claim-1")).isEmpty();
    assertThat(LabelChoice.valueFor("team", ValueSet.nothing(), "claim-1")).isEmpty();
  }

  @Test
  void chosen_number_stays_the_same_from_version_to_version() {
    // Recorded decisions are replayed by later versions, which must then choose the same label.
    assertThat(LabelChoice.valueFor("team", ValueSet.exists(), "default-abcde"))
        .hasValue("4157165480259821109");
  }

  @Test
  void claims_and_keys_get_different_numbers() {
    var values =
        IntStream.range(0, 1_000)
            .mapToObj(i -> LabelChoice.valueFor("team", ValueSet.exists(), "claim-" + i))
            .distinct();

    assertThat(values).hasSize(1_000);
    assertThat(LabelChoice.valueFor("team", ValueSet.exists(), "claim-1"))
        .isNotEqualTo(LabelChoice.valueFor("tier", ValueSet.exists(), "claim-1"));
  }

  @Test
  void excluded_numbers_are_stepped_over() {
    var set =
        ValueSet.atLeast(3)
            .intersect(ValueSet.atMost(7))
            .intersect(ValueSet.notIn("3", "4", "6", "7"));

    for (int i = 0; i < 20; i++) {
      assertThat(LabelChoice.valueFor("size", set, "claim-" + i)).hasValue("5");
    }
  }

  @Test
  void window_at_the_64_bit_maximum_is_no_trap() {
    assertThat(LabelChoice.valueFor("size", ValueSet.atLeast(Long.MAX_VALUE), "claim-1"))
        .hasValue("9223372036854775807");
    assertThat(LabelChoice.valueFor("size", ValueSet.atMost(Long.MAX_VALUE), "claim-1"))
        .isPresent();
  }

  @Test
  void negative_numbers_cannot_be_labels() {
    assertThat(LabelChoice.valueFor("size", ValueSet.atMost(-1), "claim-1")).isEmpty();
  }

  @Test
  void chosen_value_is_always_allowed() {
    Seeds.check(
        3_000,
        random -> {
          var set = RandomRequirements.set(random);

          var value = LabelChoice.valueFor("key", set, "claim-" + random.nextInt());

          assertThat(value.stream()).as("%s", set).allMatch(set::contains);
        });
  }

  @Test
  void value_is_found_whenever_a_non_negative_number_or_a_listed_value_is_allowed() {
    Seeds.check(
        3_000,
        random -> {
          var set = RandomRequirements.set(random).intersect(ValueSet.atLeast(0));

          assertThat(LabelChoice.valueFor("key", set, "claim").isPresent())
              .as("%s", set)
              .isEqualTo(set.hasValues());
        });
  }
}
