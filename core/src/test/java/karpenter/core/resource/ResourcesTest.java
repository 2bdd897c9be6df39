package karpenter.core.resource;

import static karpenter.core.resource.Resources.CPU;
import static karpenter.core.resource.Resources.EPHEMERAL_STORAGE;
import static karpenter.core.resource.Resources.LIMIT;
import static karpenter.core.resource.Resources.MEMORY;
import static karpenter.core.resource.Resources.PODS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class ResourcesTest {
  private static final int RUNS = 2_000;
  private static final List<String> NAMES = List.of(CPU, MEMORY, PODS, "example.com/gpu");

  @Test
  void requests_round_up_and_capacity_rounds_down() {
    var quantities =
        Map.of(CPU, Quantity.of("1.0001"), MEMORY, Quantity.of("1500m"), PODS, Quantity.of("110"));

    assertThat(Resources.requests(quantities))
        .isEqualTo(Resources.of(Map.of(CPU, 1001L, MEMORY, 2L, PODS, 110L)));
    assertThat(Resources.capacity(quantities))
        .isEqualTo(Resources.of(Map.of(CPU, 1000L, MEMORY, 1L, PODS, 110L)));
  }

  @Test
  void negative_amounts_round_towards_their_meaning() {
    var quantities = Map.of(MEMORY, Quantity.of("-1500m"));

    assertThat(Resources.requests(quantities).get(MEMORY)).isEqualTo(-1);
    assertThat(Resources.capacity(quantities).get(MEMORY)).isEqualTo(-2);
  }

  @Test
  void absurd_quantities_saturate() {
    var quantities =
        Map.of(
            CPU,
            Quantity.of("1e400"),
            MEMORY,
            Quantity.of("16Ei"),
            PODS,
            Quantity.of("-1e400"),
            EPHEMERAL_STORAGE,
            Quantity.of("4Ei"));

    var resources = Resources.requests(quantities);

    assertThat(resources)
        .isEqualTo(
            Resources.of(
                Map.of(CPU, LIMIT, MEMORY, LIMIT, PODS, -LIMIT, EPHEMERAL_STORAGE, LIMIT)));
  }

  @Test
  void amounts_around_64_bits_keep_their_sign() {
    for (var text : List.of("4Ei", "8Ei", "9223372036854775807", "9223372036854775808", "16Ei")) {
      var limits =
          Resources.capacity(Map.of(MEMORY, Quantity.of(text), PODS, Quantity.of("-" + text)));

      assertThat(limits.get(MEMORY)).as(text).isEqualTo(LIMIT);
      assertThat(limits.get(PODS)).as(text).isEqualTo(-LIMIT);
    }
  }

  @Test
  void sums_saturate_instead_of_turning_negative() {
    var most = Resources.of(Map.of(MEMORY, Long.MAX_VALUE));

    assertThat(most.plus(most).plus(most).plus(most).plus(most).get(MEMORY)).isEqualTo(LIMIT);
    assertThat(Resources.none().minus(most).minus(most).get(MEMORY)).isEqualTo(-LIMIT);
  }

  @Test
  void sums_and_differences_are_by_name() {
    var a = Resources.of(Map.of(CPU, 500L, MEMORY, 4L));
    var b = Resources.of(Map.of(MEMORY, 6L, PODS, 1L));

    assertThat(a.plus(b)).isEqualTo(Resources.of(Map.of(CPU, 500L, MEMORY, 10L, PODS, 1L)));
    assertThat(a.minus(b)).isEqualTo(Resources.of(Map.of(CPU, 500L, MEMORY, -2L, PODS, -1L)));
    assertThat(a.max(b)).isEqualTo(Resources.of(Map.of(CPU, 500L, MEMORY, 6L, PODS, 1L)));
    assertThat(a.minus(b).floorAtZero())
        .isEqualTo(Resources.of(Map.of(CPU, 500L, MEMORY, 0L, PODS, 0L)));
  }

  @Test
  void arithmetic_agrees_with_that_on_each_name() {
    Seeds.check(
        RUNS,
        random -> {
          var a = resources(random);
          var b = resources(random);
          var c = resources(random);

          assertThat(a.plus(b)).isEqualTo(b.plus(a));
          assertThat(a.plus(b).plus(c)).isEqualTo(a.plus(b.plus(c)));
          for (var name : NAMES) {
            assertThat(a.plus(b).get(name)).isEqualTo(a.get(name) + b.get(name));
            assertThat(a.minus(b).get(name)).isEqualTo(a.get(name) - b.get(name));
            assertThat(a.max(b).get(name)).isEqualTo(Math.max(a.get(name), b.get(name)));
            assertThat(a.plus(b).has(name)).isEqualTo(a.has(name) || b.has(name));
          }
        });
  }

  @Test
  void fit_means_every_amount_is_within_its_room() {
    Seeds.check(
        RUNS,
        random -> {
          var request = resources(random);
          var room = resources(random);

          boolean overdrawn = NAMES.stream().anyMatch(name -> room.get(name) < 0);
          boolean expected =
              !overdrawn && NAMES.stream().allMatch(name -> request.get(name) <= room.get(name));

          assertThat(request.fits(room)).as("%s in %s", request, room).isEqualTo(expected);
        });
  }

  @Test
  void exact_fit_fits_and_one_more_does_not() {
    var room = Resources.of(Map.of(CPU, 1000L, MEMORY, 8L));

    assertThat(room.fits(room)).isTrue();
    assertThat(room.with(CPU, 1001L).fits(room)).isFalse();
  }

  @Test
  void unknown_resource_fits_nowhere_unless_none_of_it_is_asked() {
    var room = Resources.of(Map.of(CPU, 1000L));

    assertThat(Resources.of(Map.of("example.com/gpu", 1L)).fits(room)).isFalse();
    assertThat(Resources.of(Map.of("example.com/gpu", 0L)).fits(room)).isTrue();
  }

  @Test
  void overdrawn_room_takes_nothing() {
    var room = Resources.of(Map.of(CPU, 1000L, MEMORY, -1L));

    assertThat(Resources.of(Map.of(CPU, 1L)).fits(room)).isFalse();
    assertThat(Resources.none().fits(room)).isFalse();
  }

  @Test
  void explicit_zero_is_present() {
    var limits = Resources.of(Map.of(CPU, 0L));

    assertThat(limits.has(CPU)).isTrue();
    assertThat(limits.has(MEMORY)).isFalse();
    assertThat(limits.get(MEMORY)).isZero();
    assertThat(limits).isNotEqualTo(Resources.none());
    assertThat(limits.isEmpty()).isFalse();
    assertThat(Resources.none().isEmpty()).isTrue();
  }

  @Test
  void equal_amounts_are_equal_keys() {
    var a = Resources.of(Map.of(PODS, 1L, CPU, 2L));
    var b = Resources.none().with(CPU, 2L).with(PODS, 1L);

    assertThat(a).isEqualTo(b).hasSameHashCodeAs(b).hasToString("cpu 2m, pods 1");
    assertThat(a.names()).containsExactly(CPU, PODS);
    assertThat(a).isNotEqualTo(b.with(CPU, 3L));
  }

  @Test
  void rendering_is_sorted_and_in_familiar_units() {
    var resources =
        Resources.of(
            Map.of(
                PODS,
                110L,
                MEMORY,
                4L << 30,
                CPU,
                1500L,
                "example.com/gpu",
                2L,
                "hugepages-2Mi",
                512L << 20,
                EPHEMERAL_STORAGE,
                20L << 30));

    assertThat(resources.render())
        .isEqualTo(
            "cpu 1500m, ephemeral-storage 20Gi, example.com/gpu 2, hugepages-2Mi 512Mi, memory 4Gi,"
                + " pods 110");
    assertThat(Resources.of(Map.of(CPU, 2000L)).render()).isEqualTo("cpu 2");
    assertThat(Resources.none().render()).isEmpty();
  }

  @Test
  void quantities_read_back_as_the_same_amounts() {
    Seeds.check(
        RUNS,
        random -> {
          var resources = resources(random);

          assertThat(Resources.requests(resources.toQuantities())).isEqualTo(resources);
        });
  }

  private static Resources resources(RandomGenerator random) {
    var amounts = new TreeMap<String, Long>();
    for (var name : NAMES) {
      if (random.nextBoolean()) {
        amounts.put(name, random.nextLong(-1, 5) * (random.nextBoolean() ? 1 : 1_000_000_007L));
      }
    }
    return Resources.of(amounts);
  }
}
