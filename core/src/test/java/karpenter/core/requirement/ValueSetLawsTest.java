package karpenter.core.requirement;

import static karpenter.core.requirement.RandomRequirements.UNIVERSE;
import static org.assertj.core.api.Assertions.assertThat;

import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ValueSetLawsTest {
  private static final int RUNS = 5_000;

  @Test
  void intersection_is_commutative_associative_and_idempotent() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);
          var b = RandomRequirements.set(random);
          var c = RandomRequirements.set(random);

          assertThat(a.intersect(b)).isEqualTo(b.intersect(a));
          assertThat(a.intersect(b).intersect(c)).isEqualTo(a.intersect(b.intersect(c)));
          assertThat(a.intersect(a)).isEqualTo(a);
        });
  }

  @Test
  void any_is_the_unit_and_nothing_the_zero() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);

          assertThat(a.intersect(ValueSet.any())).isEqualTo(a);
          assertThat(a.intersect(ValueSet.nothing())).isEqualTo(ValueSet.nothing());
        });
  }

  @Test
  void intersection_holds_exactly_what_both_hold() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);
          var b = RandomRequirements.set(random);

          var both = a.intersect(b);

          assertThat(both.allowsAbsent()).isEqualTo(a.allowsAbsent() && b.allowsAbsent());
          for (var value : UNIVERSE) {
            assertThat(both.contains(value))
                .as("%s in (%s) and (%s)", value, a, b)
                .isEqualTo(a.contains(value) && b.contains(value));
          }
        });
  }

  @Test
  void intersects_says_whether_the_intersection_has_a_state() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);
          var b = RandomRequirements.set(random);

          assertThat(a.intersects(b))
              .as("(%s) meets (%s)", a, b)
              .isEqualTo(!a.intersect(b).isEmpty())
              .isEqualTo(b.intersects(a));
        });
  }

  @Test
  void emptiness_agrees_with_membership() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);

          boolean someValue = UNIVERSE.stream().anyMatch(a::contains);

          assertThat(a.hasValues()).as("%s", a).isEqualTo(someValue);
          assertThat(a.isEmpty()).as("%s", a).isEqualTo(!someValue && !a.allowsAbsent());
        });
  }

  @Test
  void subset_agrees_with_membership() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.set(random);
          var b =
              random.nextBoolean()
                  ? RandomRequirements.set(random)
                  : a.intersect(RandomRequirements.set(random));

          boolean expected =
              (!a.allowsAbsent() || b.allowsAbsent())
                  && UNIVERSE.stream().filter(a::contains).allMatch(b::contains);

          assertThat(a.isSubsetOf(b)).as("(%s) within (%s)", a, b).isEqualTo(expected);
          assertThat(a.intersect(b).isSubsetOf(a)).as("(%s) and (%s)", a, b).isTrue();
        });
  }
}
