package karpenter.core.statics;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import karpenter.core.facts.ClaimFacts;
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

  @Test
  void free_names_are_the_same_every_time_and_none_is_taken() {
    var first = StaticNames.free("pool", "uid", Set.of(), 3);

    assertThat(StaticNames.free("pool", "uid", Set.of(), 3)).isEqualTo(first);
    assertThat(first).doesNotHaveDuplicates().allMatch(name -> name.matches("pool-[a-z0-9]{5}"));
    assertThat(StaticNames.free("pool", "uid", Set.of(first.get(0), first.get(2)), 1))
        .containsExactly(first.get(1));
    assertThat(StaticNames.free("pool", "other", Set.of(), 3)).doesNotContainAnyElementsOf(first);
  }

  @Test
  void long_pool_names_leave_room_for_the_suffix() {
    assertThat(StaticNames.free("p".repeat(100), "uid", Set.of(), 1).getFirst()).hasSize(63);
  }
}
