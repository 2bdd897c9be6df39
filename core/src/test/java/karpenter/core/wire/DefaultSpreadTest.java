package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.core.pod.SpreadConstraint;
import org.junit.jupiter.api.Test;

class DefaultSpreadTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata:
        name: p
        labels: {app: web, tier: front}
        ownerReferences: [{kind: ReplicaSet, name: web-1, controller: true}]
      spec: {containers: [{name: c}]}
      ---
      """;

  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: web}
      spec: {selector: {app: web}}
      ---
      """;

  private static final String REPLICA_SET =
      """
      apiVersion: apps/v1
      kind: ReplicaSet
      metadata: {name: web-1}
      spec: {replicas: 0, selector: {matchLabels: {tier: front}}, template: {spec: {containers: [{name: c}]}}}
      ---
      """;

  private static List<SpreadConstraint> spread(String objects, DefaultSpread defaults) {
    var result =
        ManifestReader.read(
            Yaml.documents(objects),
            Catalogue.of(List.of()),
            WireOptions.defaults().withDefaultSpread(defaults));
    assertThat(result.problems()).isEmpty();
    return result.problem().pending().getFirst().spec().spread();
  }

  @Test
  void nothing_is_added_unless_configured() {
    assertThat(spread(POD + SERVICE, DefaultSpread.NONE)).isEmpty();
  }

  @Test
  void a_pod_nobody_knows_the_fellows_of_is_not_spread() {
    assertThat(spread(POD, DefaultSpread.KUBE_SCHEDULER)).isEmpty();
  }

  @Test
  void fellows_are_those_of_its_services_and_its_controller() {
    var spread = spread(POD + SERVICE + REPLICA_SET, DefaultSpread.KUBE_SCHEDULER);

    assertThat(spread)
        .extracting(SpreadConstraint::topologyKey)
        .containsExactly("kubernetes.io/hostname", "topology.kubernetes.io/zone");
    assertThat(spread.getFirst().selector().matches(Map.of("app", "web", "tier", "front")))
        .isTrue();
    assertThat(spread.getFirst().selector().matches(Map.of("app", "web"))).isFalse();
  }

  @Test
  void a_pod_with_constraints_of_its_own_keeps_only_those() {
    var own =
        POD.replace(
            "spec: {",
            "spec: {topologySpreadConstraints: [{maxSkew: 1, topologyKey: rack, whenUnsatisfiable:"
                + " ScheduleAnyway}], ");

    assertThat(spread(own + SERVICE, DefaultSpread.KUBE_SCHEDULER))
        .extracting(SpreadConstraint::topologyKey)
        .containsExactly("rack");
  }

  @Test
  void two_revisions_of_a_deployment_are_spread_apart() {
    var deployment =
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web}
        spec:
          selector: {matchLabels: {app: web}}
          template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}
        """;

    var selector = spread(deployment, DefaultSpread.KUBE_SCHEDULER).getFirst().selector();

    assertThat(selector.matches(Map.of("app", "web", "pod-template-hash", "old"))).isFalse();
  }

  @Test
  void a_configuration_is_read_strictly() {
    var problems = new Problems();
    var config =
        Yaml.tree(
            """
            podTopologySpread:
              defaultConstraints:
              - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 2}
              - {maxSkew: 2, topologyKey: zone, whenUnsatisfiable: DoNotSchedule}
              - {maxSkew: 0, topologyKey: rack, whenUnsatisfiable: Never, labelSelector: {}}
            """);

    var spread = DefaultSpread.read(config, problems);

    assertThat(spread.constraints().getFirst().minDomains()).hasValue(2);
    assertThat(problems.list())
        .extracting(p -> p.path())
        .containsExactlyInAnyOrder(
            "podTopologySpread.defaultConstraints[1]",
            "podTopologySpread.defaultConstraints[2].labelSelector",
            "podTopologySpread.defaultConstraints[2].whenUnsatisfiable",
            "podTopologySpread.defaultConstraints[2].maxSkew");
  }
}
