package karpenter.core.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SuggestionsTest {
  private static final List<String> KNOWN =
      List.of(
          "karpenter.sh/capacity-type",
          "karpenter.sh/nodepool",
          "kubernetes.io/arch",
          "kubernetes.io/os",
          "node.kubernetes.io/instance-type",
          "topology.kubernetes.io/region",
          "topology.kubernetes.io/zone");

  @ParameterizedTest
  @CsvSource({
    "zone, topology.kubernetes.io/zone",
    "topology.kubernetes.io/zonee, topology.kubernetes.io/zone",
    "topology.kubernetesio/zone, topology.kubernetes.io/zone",
    "toplogy.kubernetes.io/zone, topology.kubernetes.io/zone",
    "Topology.Kubernetes.io/Zone, topology.kubernetes.io/zone",
    "topology.k8s.io/region, topology.kubernetes.io/region",
    "io.kubernetes.arch/arch, kubernetes.io/arch",
    "karpenter.sh/nodepol, karpenter.sh/nodepool",
    "instance-type, node.kubernetes.io/instance-type",
    "node.kubernetes.io/instance-types, node.kubernetes.io/instance-type"
  })
  void near_miss_is_recognised(String typed, String meant) {
    assertThat(Suggestions.nearest(typed, KNOWN)).hasValue(meant);
  }

  @ParameterizedTest
  @ValueSource(strings = {"example.com/team", "io", "", "gpu", "workload-class"})
  void nothing_is_suggested_when_nothing_is_near(String typed) {
    assertThat(Suggestions.nearest(typed, KNOWN)).isEmpty();
  }

  @Test
  void one_slip_in_five_letters_is_near_and_two_are_not() {
    assertThat(Suggestions.nearest("abcdX", List.of("abcde"))).hasValue("abcde");
    assertThat(Suggestions.nearest("abcXX", List.of("abcde"))).isEmpty();
    assertThat(Suggestions.nearest("bcd", List.of("abcdefghi"))).hasValue("abcdefghi");
    assertThat(Suggestions.nearest("bc", List.of("abcdefghi"))).isEmpty();
  }

  @Test
  void known_label_needs_no_suggestion_of_itself() {
    assertThat(Suggestions.nearest("kubernetes.io/arch", List.of("kubernetes.io/arch"))).isEmpty();
  }

  @Test
  void tie_goes_to_the_first_name() {
    assertThat(Suggestions.nearest("zone", List.of("b.io/zone", "a.io/zone")))
        .hasValue("a.io/zone");
  }
}
