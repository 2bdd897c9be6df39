package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.api.Problem;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.pod.DeviceClaimRef.Sharing;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.provisioning.Intake;
import karpenter.core.requirement.Requirements;
import org.junit.jupiter.api.Test;

class PodReaderTest {
  private static final String TERMS =
      "spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms";

  private static String terms(String list) {
    return """
    affinity:
      nodeAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          nodeSelectorTerms:
    """
        + list.indent(6);
  }

  private static List<String> alternatives(String spec) {
    return Yaml.pod(spec).spec().nodeAlternatives().stream().map(Requirements::toString).toList();
  }

  @Test
  void a_pod_that_says_nothing_may_run_anywhere() {
    var spec = Yaml.pod("").spec();

    assertThat(spec.nodeAlternatives()).containsExactly(Requirements.none());
    assertThat(spec.namespace()).isEqualTo("default");
    assertThat(spec.priority()).isZero();
  }

  @Test
  void the_node_selector_holds_together_with_each_term() {
    var alternatives =
        alternatives(
            "nodeSelector: {disk: ssd}\n"
                + terms(
                    """
                    - matchExpressions: [{key: zone, operator: In, values: [b, a]}]
                    - matchExpressions: [{key: cores, operator: Gt, values: ["4"]}]
                    """));

    assertThat(alternatives)
        .containsExactly("disk In [ssd], zone In [a b]", "cores Exists >=5, disk In [ssd]");
  }

  @Test
  void old_label_names_are_read_as_the_new_ones() {
    var alternatives = alternatives("nodeSelector: {beta.kubernetes.io/arch: arm64}");

    assertThat(alternatives).containsExactly("kubernetes.io/arch In [arm64]");
  }

  @Test
  void an_unknown_operator_is_reported_at_its_field() {
    var read =
        Yaml.pod(
            terms(
                """
                - matchExpressions:
                  - {key: a, operator: Exists}
                  - {key: b, operator: Contains, values: [x]}
                """));

    assertThat(read.problems())
        .containsExactly(
            new Problem(
                TERMS + "[0].matchExpressions[1].operator",
                "\"Contains\"",
                "one of In, NotIn, Exists, DoesNotExist, Gt, Lt"));
  }

  @Test
  void fields_of_nodes_cannot_be_matched() {
    var read =
        Yaml.pod(terms("- matchFields: [{key: metadata.name, operator: In, values: [node-1]}]"));

    assertThat(read.paths()).contains(TERMS + "[0].matchFields");
  }

  @Test
  void labels_that_karpenter_writes_cannot_be_asked_for() {
    var read =
        Yaml.pod(
            """
            nodeSelector:
              karpenter.sh/initialized: "true"
              kubernetes.io/hostname: node-1
              node.kubernetes.io/anything: fine
            """);

    assertThat(read.paths())
        .containsExactly(
            "spec.nodeSelector[\"karpenter.sh/initialized\"]",
            "spec.nodeSelector[\"kubernetes.io/hostname\"]");
  }

  @Test
  void a_capacity_type_nobody_sells_is_a_problem() {
    var read = Yaml.pod("nodeSelector: {karpenter.sh/capacity-type: cheap}");

    assertThat(read.problems())
        .containsExactly(
            new Problem(
                "spec.nodeSelector[\"karpenter.sh/capacity-type\"]",
                "\"cheap\"",
                "at least one of on-demand, spot, reserved"));
  }

  @Test
  void a_selector_that_contradicts_every_term_is_a_problem_where_it_shows() {
    var read =
        Yaml.pod(
            "nodeSelector: {zone: a}\n"
                + terms("- matchExpressions: [{key: zone, operator: In, values: [b]}]"));

    assertThat(read.paths()).containsExactly(TERMS + "[0].matchExpressions[0]");
  }

  @Test
  void a_term_that_cannot_hold_is_no_alternative_but_leaves_the_others() {
    var alternatives =
        alternatives(
            "nodeSelector: {zone: a}\n"
                + terms(
                    """
                    - matchExpressions: [{key: zone, operator: In, values: [b]}]
                    - matchExpressions: []
                    - matchExpressions: [{key: disk, operator: Exists}]
                    """));

    assertThat(alternatives).containsExactly("disk Exists, zone In [a]");
  }

  @Test
  void a_pod_is_not_ours_only_if_every_alternative_refuses_our_nodes() {
    var elsewhere = "{key: karpenter.sh/nodepool, operator: DoesNotExist}";
    var all = Yaml.pod(terms("- matchExpressions: [" + elsewhere + "]"));
    var one =
        Yaml.pod(
            terms(
                "- matchExpressions: ["
                    + elsewhere
                    + "]\n- matchExpressions: [{key: disk, operator: Exists}]"));
    var preferred =
        Yaml.pod(
            """
            affinity:
              nodeAffinity:
                preferredDuringSchedulingIgnoredDuringExecution:
                - {weight: 1, preference: {matchExpressions: [%s]}}
            """
                .formatted(elsewhere));

    assertThat(Intake.refusesPools(all.spec())).isTrue();
    assertThat(Intake.refusesPools(one.spec())).isFalse();
    assertThat(Intake.refusesPools(preferred.spec())).isFalse();
  }

  @Test
  void preferences_of_all_three_kinds_keep_their_weights() {
    var spec =
        Yaml.pod(
                """
                affinity:
                  nodeAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                    - weight: 7
                      preference: {matchExpressions: [{key: zone, operator: In, values: [a]}]}
                  podAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                    - weight: 8
                      podAffinityTerm: {topologyKey: zone, labelSelector: {}}
                  podAntiAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                    - weight: 9
                      podAffinityTerm: {topologyKey: rack, labelSelector: {}}
                """)
            .spec();

    assertThat(spec.preferences()).extracting(Preference::weight).containsExactly(7, 8, 9);
    assertThat(spec.preferences().get(2))
        .isInstanceOfSatisfying(
            Preference.AwayFromPods.class,
            away -> assertThat(away.term().topologyKey()).isEqualTo("rack"));
  }

  @Test
  void tolerations_default_to_equal_and_may_compare_numbers() {
    var spec =
        Yaml.pod(
                """
                tolerations:
                - {key: team, value: red, effect: NoSchedule}
                - {operator: Exists}
                - {key: sla, operator: Gt, value: "750"}
                """)
            .spec();

    assertThat(spec.tolerations())
        .containsExactly(
            new Toleration(
                "team", Toleration.Operator.EQUAL, "red", Optional.of(Taint.Effect.NO_SCHEDULE)),
            new Toleration("", Toleration.Operator.EXISTS, "", Optional.empty()),
            new Toleration("sla", Toleration.Operator.GREATER_THAN, "750", Optional.empty()));
  }

  @Test
  void tolerations_that_mean_nothing_are_problems() {
    var read =
        Yaml.pod(
            """
            tolerations:
            - {key: sla, operator: Lt, value: low}
            - {value: red}
            - {key: a, operator: Exists, value: b}
            - {key: a, effect: Never}
            """);

    assertThat(read.paths())
        .containsExactly(
            "spec.tolerations[0].value",
            "spec.tolerations[1].operator",
            "spec.tolerations[2].value",
            "spec.tolerations[3].effect");
  }

  @Test
  void spread_has_all_its_fields_and_merges_the_pods_own_label_values() {
    var spec =
        Yaml.pod(
                """
                topologySpreadConstraints:
                - maxSkew: 2
                  minDomains: 3
                  topologyKey: zone
                  whenUnsatisfiable: DoNotSchedule
                  labelSelector: {matchLabels: {app: web}}
                  matchLabelKeys: [revision, unknown]
                  nodeAffinityPolicy: Ignore
                  nodeTaintsPolicy: Honor
                """,
                "app: web\nrevision: \"7\"")
            .spec();

    var spread = spec.spread().getFirst();
    assertThat(spread.maxSkew()).isEqualTo(2);
    assertThat(spread.minDomains()).isEqualTo(OptionalInt.of(3));
    assertThat(spread.strength()).isEqualTo(Strength.DO_NOT_SCHEDULE);
    assertThat(spread.nodeAffinity()).isEqualTo(Inclusion.IGNORE);
    assertThat(spread.nodeTaints()).isEqualTo(Inclusion.HONOR);
    assertThat(spread.selector().matches(spec.labels())).isTrue();
    assertThat(spread.selector().matches(Map.of("app", "web", "revision", "6"))).isFalse();
  }

  @Test
  void spread_without_a_selector_selects_nothing() {
    var spec =
        Yaml.pod(
                """
                topologySpreadConstraints:
                - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}
                """)
            .spec();

    assertThat(spec.spread().getFirst().selector()).isEqualTo(LabelSelector.NOTHING);
    assertThat(spec.spread().getFirst().nodeAffinity()).isEqualTo(Inclusion.HONOR);
    assertThat(spec.spread().getFirst().nodeTaints()).isEqualTo(Inclusion.IGNORE);
  }

  @Test
  void affinity_terms_mean_their_own_namespace_unless_they_say_otherwise() {
    var spec =
        Yaml.pod(
                """
                affinity:
                  podAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - {topologyKey: zone, labelSelector: {matchLabels: {app: db}}}
                    - {topologyKey: zone, labelSelector: {}, namespaces: [b, a]}
                    - {topologyKey: zone, labelSelector: {}, namespaceSelector: {}}
                """)
            .spec();

    assertThat(spec.affinity().get(0).namespaces()).containsExactly("default");
    assertThat(spec.affinity().get(0).namespaceSelector()).isEmpty();
    assertThat(spec.affinity().get(1).namespaces()).containsExactly("a", "b");
    assertThat(spec.affinity().get(2).namespaces()).isEmpty();
    assertThat(spec.affinity().get(2).namespaceSelector()).contains(LabelSelector.EVERYTHING);
  }

  @Test
  void affinity_terms_can_ask_for_other_values_of_a_label() {
    var spec =
        Yaml.pod(
                """
                affinity:
                  podAntiAffinity:
                    requiredDuringSchedulingIgnoredDuringExecution:
                    - topologyKey: zone
                      labelSelector: {matchExpressions: [{key: tenant, operator: Exists}]}
                      mismatchLabelKeys: [tenant]
                """,
                "tenant: blue")
            .spec();

    var selector = spec.antiAffinity().getFirst().selector();
    assertThat(selector.matches(Map.of("tenant", "blue"))).isFalse();
    assertThat(selector.matches(Map.of("tenant", "red"))).isTrue();
  }

  @Test
  void sidecars_take_host_ports_and_plain_init_containers_do_not() {
    var spec =
        Yaml.pod(
                """
                initContainers:
                - {name: i, ports: [{containerPort: 1, hostPort: 1}]}
                - {name: s, restartPolicy: Always, ports: [{containerPort: 2, hostPort: 2, protocol: UDP}]}
                containers:
                - {name: c, ports: [{containerPort: 3}, {containerPort: 4, hostPort: 40, hostIP: 10.0.0.1}]}
                """)
            .spec();

    assertThat(spec.hostPorts())
        .containsExactlyInAnyOrder(new HostPort("10.0.0.1", 40, "TCP"), new HostPort("", 2, "UDP"));
  }

  @Test
  void on_the_hosts_network_every_port_is_a_host_port() {
    var spec =
        Yaml.pod(
                """
                hostNetwork: true
                containers: [{name: c, ports: [{containerPort: 8080}]}]
                """)
            .spec();

    assertThat(spec.hostPorts()).containsExactly(new HostPort("", 8080, "TCP"));
  }

  @Test
  void claims_by_name_are_shared_and_claims_from_a_template_are_the_pods_own() {
    var spec =
        Yaml.pod(
                """
                resourceClaims:
                - {name: a, resourceClaimName: gpu}
                - {name: b, resourceClaimTemplateName: disk}
                """)
            .spec();

    assertThat(spec.deviceClaims())
        .containsExactly(
            new DeviceClaimRef("default/gpu", Sharing.SHARED),
            new DeviceClaimRef("template default/disk", Sharing.OWN));
  }

  @Test
  void a_claim_without_a_source_is_a_problem() {
    var read = Yaml.pod("resourceClaims: [{name: gpu}]");

    assertThat(read.paths()).containsExactly("spec.resourceClaims[0]");
  }

  @Test
  void all_problems_of_a_pod_are_listed_at_once() {
    var read =
        Yaml.pod(
            """
            priority: high
            nodeSelector: {"bad key": x, zone: true}
            topologySpreadConstraints: [{maxSkew: 0}]
            containers: [{name: a, resources: {requests: {cpu: lots}}}]
            """);

    assertThat(read.paths())
        .containsExactlyInAnyOrder(
            "spec.containers[0].resources.requests.cpu",
            "spec.nodeSelector[\"bad key\"]",
            "spec.nodeSelector.zone",
            "spec.topologySpreadConstraints[0].whenUnsatisfiable",
            "spec.topologySpreadConstraints[0].topologyKey",
            "spec.topologySpreadConstraints[0].maxSkew",
            "spec.priority");
  }

  @Test
  void pods_with_the_same_needs_share_one_spec() {
    var reader = new PodReader(PodContext.bare());
    var one = Yaml.tree("{metadata: {name: a}, spec: {containers: [{name: c}]}}");
    var other = Yaml.tree("{metadata: {name: b}, spec: {containers: [{name: d}]}}");

    var first = reader.pod(Yaml.item(one), PodForm.PENDING);
    var second = reader.pod(Yaml.item(other), PodForm.PENDING);

    assertThat(second.spec()).isSameAs(first.spec());
    assertThat(second.uid()).isNotEqualTo(first.uid());
  }

  @Test
  void daemon_pods_tolerate_what_their_controller_makes_them_tolerate() {
    var template = Yaml.tree("{spec: {containers: [{name: c}]}}");

    var spec =
        new PodReader(PodContext.bare())
            .spec(
                Place.root(template, new Problems()),
                PodForm.DAEMON,
                PodIdentity.of("default", "d"));

    assertThat(spec.tolerations())
        .extracting(Toleration::key)
        .contains("node.kubernetes.io/unschedulable", "node.kubernetes.io/not-ready")
        .doesNotContain("node.kubernetes.io/network-unavailable");
  }
}
