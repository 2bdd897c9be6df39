package karpenter.core.requirement;

import static karpenter.core.requirement.ValueSet.any;
import static karpenter.core.requirement.ValueSet.atLeast;
import static karpenter.core.requirement.ValueSet.atMost;
import static karpenter.core.requirement.ValueSet.doesNotExist;
import static karpenter.core.requirement.ValueSet.exists;
import static karpenter.core.requirement.ValueSet.greaterThan;
import static karpenter.core.requirement.ValueSet.in;
import static karpenter.core.requirement.ValueSet.lessThan;
import static karpenter.core.requirement.ValueSet.notIn;
import static karpenter.core.requirement.ValueSet.nothing;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.core.requirement.ValueSet.AllExcept;
import karpenter.core.requirement.ValueSet.Only;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ValueSetTest {

  static Stream<Arguments> intersections() {
    return Stream.of(
        row(exists(), exists(), exists()),
        row(exists(), doesNotExist(), nothing()),
        row(exists(), in("a"), in("a")),
        row(exists(), atLeast(2), atLeast(2)),
        row(exists(), any(), exists()),
        row(doesNotExist(), doesNotExist(), doesNotExist()),
        row(doesNotExist(), notIn("a"), doesNotExist()),
        row(doesNotExist(), in("a"), nothing()),
        row(doesNotExist(), atMost(9), nothing()),
        row(in("a", "b"), in("b", "c"), in("b")),
        row(in("a"), in("b"), nothing()),
        row(in("a", "b"), notIn("b", "c"), in("a")),
        row(in("a"), notIn("a"), nothing()),
        row(in("1", "5", "a"), atLeast(2), in("5")),
        row(in("1", "9", "10"), atMost(9), in("1", "9")),
        row(notIn("a"), notIn("b"), notIn("a", "b")),
        row(notIn("a", "3"), atLeast(2), allExcept(IntRange.atLeast(2), "3")),
        row(notIn("1"), atLeast(2), atLeast(2)),
        row(atLeast(2), atLeast(5), atLeast(5)),
        row(atMost(2), atMost(5), atMost(2)),
        row(atLeast(5), atMost(2), nothing()));
  }

  @ParameterizedTest
  @MethodSource("intersections")
  void intersection_table(ValueSet a, ValueSet b, ValueSet expected) {
    assertThat(a.intersect(b)).isEqualTo(expected);
    assertThat(b.intersect(a)).isEqualTo(expected);
    assertThat(a.intersects(b)).isEqualTo(!expected.isEmpty());
  }

  @Test
  void contradiction_is_not_absence() {
    var contradiction = in("a").intersect(in("b"));

    assertThat(contradiction.isEmpty()).isTrue();
    assertThat(contradiction.intersects(doesNotExist())).isFalse();
    assertThat(doesNotExist().isEmpty()).isFalse();
    assertThat(contradiction).isNotEqualTo(doesNotExist());
  }

  @Test
  void bounds_ask_for_the_label_even_beside_an_exclusion() {
    var bounded = greaterThan(1).intersect(notIn("3"));

    assertThat(notIn("3").allowsAbsent()).isTrue();
    assertThat(bounded.allowsAbsent()).isFalse();
    assertThat(bounded.intersects(doesNotExist())).isFalse();
  }

  @Test
  void window_with_every_number_excluded_is_empty() {
    var window = atLeast(3).intersect(atMost(4));

    assertThat(window.intersects(notIn("3"))).isTrue();
    assertThat(window.intersects(notIn("3", "4"))).isFalse();
    assertThat(window.intersect(notIn("3", "4"))).isEqualTo(nothing());
  }

  @Test
  void window_at_the_top_of_the_range_is_counted() {
    var top = atLeast(Long.MAX_VALUE);

    assertThat(top.intersects(notIn("9223372036854775807"))).isFalse();
    assertThat(top.intersects(notIn("9223372036854775806"))).isTrue();
  }

  @Test
  void bound_beyond_64_bits_leaves_nothing() {
    assertThat(greaterThan(Long.MAX_VALUE)).isEqualTo(nothing());
    assertThat(lessThan(Long.MIN_VALUE)).isEqualTo(nothing());
    assertThat(greaterThan(Long.MAX_VALUE - 1)).isEqualTo(atLeast(Long.MAX_VALUE));
    assertThat(lessThan(9)).isEqualTo(atMost(8));
  }

  @Test
  void only_plain_integers_lie_within_bounds() {
    var bounded = atLeast(0);

    assertThat(Stream.of("0", "7", "9223372036854775807").allMatch(bounded::contains)).isTrue();
    assertThat(
            Stream.of("", "-", "-0", "-1", "+7", "007", "7.0", "7a", "seven", "9223372036854775808")
                .filter(bounded::contains))
        .isEmpty();
    assertThat(atMost(0).contains("-9223372036854775808")).isTrue();
  }

  @Test
  void finite_values_are_sorted_and_complete() {
    assertThat(in("b", "a", "b").finiteValues().orElseThrow()).containsExactly("a", "b");
    assertThat(doesNotExist().finiteValues().orElseThrow()).isEmpty();
    assertThat(notIn("a").finiteValues()).isEmpty();
  }

  @Test
  void order_of_the_source_does_not_matter() {
    var backwards = new TreeSet<String>(Comparator.reverseOrder());
    backwards.addAll(List.of("a", "b"));

    assertThat(new Only(backwards, false)).isEqualTo(in("a", "b"));
    assertThat(new Only(backwards, false).values()).containsExactly("a", "b");
  }

  @Test
  void a_complement_without_values_cannot_be_built() {
    assertThatThrownBy(() -> allExcept(new IntRange(one(3), one(4)), "3", "4"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must leave a value");
  }

  @Test
  void finite_window_can_be_a_subset_of_a_list() {
    var window = atLeast(3).intersect(atMost(5)).intersect(notIn("4"));

    assertThat(window.isSubsetOf(in("3", "5", "x"))).isTrue();
    assertThat(window.isSubsetOf(in("3", "4"))).isFalse();
  }

  private static OptionalLong one(long bound) {
    return OptionalLong.of(bound);
  }

  private static ValueSet allExcept(IntRange bounds, String... excluded) {
    return new AllExcept(new TreeSet<>(List.of(excluded)), bounds, false);
  }

  private static Arguments row(ValueSet a, ValueSet b, ValueSet expected) {
    return Arguments.of(a, b, expected);
  }
}
