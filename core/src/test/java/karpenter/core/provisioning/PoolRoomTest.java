package karpenter.core.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class PoolRoomTest {
  private static Resources cpu(long millis) {
    return Resources.of(Map.of(Resources.CPU, millis));
  }

  @Test
  void claims_are_counted_until_the_limit_is_reached() {
    var room = new PoolRoom(cpu(10_000), cpu(2_000));

    assertThat(room.take(cpu(4_000))).isEmpty();
    assertThat(room.take(cpu(4_000))).isEmpty();
    assertThat(room.take(cpu(1)))
        .hasValueSatisfying(
            exceeded -> {
              assertThat(exceeded.resource()).isEqualTo(Resources.CPU);
              assertThat(exceeded.sentence("general")).contains("cpu 10,");
            });
  }

  @Test
  void a_claim_that_is_refused_is_not_counted() {
    var room = new PoolRoom(cpu(4_000), Resources.none());

    assertThat(room.take(cpu(8_000))).isPresent();
    assertThat(room.take(cpu(4_000))).isEmpty();
  }

  @Test
  void nodes_are_limited_by_number() {
    var room =
        new PoolRoom(
            Resources.of(Map.of(Resources.NODES, 2L)), Resources.of(Map.of(Resources.NODES, 1L)));

    assertThat(room.take(cpu(1))).isEmpty();
    assertThat(room.take(cpu(1))).isPresent();
  }

  @Test
  void what_is_not_named_is_not_limited() {
    var room = new PoolRoom(Resources.of(Map.of("gpu", 0L)), Resources.none());

    assertThat(room.take(cpu(1_000_000))).isEmpty();
  }
}
