package karpenter.core.requirement;

import static karpenter.core.requirement.ValueSet.any;
import static karpenter.core.requirement.ValueSet.atLeast;
import static karpenter.core.requirement.ValueSet.atMost;
import static karpenter.core.requirement.ValueSet.doesNotExist;
import static karpenter.core.requirement.ValueSet.exists;
import static karpenter.core.requirement.ValueSet.in;
import static karpenter.core.requirement.ValueSet.notIn;
import static karpenter.core.requirement.ValueSet.nothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.TreeSet;
import karpenter.core.requirement.ValueSet.Only;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class RequirementTermTest {

  @Test
  void every_operator_has_its_set() {
    assertThat(term(Operator.In, "b", "a").toValueSet()).isEqualTo(in("a", "b"));
    assertThat(term(Operator.NotIn, "a").toValueSet()).isEqualTo(notIn("a"));
    assertThat(term(Operator.Exists).toValueSet()).isEqualTo(exists());
    assertThat(term(Operator.DoesNotExist).toValueSet()).isEqualTo(doesNotExist());
    assertThat(term(Operator.Gt, "1").toValueSet()).isEqualTo(atLeast(2));
    assertThat(term(Operator.Gte, "1").toValueSet()).isEqualTo(atLeast(1));
    assertThat(term(Operator.Lt, "9").toValueSet()).isEqualTo(atMost(8));
    assertThat(term(Operator.Lte, "9").toValueSet()).isEqualTo(atMost(9));
    assertThat(term(Operator.Gt, "9223372036854775807").toValueSet()).isEqualTo(nothing());
  }

  @Test
  void not_in_without_values_asks_for_existence() {
    assertThat(term(Operator.NotIn).toValueSet()).isEqualTo(exists());
  }

  @Test
  void values_of_exists_and_does_not_exist_are_ignored() {
    assertThat(term(Operator.Exists, "a").toValueSet()).isEqualTo(exists());
    assertThat(term(Operator.DoesNotExist, "a").toValueSet()).isEqualTo(doesNotExist());
  }

  @Test
  void in_without_values_is_a_broken_promise_of_the_caller() {
    assertThatThrownBy(() -> term(Operator.In).toValueSet())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("In needs at least one value");
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {"Gt", "Gte", "Lt", "Lte"})
  void bounds_need_exactly_one_integer(Operator operator) {
    for (var values : List.of(List.<String>of(), List.of("1", "2"), List.of("many"))) {
      assertThatThrownBy(() -> term(operator, values.toArray(String[]::new)).toValueSet())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(operator + " needs");
    }
  }

  @Test
  void sets_are_written_with_the_fewest_terms_that_say_the_same() {
    assertThat(written(in("b", "a"))).containsExactly(term(Operator.In, "a", "b"));
    assertThat(written(notIn("b", "a"))).containsExactly(term(Operator.NotIn, "a", "b"));
    assertThat(written(exists())).containsExactly(term(Operator.Exists));
    assertThat(written(doesNotExist())).containsExactly(term(Operator.DoesNotExist));
    assertThat(written(atLeast(2))).containsExactly(term(Operator.Gte, "2"));
    assertThat(written(atMost(8))).containsExactly(term(Operator.Lte, "8"));
    assertThat(written(any())).isEmpty();
  }

  @Test
  void two_bounds_are_two_terms() {
    assertThat(written(atLeast(2).intersect(atMost(8))))
        .containsExactly(term(Operator.Gte, "2"), term(Operator.Lte, "8"));
  }

  @Test
  void exclusion_within_bounds_is_not_lost() {
    assertThat(written(atLeast(2).intersect(notIn("1", "3", "x"))))
        .containsExactly(term(Operator.Gte, "2"), term(Operator.NotIn, "3"));
  }

  @Test
  void existence_beside_an_exclusion_is_not_lost() {
    assertThat(written(exists().intersect(notIn("a"))))
        .containsExactly(term(Operator.Exists), term(Operator.NotIn, "a"));
  }

  @Test
  void contradiction_is_written_as_one() {
    assertThat(written(nothing()))
        .containsExactly(term(Operator.Exists), term(Operator.DoesNotExist));
  }

  @Test
  void values_or_absence_is_narrowed_to_the_values() {
    var optional = new Only(new TreeSet<>(List.of("a")), true);

    assertThat(written(optional)).containsExactly(term(Operator.In, "a"));
  }

  @Test
  void min_values_is_on_every_term() {
    var terms = RequirementTerm.of("key", atLeast(2).intersect(atMost(8)), OptionalInt.of(4));

    assertThat(terms).hasSize(2).allMatch(term -> term.minValues().equals(OptionalInt.of(4)));
  }

  @Test
  void min_values_on_an_unconstrained_key_is_written_as_existence() {
    assertThat(Requirements.none().withMinValues("key", 2).toTerms())
        .containsExactly(new RequirementTerm("key", Operator.Exists, List.of(), OptionalInt.of(2)));
  }

  private static List<RequirementTerm> written(ValueSet set) {
    return RequirementTerm.of("key", set, OptionalInt.empty());
  }

  private static RequirementTerm term(Operator operator, String... values) {
    return new RequirementTerm("key", operator, values);
  }
}
