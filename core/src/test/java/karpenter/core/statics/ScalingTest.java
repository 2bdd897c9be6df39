package karpenter.core.statics;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.PoolFacts;
import org.junit.jupiter.api.Test;

class ScalingTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  static final OptionalLong NO_LIMIT = OptionalLong.empty();

  @Test
  void missing_replicas_are_made() {
    assertThat(Scaling.of(5, NO_LIMIT, new StaticCount(2, 0, 0))).isEqualTo(new Scaling.Grow(3, 0));
  }

  @Test
  void claim_about_to_be_replaced_is_not_made_good_twice() {
    assertThat(Scaling.of(5, NO_LIMIT, new StaticCount(3, 1, 0))).isEqualTo(new Scaling.Grow(1, 0));
    assertThat(Scaling.of(5, NO_LIMIT, new StaticCount(4, 1, 0))).isEqualTo(new Scaling.Steady());
  }

  @Test
  void limit_counts_what_is_still_on_its_way_out() {
    assertThat(Scaling.of(5, OptionalLong.of(6), new StaticCount(2, 0, 2)))
        .isEqualTo(new Scaling.Grow(2, 1));
    assertThat(Scaling.of(5, OptionalLong.of(5), new StaticCount(3, 0, 2)))
        .isEqualTo(new Scaling.AtLimit(2, 5));
    assertThat(Scaling.of(5, OptionalLong.of(3), new StaticCount(3, 0, 2)))
        .isEqualTo(new Scaling.AtLimit(2, 3));
  }

  @Test
  void excess_goes() {
    assertThat(Scaling.of(2, NO_LIMIT, new StaticCount(5, 0, 0))).isEqualTo(new Scaling.Shrink(3));
  }

  @Test
  void claims_about_to_be_replaced_are_no_excess() {
    assertThat(Scaling.of(2, NO_LIMIT, new StaticCount(2, 2, 0))).isEqualTo(new Scaling.Steady());
  }

  @Test
  void each_claim_is_counted_once() {
    var claims =
        List.of(
            claim("a").build(),
            claim("b").build(),
            claim("c").deletedAt(NOW).build(),
            claim("d").and(c -> c.setTrue(ClaimFacts.INSTANCE_TERMINATING, NOW)).build());

    assertThat(StaticCount.of(claims, Set.of("b", "c"))).isEqualTo(new StaticCount(1, 1, 2));
  }

  private static PoolFacts withUid(PoolFacts pool, String uid) {
    var meta = pool.meta();
    return pool.withMeta(
        new Meta(
            meta.namespace(),
            meta.name(),
            uid,
            meta.version(),
            meta.generation(),
            meta.created(),
            meta.deleted(),
            meta.labels(),
            meta.annotations(),
            meta.finalizers(),
            meta.owners()));
  }

  @Test
  void free_names_are_the_same_every_time_and_none_is_taken() {
    var pool = pool("pool").build();
    var other = withUid(pool, "other");
    var first = StaticNames.free(pool, Set.of(), 3);

    assertThat(StaticNames.free(pool, Set.of(), 3)).isEqualTo(first);
    assertThat(first).doesNotHaveDuplicates().allMatch(name -> name.matches("pool-[a-z0-9]{5}"));
    assertThat(StaticNames.free(pool, Set.of(first.get(0), first.get(2)), 1))
        .containsExactly(first.get(1));
    assertThat(StaticNames.free(other, Set.of(), 3)).doesNotContainAnyElementsOf(first);
  }

  @Test
  void names_do_not_come_back_for_longer_than_any_pool_lives() {
    assertThat(new HashSet<>(StaticNames.free(pool("pool").build(), Set.of(), 200_000)))
        .hasSize(200_000);
  }

  @Test
  void name_that_was_used_is_not_free_and_those_in_use_stay_taken() {
    var pool = pool("pool").build();
    var five = StaticNames.free(pool, Set.of(), 5);

    var later = StaticNames.without(pool, Set.of(five.get(2)), 4);

    assertThat(later.meta().annotations()).containsEntry(StaticNames.FROM, "3");
    assertThat(StaticNames.free(later, Set.of(five.get(4)), 2))
        .contains(five.get(3))
        .doesNotContainAnyElementsOf(five.subList(0, 3))
        .doesNotContain(five.get(4));
    assertThat(StaticNames.without(later, Set.of(five.get(0), "pool-other"), 4)).isEqualTo(later);
  }

  @Test
  void long_pool_names_leave_room_for_the_suffix() {
    assertThat(StaticNames.free(pool("p".repeat(100)).build(), Set.of(), 1).getFirst()).hasSize(63);
  }
}
