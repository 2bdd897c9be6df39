package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.PreferencePolicy;
import org.junit.jupiter.api.Test;

class SchedulingInputsTest {
  private static List<JsonNode> list(String yaml) {
    var items = new ArrayList<JsonNode>();
    Yaml.tree(yaml).forEach(items::add);
    return items;
  }

  private static final String POOLS =
      """
      - metadata: {name: default}
        status: {conditions: [{type: Ready, status: "True"}]}
        spec:
          limits: {cpu: "10"}
          weight: 7
          template:
            metadata: {labels: {testing/cluster: unspecified}}
            spec:
              taints: [{key: team, value: red, effect: NoSchedule}]
              requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot], minValues: 1}]
      """;

  private static final String TYPES =
      """
      - name: small
        capacity: {cpu: "4", memory: 8Gi, pods: "20"}
        overhead: {kubeReserved: {cpu: 100m, memory: 10Mi}}
        requirements: [{key: size, operator: In, values: [small]}, {key: special, operator: DoesNotExist}]
        offerings:
        - requirements:
          - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
          - {key: topology.kubernetes.io/zone, operator: In, values: [z1]}
          price: 0.25
          available: true
          reservationCapacity: 0
        - requirements:
          - {key: karpenter.sh/capacity-type, operator: In, values: [reserved]}
          price: 0.01
          available: false
          reservationCapacity: 3
      """;

  private static WorkloadTrees trees(String options, String pods, String nodes, String bound) {
    return new WorkloadTrees(
        Yaml.tree(options),
        list(pods),
        list(POOLS),
        list(TYPES),
        list(nodes),
        List.of(),
        list(bound),
        list("[]"),
        list("[{metadata: {name: default, labels: {env: test}}}]"),
        list("[]"));
  }

  @Test
  void a_workload_becomes_a_scheduling_problem() {
    var result =
        SchedulingInputs.fromTrees(
            trees(
                "{preferencePolicy: Ignore, wellKnownLabels: [size, special]}",
                "[{metadata: {name: p, uid: u-1}, spec: {containers: [{name: c}]}}]",
                """
                - metadata: {name: n1, labels: {karpenter.sh/nodepool: default, karpenter.sh/registered: "true", karpenter.sh/initialized: "true"}}
                  status: {capacity: {cpu: "4", pods: "20"}, allocatable: {cpu: 3900m, pods: "20"}}
                """,
                """
                - metadata: {name: b, uid: u-2}
                  spec: {nodeName: n1, containers: [{name: c, resources: {requests: {cpu: "1"}}}]}
                """));

    var problem = result.problem();
    assertThat(result.problems()).isEmpty();
    assertThat(problem.pending()).extracting(Pod::uid).containsExactly("u-1");
    assertThat(problem.bound()).hasSize(1);
    assertThat(problem.namespaces().getFirst().labels()).containsEntry("env", "test");
    assertThat(problem.options().preferences()).isEqualTo(new PreferencePolicy.Ignore());
    assertThat(problem.options().reserved()).isEqualTo(Options.ReservedMode.FALLBACK);
    assertThat(problem.options().wellKnownLabels())
        .contains("size", "special", "topology.kubernetes.io/zone");

    var pool = problem.pools().getFirst();
    assertThat(pool.weight()).isEqualTo(7);
    assertThat(pool.taints()).hasSize(1);
    assertThat(pool.limits().orElseThrow().render()).isEqualTo("cpu 10");
    assertThat(pool.requirements().toString())
        .isEqualTo(
            "karpenter.kwok.sh/kwoknodeclass In [default], karpenter.sh/capacity-type In [spot]"
                + " minValues 1, karpenter.sh/nodepool In [default], testing/cluster In"
                + " [unspecified]");

    var type = pool.types().getFirst();
    assertThat(type.allocatable(type.offerings().getFirst()).render())
        .isEqualTo("cpu 3900m, memory 8182Mi, pods 20");
    assertThat(type.offerings().get(0).reservationCapacity()).isEmpty();
    assertThat(type.offerings().get(1).reservationCapacity()).isEqualTo(OptionalInt.of(3));
    assertThat(type.offerings().get(1).available()).isFalse();

    var node = problem.nodes().getFirst();
    assertThat(node.initialized()).isTrue();
    assertThat(node.pool()).contains("default");
    assertThat(node.podRequests().render()).isEqualTo("cpu 1, pods 1");
    assertThat(node.labels()).containsEntry("kubernetes.io/hostname", "n1");
  }

  @Test
  void options_that_are_no_options_are_problems() {
    var result =
        SchedulingInputs.fromTrees(
            trees("{preferencePolicy: Maybe, improvementWork: -1}", "[]", "[]", "[]"));

    assertThat(result.problems())
        .extracting(p -> p.source() + " " + p.problem().path())
        .containsExactly("options.json preferencePolicy", "options.json improvementWork");
  }
}
