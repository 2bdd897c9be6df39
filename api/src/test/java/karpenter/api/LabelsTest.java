package karpenter.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LabelsTest {

  @Test
  void well_known_keys_are_never_restricted() {
    assertThat(Labels.WELL_KNOWN).noneMatch(RestrictedLabels.CORE::isRestricted);
  }

  @Test
  void karpenters_domain_and_its_subdomains_are_restricted() {
    assertThat(List.of("karpenter.sh/registered", "sub.karpenter.sh/a", "kubernetes.io/hostname"))
        .allMatch(RestrictedLabels.CORE::isRestricted);
  }

  @Test
  void a_domain_that_merely_ends_alike_is_free() {
    assertThat(
            List.of(
                "mykarpenter.sh/x",
                "kubernetes.io/custom",
                "k8s.io/custom",
                "team",
                "karpenter.sh"))
        .noneMatch(RestrictedLabels.CORE::isRestricted);
  }

  @Test
  void a_provider_adds_its_keys_and_its_domain() {
    var kwok =
        RestrictedLabels.CORE.with(
            Set.of("karpenter.kwok.sh/instance-size"), List.of("karpenter.kwok.sh"));

    assertThat(kwok.isRestricted("karpenter.kwok.sh/instance-size")).isFalse();
    assertThat(kwok.isRestricted("karpenter.kwok.sh/other")).isTrue();
    assertThat(RestrictedLabels.CORE.isRestricted("karpenter.kwok.sh/other")).isFalse();
  }

  @Test
  void old_names_mean_the_new_ones() {
    assertThat(Labels.normalized("failure-domain.beta.kubernetes.io/zone")).isEqualTo(Labels.ZONE);
    assertThat(Labels.normalized("failure-domain.beta.kubernetes.io/region"))
        .isEqualTo(Labels.REGION);
    assertThat(Labels.normalized("beta.kubernetes.io/arch")).isEqualTo(Labels.ARCH);
    assertThat(Labels.normalized("beta.kubernetes.io/os")).isEqualTo(Labels.OS);
    assertThat(Labels.normalized("beta.kubernetes.io/instance-type"))
        .isEqualTo(Labels.INSTANCE_TYPE);
    assertThat(Labels.normalized("team")).isEqualTo("team");
  }

  @Test
  void passing_taints_are_known_by_key_and_effect() {
    assertThat(Taints.isKnownEphemeral("node.kubernetes.io/not-ready", "NoExecute")).isTrue();
    assertThat(Taints.isKnownEphemeral("node.kubernetes.io/unreachable", "NoSchedule")).isTrue();
    assertThat(Taints.isKnownEphemeral("node.kubernetes.io/unreachable", "NoExecute")).isFalse();
    assertThat(Taints.isKnownEphemeral("readiness.k8s.io/network", "PreferNoSchedule")).isTrue();
    assertThat(Taints.isKnownEphemeral("karpenter.sh/disrupted", "NoSchedule")).isFalse();
  }

  @Test
  void the_label_of_a_node_class_is_its_group_and_lower_case_kind() {
    assertThat(Labels.nodeClass("karpenter.kwok.sh", "KWOKNodeClass"))
        .isEqualTo("karpenter.kwok.sh/kwoknodeclass");
  }

  @Test
  void keys_and_values_have_a_grammar() {
    assertThat(List.of("a", "a.b-c_d", "example.com/a", "A".repeat(63), "a.b".repeat(70) + "/x"))
        .allMatch(key -> LabelText.faultOfKey(key).isEmpty());
    assertThat(
            List.of(
                "",
                "/a",
                "a/",
                "a/b/c",
                "-a",
                "a-",
                "Example.com/a",
                "a b",
                "a".repeat(64),
                "a..b/c",
                "ü"))
        .allMatch(key -> LabelText.faultOfKey(key).isPresent());
    assertThat(LabelText.faultOfValue("")).isEmpty();
    assertThat(LabelText.faultOfValue("a/b")).isPresent();
  }

  @Test
  void near_misses_are_suggested_and_far_ones_are_not() {
    var known = List.of("requirements", "taints", "startupTaints", "nodeClassRef", "expireAfter");

    assertThat(Suggestion.nearest("requirement", known)).contains("requirements");
    assertThat(Suggestion.nearest("nodeclassref", known)).contains("nodeClassRef");
    assertThat(Suggestion.nearest("tiants", known)).contains("taints");
    assertThat(Suggestion.nearest("kubelet", known)).isEmpty();
    assertThat(Suggestion.nearest("x".repeat(10_000), known)).isEmpty();
    assertThat(
            Suggestion.nearest(
                "WhenUnderutilized", List.of("WhenEmpty", "WhenEmptyOrUnderutilized", "Balanced")))
        .contains("WhenEmptyOrUnderutilized");
  }
}
