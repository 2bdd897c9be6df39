package karpenter.bench.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class QuantityTest {
  @Test
  void cpu_is_counted_in_thousandths_rounded_up() {
    assertThat(Quantity.parse("cpu", "1500m")).isEqualTo(1500);
    assertThat(Quantity.parse("cpu", "2")).isEqualTo(2000);
    assertThat(Quantity.parse("cpu", "0.1")).isEqualTo(100);
    assertThat(Quantity.parse("cpu", "100u")).isEqualTo(1);
  }

  @Test
  void other_resources_are_counted_in_units_rounded_up() {
    assertThat(Quantity.parse("memory", "2Gi")).isEqualTo(2L << 30);
    assertThat(Quantity.parse("memory", "1.5k")).isEqualTo(1500);
    assertThat(Quantity.parse("memory", "1e3")).isEqualTo(1000);
    assertThat(Quantity.parse("memory", "3E")).isEqualTo(3_000_000_000_000_000_000L);
    assertThat(Quantity.parse("memory", "100m")).isEqualTo(1);
    assertThat(Quantity.parse("gpu", "-1")).isEqualTo(-1);
  }

  @Test
  void amounts_beyond_64_bits_become_the_largest() {
    assertThat(Quantity.parse("memory", "1e30")).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void text_that_is_no_quantity_is_refused() {
    assertThatThrownBy(() -> Quantity.parse("cpu", "lots"))
        .hasMessageContaining("cpu")
        .hasMessageContaining("lots");
  }
}
