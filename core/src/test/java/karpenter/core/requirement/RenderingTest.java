package karpenter.core.requirement;

import static karpenter.core.requirement.ValueSet.any;
import static karpenter.core.requirement.ValueSet.atLeast;
import static karpenter.core.requirement.ValueSet.atMost;
import static karpenter.core.requirement.ValueSet.doesNotExist;
import static karpenter.core.requirement.ValueSet.exists;
import static karpenter.core.requirement.ValueSet.in;
import static karpenter.core.requirement.ValueSet.notIn;
import static karpenter.core.requirement.ValueSet.nothing;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import karpenter.core.requirement.ValueSet.AllExcept;
import karpenter.core.requirement.ValueSet.Only;
import org.junit.jupiter.api.Test;

class RenderingTest {

  @Test
  void operators_read_as_in_the_api() {
    assertThat(in("b", "a")).hasToString("In [a b]");
    assertThat(notIn("a")).hasToString("NotIn [a]");
    assertThat(exists()).hasToString("Exists");
    assertThat(doesNotExist()).hasToString("DoesNotExist");
    assertThat(atLeast(2)).hasToString("Exists >=2");
    assertThat(atMost(8).intersect(atLeast(2))).hasToString("Exists >=2 <=8");
    assertThat(atLeast(2).intersect(notIn("3"))).hasToString("NotIn [3] >=2");
  }

  @Test
  void sets_no_operator_names_are_told_apart() {
    assertThat(any()).hasToString("any");
    assertThat(nothing()).hasToString("contradictory");
    assertThat(exists().intersect(notIn("a"))).hasToString("Exists NotIn [a]");
    assertThat(new Only(new TreeSet<>(List.of("a")), true)).hasToString("In [a] or absent");
    assertThat(new AllExcept(new TreeSet<>(), IntRange.atLeast(1), true))
        .hasToString("Exists >=1 or absent");
  }

  @Test
  void five_values_are_shown_and_the_rest_is_counted() {
    assertThat(in("a", "b", "c", "d", "e")).hasToString("In [a b c d e]");
    assertThat(in("a", "b", "c", "d", "e", "f", "g")).hasToString("In [a b c d e and 2 others]");
  }

  @Test
  void requirements_are_sorted_and_hide_the_host_name() {
    var requirements =
        Requirements.of("zone", in("b"))
            .and("kubernetes.io/hostname", in("placeholder-1"))
            .and("arch", exists())
            .withMinValues("arch", 2);

    assertThat(requirements).hasToString("arch Exists minValues 2, zone In [b]");
  }
}
