package karpenter.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LabelValuesTest {
  private static final List<String> VALUES = List.of("a", "b", "1", "2", "3", "9");

  @Test
  void operations_agree_with_membership() {
    for (long seed = 0; seed < 20_000; seed++) {
      var random = new Random(seed);
      var left = anySet(random);
      var right = anySet(random);

      var both = left.and(right);

      for (var value : VALUES)
        assertThat(both.contains(value))
            .as("seed %d: %s and %s on %s", seed, left, right, value)
            .isEqualTo(left.contains(value) && right.contains(value));
      assertThat(both.absent()).isEqualTo(left.absent() && right.absent());
      assertThat(left.intersects(right)).as("seed %d", seed).isEqualTo(!both.isEmpty());
      assertThat(both.isSubsetOf(left)).as("seed %d: %s in %s", seed, both, left).isTrue();
      if (left.isSubsetOf(right))
        for (var value : VALUES)
          assertThat(!left.contains(value) || right.contains(value)).as("seed %d", seed).isTrue();
    }
  }

  @Test
  void contradiction_is_not_the_same_as_absence() {
    var contradiction = LabelValues.only("a").and(LabelValues.only("b"));

    assertThat(contradiction.isEmpty()).isTrue();
    assertThat(contradiction.intersects(LabelValues.ABSENT)).isFalse();
  }

  @Test
  void bounds_demand_an_integer() {
    var above = LabelValues.of("Gt", List.of("2"));

    assertThat(above.contains("3")).isTrue();
    assertThat(above.contains("2")).isFalse();
    assertThat(above.contains("x")).isFalse();
    assertThat(above.absent()).isFalse();
  }

  @Test
  void window_with_every_integer_excluded_is_empty() {
    var window =
        LabelValues.of("Gte", List.of("3"))
            .and(LabelValues.of("Lte", List.of("4")))
            .and(LabelValues.of("NotIn", List.of("3", "4")));

    assertThat(window.isEmpty()).isTrue();
  }

  private static LabelValues anySet(Random random) {
    var set = anyTerm(random);
    for (int more = random.nextInt(3); more > 0; more--) set = set.and(anyTerm(random));
    return set;
  }

  private static LabelValues anyTerm(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> LabelValues.of("In", someValues(random));
      case 1 -> LabelValues.of("NotIn", someValues(random));
      case 2 -> LabelValues.of("Exists", List.of());
      case 3 -> LabelValues.of("DoesNotExist", List.of());
      case 4 -> LabelValues.of("Gt", List.of("" + random.nextInt(4)));
      default -> LabelValues.of("Lt", List.of("" + random.nextInt(10)));
    };
  }

  private static List<String> someValues(Random random) {
    var values = new ArrayList<String>();
    for (var value : VALUES) if (random.nextBoolean()) values.add(value);
    return values;
  }
}
