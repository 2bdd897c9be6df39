package karpenter.core.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LabelAliasesTest {

  @ParameterizedTest
  @CsvSource({
    "failure-domain.beta.kubernetes.io/zone, topology.kubernetes.io/zone",
    "failure-domain.beta.kubernetes.io/region, topology.kubernetes.io/region",
    "beta.kubernetes.io/arch, kubernetes.io/arch",
    "beta.kubernetes.io/os, kubernetes.io/os",
    "beta.kubernetes.io/instance-type, node.kubernetes.io/instance-type",
    "topology.kubernetes.io/zone, topology.kubernetes.io/zone",
    "example.com/team, example.com/team"
  })
  void old_names_stand_for_new_ones(String key, String canonical) {
    assertThat(LabelAliases.STANDARD.canonical(key)).isEqualTo(canonical);
  }

  @Test
  void providers_add_their_own() {
    var aliases =
        LabelAliases.STANDARD.with("topology.disk.example.com/zone", "topology.kubernetes.io/zone");

    assertThat(aliases.canonical("topology.disk.example.com/zone"))
        .isEqualTo("topology.kubernetes.io/zone");
    assertThat(aliases.canonical("beta.kubernetes.io/os")).isEqualTo("kubernetes.io/os");
    assertThat(LabelAliases.STANDARD.canonical("topology.disk.example.com/zone"))
        .isEqualTo("topology.disk.example.com/zone");
  }
}
