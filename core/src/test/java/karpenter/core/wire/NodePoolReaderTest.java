package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.core.cluster.NodePool;
import org.junit.jupiter.api.Test;

class NodePoolReaderTest {
  static String pool(String name, String spec, String template) {
    return """
    apiVersion: karpenter.sh/v1
    kind: NodePool
    metadata: {name: %s}
    spec:
    %s
      template:
        metadata: {labels: {team: red}}
        spec:
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
    %s
    ---
    """
        .formatted(name, spec.indent(2), template.indent(6));
  }

  private static List<String> problems(String objects) {
    return Yaml.manifests(objects).problems().stream()
        .map(p -> p.object() + " " + p.problem().path())
        .toList();
  }

  @Test
  void a_pool_is_its_requirements_labels_name_and_node_class_together() {
    var result =
        Yaml.manifests(
            pool(
                "p",
                "weight: 3",
                "requirements: [{key: beta.kubernetes.io/arch, operator: In, values: [arm64]}]"));

    assertThat(result.problems()).isEmpty();
    var pool = result.problem().pools().getFirst();
    assertThat(pool.weight()).isEqualTo(3);
    assertThat(pool.limits()).isEmpty();
    assertThat(pool.requirements().toString())
        .isEqualTo(
            "karpenter.kwok.sh/kwoknodeclass In [default], karpenter.sh/nodepool In [p],"
                + " kubernetes.io/arch In [arm64], team In [red]");
    assertThat(result.nodePools()).containsOnlyKeys("p");
  }

  @Test
  void node_cost_is_what_the_pool_says_else_the_setting() {
    assertThat(nodeCost("{}", 0.02)).isEqualTo(0.02);
    assertThat(nodeCost("{karpenter-jvm.dev/node-cost: '0.05'}", 0.02)).isEqualTo(0.05);
    assertThat(nodeCost("{karpenter-jvm.dev/node-cost: '0'}", 0.02)).isZero();
  }

  @Test
  void node_cost_nobody_understands_is_told_and_the_setting_holds() {
    var annotations = "{karpenter-jvm.dev/node-cost: cheap}";

    assertThat(read(annotations, 0.02).problems())
        .extracting(problem -> problem.object() + " " + problem.problem().sentence())
        .containsExactly(
            "NodePool p metadata.annotations[karpenter-jvm.dev/node-cost]: found \"cheap\";"
                + " expected dollars an hour, 0 or more, such as 0.02; until then the controller's"
                + " --node-cost holds");
    assertThat(nodeCost(annotations, 0.02)).isEqualTo(0.02);
  }

  private static double nodeCost(String annotations, double setting) {
    return read(annotations, setting).problem().pools().getFirst().nodeCost();
  }

  private static ReadResult read(String annotations, double setting) {
    var text =
        pool("p", "", "requirements: []")
            .replace("{name: p}", "{name: p, annotations: " + annotations + "}");
    return ManifestReader.read(
        Yaml.documents(text),
        Catalogue.of(List.of()),
        WireOptions.defaults().withNodeCost(setting));
  }

  @Test
  void what_the_schema_refuses_is_refused_with_its_path() {
    assertThat(problems(pool("p", "weight: 1000", "requirements: [{key: a, operator: Like}]")))
        .contains(
            "NodePool p spec.weight", "NodePool p spec.template.spec.requirements[0].operator");
  }

  @Test
  void what_the_controller_refuses_is_refused_with_its_path() {
    var twice =
        """
        requirements: []
        taints: [{key: a, effect: NoSchedule}]
        startupTaints: [{key: a, effect: NoSchedule}]
        """;

    assertThat(problems(pool("p", "", twice))).hasSize(1);
    assertThat(Yaml.manifests(pool("p", "", twice)).problem().pools()).isEmpty();
  }

  @Test
  void requirements_no_node_can_meet_are_a_problem() {
    assertThat(
            problems(
                pool(
                    "p",
                    "",
                    """
                    requirements:
                    - {key: zone, operator: In, values: [a]}
                    - {key: zone, operator: NotIn, values: [a]}
                    """)))
        .containsExactly("NodePool p spec.template.spec.requirements[1]");
    assertThat(problems(pool("p", "", "requirements: [{key: team, operator: In, values: [blue]}]")))
        .containsExactly("NodePool p spec.template.metadata.labels.team");
  }

  @Test
  void another_version_is_not_guessed_at() {
    assertThat(
            problems(
                pool("p", "", "requirements: []")
                    .replace("karpenter.sh/v1", "karpenter.sh/v1beta1")))
        .containsExactly("NodePool p apiVersion");
  }

  @Test
  void a_static_pool_is_understood_but_buys_nothing_for_pods() {
    var result = Yaml.manifests(pool("p", "replicas: 3", "requirements: []"));

    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().pools()).isEmpty();
    assertThat(result.nodePools()).containsOnlyKeys("p");
    assertThat(result.notes()).anyMatch(note -> note.contains("NodePool p is static"));
  }

  @Test
  void pools_that_are_going_or_not_ready_are_set_aside() {
    var going =
        pool("p", "", "requirements: []")
            .replace("{name: p}", "{name: p, deletionTimestamp: \"2026-01-01T00:00:00Z\"}");
    var notReady =
        pool("q", "", "requirements: []")
            .replace("---", "status: {conditions: [{type: Ready, status: \"False\"}]}\n---");

    var result = Yaml.manifests(going + notReady + pool("r", "", "requirements: []"));

    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().pools()).extracting(NodePool::name).containsExactly("r");
    assertThat(result.notes()).hasSize(2);
  }

  @Test
  void a_field_the_server_would_drop_is_pointed_out() {
    var result = Yaml.manifests(pool("p", "wieght: 3", "requirements: []"));

    assertThat(result.notes()).anyMatch(note -> note.contains("spec.wieght"));
  }
}
