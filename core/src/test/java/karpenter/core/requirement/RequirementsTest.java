package karpenter.core.requirement;

import static karpenter.core.requirement.ValueSet.doesNotExist;
import static karpenter.core.requirement.ValueSet.exists;
import static karpenter.core.requirement.ValueSet.in;
import static karpenter.core.requirement.ValueSet.notIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class RequirementsTest {
  private static final int RUNS = 3_000;
  private static final Set<String> STRICT = Set.of();

  @Test
  void conjunction_is_commutative_associative_and_idempotent() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.requirements(random);
          var b = RandomRequirements.requirements(random);
          var c = RandomRequirements.requirements(random);

          assertThat(a.and(b)).isEqualTo(b.and(a)).hasSameHashCodeAs(b.and(a));
          assertThat(a.and(b).and(c)).isEqualTo(a.and(b.and(c)));
          assertThat(a.and(a)).isEqualTo(a);
          assertThat(a.and(Requirements.none())).isEqualTo(a);
        });
  }

  @Test
  void requirements_intersect_unless_together_they_contradict() {
    Seeds.check(
        RUNS,
        random -> {
          var a = RandomRequirements.requirements(random);
          var b = RandomRequirements.requirements(random);

          assertThat(a.intersects(b))
              .as("%s with %s", a, b)
              .isEqualTo(!a.and(b).isContradictory())
              .isEqualTo(b.intersects(a));
        });
  }

  @Test
  void refusal_has_reasons_and_consent_has_none() {
    Seeds.check(
        RUNS,
        random -> {
          var offered = RandomRequirements.requirements(random);
          var demanded = RandomRequirements.requirements(random);
          var open = random.nextBoolean() ? Set.of("k1", "k2") : STRICT;

          var conflicts = offered.conflicts(demanded, open);

          assertThat(offered.satisfies(demanded, open))
              .as("%s satisfies %s: %s", offered, demanded, conflicts)
              .isEqualTo(conflicts.isEmpty());
          assertThat(offered.firstConflict(demanded, open))
              .isEqualTo(conflicts.stream().findFirst());
        });
  }

  @Test
  void what_is_written_reads_back_the_same() {
    Seeds.check(
        RUNS,
        random -> {
          var requirements = RandomRequirements.requirements(random);

          assertThat(Requirements.ofTerms(requirements.toTerms())).isEqualTo(requirements);
        });
  }

  @Test
  void labels_are_single_values_under_their_canonical_names() {
    var labels = Map.of("beta.kubernetes.io/arch", "arm64", "team", "blue");

    var requirements = Requirements.ofLabels(labels);

    assertThat(requirements.keys()).containsExactly("kubernetes.io/arch", "team");
    assertThat(requirements.get("kubernetes.io/arch")).isEqualTo(in("arm64"));
  }

  @Test
  void labels_that_disagree_under_two_names_contradict() {
    var labels = Map.of("beta.kubernetes.io/arch", "arm64", "kubernetes.io/arch", "amd64");

    assertThat(Requirements.ofLabels(labels).isContradictory()).isTrue();
  }

  @Test
  void missing_key_is_unconstrained_but_not_present() {
    var none = Requirements.none();

    assertThat(none.get("team")).isEqualTo(ValueSet.any());
    assertThat(none.has("team")).isFalse();
  }

  @Test
  void key_named_by_one_side_only_does_not_stop_an_intersection() {
    var a = Requirements.of("team", in("blue"));
    var b = Requirements.of("zone", in("a"));

    assertThat(a.intersects(b)).isTrue();
    assertThat(a.satisfies(b, STRICT)).isFalse();
  }

  @Test
  void contradictory_offer_satisfies_no_demand_at_all() {
    var offer = Requirements.of("team", in("blue")).and("team", in("red"));

    assertThat(offer.satisfies(Requirements.none(), STRICT)).isFalse();
    assertThat(offer.firstConflict(Requirements.none(), STRICT))
        .get()
        .extracting(Conflict::kind)
        .isEqualTo(Conflict.Kind.CONTRADICTORY);
  }

  @Test
  void contradictory_demand_is_refused_even_where_the_key_may_be_undefined() {
    var demand = Requirements.of("team", in("blue")).and("team", doesNotExist());

    assertThat(Requirements.none().satisfies(demand, Set.of("team"))).isFalse();
  }

  @Test
  void every_conflict_is_reported_in_order_of_the_key() {
    var offered = Requirements.of("arch", in("arm64")).and("zone", in("a"));
    var demanded =
        Requirements.of("zone", in("b")).and("arch", in("amd64")).and("team", in("blue"));

    var conflicts = offered.conflicts(demanded, STRICT);

    assertThat(conflicts)
        .containsExactly(
            new Conflict("arch", in("arm64"), in("amd64"), Conflict.Kind.DISJOINT),
            new Conflict("team", doesNotExist(), in("blue"), Conflict.Kind.UNDEFINED),
            new Conflict("zone", in("a"), in("b"), Conflict.Kind.DISJOINT));
    assertThat(conflicts)
        .extracting(Conflict::sentence)
        .containsExactly(
            "arch In [amd64] is required, but only In [arm64] is offered",
            "label team has no known values, but In [blue] is required",
            "zone In [b] is required, but only In [a] is offered");
  }

  @Test
  void greater_min_values_counts() {
    var two = Requirements.of("type", exists()).withMinValues("type", 2);
    var five = Requirements.of("type", notIn("x")).withMinValues("type", 5);

    assertThat(two.and(five).minValues("type")).hasValue(5);
    assertThat(five.withMinValues("type", 2).minValues("type")).hasValue(5);
    assertThat(two.and("type", in("a")).minValues("type")).hasValue(2);
    assertThat(two.minValues("zone")).isEmpty();
    assertThat(Requirements.of("type", exists()).hasMinValues()).isFalse();
  }

  @Test
  void min_values_distinguishes_otherwise_equal_requirements() {
    var plain = Requirements.of("type", exists());

    assertThat(plain.withMinValues("type", 2)).isNotEqualTo(plain);
  }

  @Test
  void min_values_alone_is_not_lost_in_a_conjunction() {
    var onlyCounts = Requirements.none().withMinValues("type", 2);
    var zone = Requirements.of("zone", in("a"));

    assertThat(zone.and(onlyCounts).minValues()).containsExactly(Map.entry("type", 2));
    assertThat(onlyCounts.and(zone).minValues()).containsExactly(Map.entry("type", 2));
    assertThat(onlyCounts.isEmpty()).isFalse();
    assertThat(zone.isEmpty()).isFalse();
  }

  @Test
  void min_values_must_be_positive() {
    assertThatThrownBy(() -> Requirements.none().withMinValues("type", 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void dropping_a_key_drops_its_min_values_and_replacing_keeps_it() {
    var requirements = Requirements.of("type", in("a")).withMinValues("type", 2);

    assertThat(requirements.without("type")).isEqualTo(Requirements.none());
    assertThat(requirements.replace("type", in("b")).get("type")).isEqualTo(in("b"));
    assertThat(requirements.replace("type", in("b")).minValues("type")).hasValue(2);
    assertThat(requirements.without("other")).isSameAs(requirements);
  }

  @Test
  void original_stays_as_it_was() {
    var original = Requirements.of("team", in("blue", "red"));

    original.and("team", in("blue"));

    assertThat(original.get("team")).isEqualTo(in("blue", "red"));
    assertThatThrownBy(() -> original.keys().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void narrowing_that_changes_nothing_returns_the_same_object() {
    var original = Requirements.of("team", in("blue"));

    assertThat(original.and("team", exists())).isSameAs(original);
  }

  @Test
  void terms_of_one_key_are_taken_together() {
    var terms =
        List.of(
            new RequirementTerm("type", Operator.In, List.of("a", "b"), OptionalInt.of(1)),
            new RequirementTerm("type", Operator.NotIn, List.of("b"), OptionalInt.of(3)));

    var requirements = Requirements.ofTerms(terms);

    assertThat(requirements.get("type")).isEqualTo(in("a"));
    assertThat(requirements.minValues("type")).hasValue(3);
  }
}
