package karpenter.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CapacityPolicyTest {
  private static final Optional<BigDecimal> UNSAID = Optional.empty();

  private static BigDecimal n(long value) {
    return BigDecimal.valueOf(value);
  }

  private static Optional<BigDecimal> ask(long value) {
    return Optional.of(n(value));
  }

  private static CapacityPolicy values(Optional<BigDecimal> standard, long... valid) {
    return new CapacityPolicy(
        standard, Arrays.stream(valid).mapToObj(BigDecimal::valueOf).toList(), Optional.empty());
  }

  private static CapacityPolicy range(
      long min, Optional<BigDecimal> max, Optional<BigDecimal> step) {
    return new CapacityPolicy(
        Optional.empty(), List.of(), Optional.of(new CapacityPolicy.Range(n(min), max, step)));
  }

  @Test
  void without_a_policy_a_claim_takes_what_it_asks_for_or_all() {
    assertThat(CapacityPolicy.NONE.consumed(ask(3), n(10))).contains(n(3));
    assertThat(CapacityPolicy.NONE.consumed(UNSAID, n(10))).contains(n(10));
  }

  @Test
  void who_names_no_amount_takes_the_standard_one_even_if_the_policy_lacks_it() {
    assertThat(values(ask(5), 2, 4).consumed(UNSAID, n(10))).contains(n(5));
  }

  @Test
  void an_amount_is_rounded_up_to_a_valid_value() {
    var policy = values(Optional.empty(), 2, 4, 8);
    assertThat(policy.consumed(ask(3), n(10))).contains(n(4));
    assertThat(policy.consumed(ask(4), n(10))).contains(n(4));
    assertThat(policy.consumed(ask(9), n(10))).isEmpty();
  }

  @Test
  void an_amount_is_rounded_up_into_the_range() {
    var policy = range(2, ask(9), ask(3));
    assertThat(policy.consumed(ask(1), n(20))).contains(n(2));
    assertThat(policy.consumed(ask(3), n(20))).contains(n(5));
    assertThat(policy.consumed(ask(8), n(20))).contains(n(8));
    assertThat(policy.consumed(ask(9), n(20))).isEmpty();
    assertThat(range(2, Optional.empty(), Optional.empty()).consumed(ask(7), n(20))).contains(n(7));
    assertThat(range(2, ask(5), Optional.empty()).consumed(ask(6), n(20))).isEmpty();
  }
}
