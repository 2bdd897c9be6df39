package karpenter.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.api.ObjectMeta;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodeClassRef;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Requirement;
import karpenter.api.v1.Taint;
import karpenter.api.v1alpha1.NodeOverlay;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuntimeValidationTest {
  private static final NodeClassRef REF =
      new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", "default");

  @Test
  void a_plain_pool_has_no_problems() {
    assertThat(
            problems(
                Map.of("team", "web"),
                List.of(taint("a", "b")),
                require("kubernetes.io/arch", "In", "amd64")))
        .isEmpty();
  }

  @Test
  void labels_that_karpenter_sets_are_refused() {
    assertThat(paths(problems(Map.of("karpenter.sh/nodepool", "a"), List.of())))
        .containsExactly("spec.template.metadata.labels[\"karpenter.sh/nodepool\"]");
    assertThat(paths(problems(Map.of("kubernetes.io/hostname", "a"), List.of()))).hasSize(1);
    assertThat(paths(problems(Map.of("sub.karpenter.sh/a", "a"), List.of()))).hasSize(1);
  }

  @Test
  void label_keys_and_values_follow_the_grammar() {
    assertThat(paths(problems(Map.of("a b", "c"), List.of())))
        .containsExactly("spec.template.metadata.labels[\"a b\"]");
    assertThat(paths(problems(Map.of("a", "c d"), List.of())))
        .containsExactly("spec.template.metadata.labels.a");
  }

  @Test
  void taints_follow_the_grammar() {
    assertThat(paths(problems(Map.of(), List.of(taint("", "")))))
        .containsExactly("spec.template.spec.taints[0].key");
    assertThat(paths(problems(Map.of(), List.of(taint("a", "b c")))))
        .containsExactly("spec.template.spec.taints[0].value");
    assertThat(
            problems(Map.of(), List.of(new Taint("a", null, "NoSchedul", null)))
                .getFirst()
                .expected())
        .endsWith("did you mean \"NoSchedule\"?");
  }

  @Test
  void requirement_keys_are_judged_by_their_modern_names() {
    var labels = RestrictedLabels.CORE.with(java.util.Set.of(), List.of("topology.kubernetes.io"));

    assertThat(
            NodePoolValidation.problems(
                pool(
                    Map.of(),
                    List.of(),
                    require("failure-domain.beta.kubernetes.io/zone", "Exists")),
                labels))
        .isEmpty();
  }

  @Test
  void operators_are_known() {
    assertThat(problems(Map.of(), List.of(), require("a", "Inn", "b")).getFirst().sentence())
        .isEqualTo(
            "spec.template.spec.requirements[0].operator: found \"Inn\"; expected one of In, NotIn, Exists, DoesNotExist, Gt, Lt,"
                + " Gte, Lte; did you mean \"In\"?");
  }

  @Test
  void requirement_keys_that_karpenter_sets_are_refused() {
    assertThat(paths(problems(Map.of(), List.of(), require("karpenter.sh/nodepool", "Exists"))))
        .containsExactly("spec.template.spec.requirements[0].key");
    assertThat(paths(problems(Map.of(), List.of(), require("karpenter.sh/initialized", "Exists"))))
        .containsExactly("spec.template.spec.requirements[0].key");
  }

  @Test
  void values_follow_the_operator() {
    assertThat(paths(problems(Map.of(), List.of(), require("a", "In"))))
        .containsExactly("spec.template.spec.requirements[0].values");
    assertThat(paths(problems(Map.of(), List.of(), require("a", "Gt", "1", "2")))).hasSize(1);
    assertThat(paths(problems(Map.of(), List.of(), require("a", "Lte", "many")))).hasSize(1);
    assertThat(paths(problems(Map.of(), List.of(), require("a", "Gte", "0")))).isEmpty();
    assertThat(paths(problems(Map.of(), List.of(), require("a", "In", "b c"))))
        .containsExactly("spec.template.spec.requirements[0].values[0]");
    assertThat(paths(problems(Map.of(), List.of(), new Requirement("a", "In", List.of("b"), 2))))
        .hasSize(1);
  }

  @Test
  void a_capacity_type_is_one_of_three() {
    assertThat(
            problems(Map.of(), List.of(), require("karpenter.sh/capacity-type", "In", "spto"))
                .getFirst()
                .expected())
        .isEqualTo("at least one of on-demand, spot, reserved; did you mean \"spot\"?");
    assertThat(
            problems(Map.of(), List.of(), require("karpenter.sh/capacity-type", "NotIn", "spto")))
        .isEmpty();
    assertThat(
            problems(
                Map.of(),
                List.of(),
                new Requirement("karpenter.sh/capacity-type", "In", List.of("spot", "x"), 2)))
        .hasSize(1);
  }

  @Test
  void unknown_capacity_types_beside_known_ones_are_a_warning() {
    var pool =
        pool(Map.of(), List.of(), require("karpenter.sh/capacity-type", "In", "spot", "ondemand"));

    assertThat(NodePoolValidation.problems(pool, RestrictedLabels.CORE)).isEmpty();
    assertThat(NodePoolValidation.warnings(pool))
        .extracting(Problem::path)
        .containsExactly("spec.template.spec.requirements[0].values[1]");
    assertThat(
            NodePoolValidation.warnings(
                pool(Map.of(), List.of(), require("karpenter.sh/capacity-type", "In", "spot"))))
        .isEmpty();
  }

  @Test
  void overlays_follow_the_rules_of_pools_and_two_more() {
    assertThat(overlay("NotIn", List.of(), Map.of()))
        .containsExactly("spec.requirements[0].values");
    assertThat(overlay("In", List.of("b"), Map.of("cpu", "4")))
        .containsExactly("spec.capacity.cpu");
    assertThat(overlay("Gt", List.of("b"), Map.of()))
        .containsExactly("spec.requirements[0].values");
    assertThat(overlay("NotIn", List.of("b"), Map.of("example.com/fuse", "4"))).isEmpty();
  }

  private static List<String> overlay(
      String operator, List<String> values, Map<String, String> capacity) {
    var requirement = new NodeOverlay.Requirement("a", operator, values);
    var spec = new NodeOverlay.Spec(List.of(requirement), null, null, capacity, null);
    return paths(
        NodeOverlayValidation.problems(
            new NodeOverlay(ObjectMeta.named("a"), spec), RestrictedLabels.CORE));
  }

  private static Taint taint(String key, @Nullable String value) {
    return new Taint(key, value, "NoSchedule", null);
  }

  private static Requirement require(String key, String operator, String... values) {
    return new Requirement(key, operator, List.of(values), null);
  }

  private static List<Problem> problems(
      Map<String, String> labels, List<Taint> taints, Requirement... requirements) {
    return NodePoolValidation.problems(pool(labels, taints, requirements), RestrictedLabels.CORE);
  }

  private static NodePool pool(
      Map<String, String> labels, List<Taint> taints, Requirement... requirements) {
    var spec = new NodePool.TemplateSpec(taints, null, List.of(requirements), REF, null, null);
    var template = new NodePool.Template(new NodePool.TemplateMetadata(labels, null), spec);
    return new NodePool(
        ObjectMeta.named("a"), new NodePool.Spec(template, null, Map.of(), null, null));
  }

  private static List<String> paths(List<Problem> problems) {
    return problems.stream().map(Problem::path).toList();
  }
}
