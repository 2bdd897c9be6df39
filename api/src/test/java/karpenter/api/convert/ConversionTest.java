package karpenter.api.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.Json;
import karpenter.api.Problem;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static final String CLASS =
      """
      apiVersion: karpenter.k8s.aws/v1beta1
      kind: EC2NodeClass
      metadata: {name: default}
      spec:
        amiFamily: Bottlerocket
        role: nodes
        subnetSelectorTerms: [{tags: {a: b}}]
        securityGroupSelectorTerms: [{id: sg-1}]
      """;

  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1beta1
      kind: NodePool
      metadata: {name: web}
      spec:
        template:
          spec:
            requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]
            nodeClassRef: {name: default}
      """;

  @Test
  void a_provisioner_becomes_a_pool_that_behaves_as_before() {
    var converted =
        converted(
            """
            apiVersion: karpenter.sh/v1alpha5
            kind: Provisioner
            metadata: {name: web, resourceVersion: "1", labels: {team: web}}
            spec:
              requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [m5]}]
              labels: {tier: front}
              annotations: {karpenter.sh/do-not-consolidate: "true"}
              taints: [{key: a, effect: NoSchedule}]
              limits: {resources: {cpu: 100}}
              providerRef: {name: default}
              ttlSecondsAfterEmpty: 30
              ttlSecondsUntilExpired: 3600
              weight: 10
            """);

    assertThat(converted.objects())
        .containsExactly(
            yaml(
                """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: web, labels: {team: web}}
                spec:
                  template:
                    metadata:
                      labels: {tier: front}
                      annotations: {karpenter.sh/do-not-disrupt: "true"}
                    spec:
                      requirements:
                      - {key: karpenter.k8s.aws/instance-family, operator: In, values: [m5]}
                      - {key: kubernetes.io/os, operator: In, values: [linux]}
                      - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                      - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                      taints: [{key: a, effect: NoSchedule}]
                      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
                      expireAfter: 3600s
                  disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s}
                  limits: {cpu: 100}
                  weight: 10
                """));
    assertThat(converted.notes())
        .extracting(Note::path)
        .contains(
            "spec.requirements",
            "spec.limits.resources",
            "spec.ttlSecondsAfterEmpty",
            "spec.ttlSecondsUntilExpired",
            "spec.annotations[\"karpenter.sh/do-not-consolidate\"]");
  }

  @Test
  void a_provisioner_without_consolidation_and_expiry_stays_without() {
    var pool =
        converted(
                """
                apiVersion: karpenter.sh/v1alpha5
                kind: Provisioner
                metadata: {name: web}
                spec: {providerRef: {name: default}}
                """)
            .objects()
            .getFirst();

    assertThat(pool.at("/spec/disruption"))
        .isEqualTo(yaml("{consolidationPolicy: WhenEmpty, consolidateAfter: Never}"));
    assertThat(pool.at("/spec/template/spec/expireAfter").asText()).isEqualTo("Never");
  }

  @Test
  void a_class_inside_a_provisioner_becomes_one_of_its_own() {
    var objects =
        converted(
                """
                apiVersion: karpenter.sh/v1alpha5
                kind: Provisioner
                metadata: {name: web}
                spec:
                  provider:
                    instanceProfile: nodes
                    subnetSelector: {karpenter.sh/discovery: shop}
                    securityGroupSelector: {aws-ids: "sg-1,sg-2"}
                """)
            .objects();

    assertThat(objects)
        .extracting(o -> o.path("kind").asText())
        .containsExactly("NodePool", "EC2NodeClass");
    assertThat(objects.getLast().at("/metadata/name").asText()).isEqualTo("web");
    assertThat(objects.getLast().at("/spec/securityGroupSelectorTerms"))
        .isEqualTo(yaml("[{id: sg-1}, {id: sg-2}]"));
    assertThat(objects.getFirst().at("/spec/template/spec/nodeClassRef/name").asText())
        .isEqualTo("web");
  }

  @Test
  void selectors_become_one_term_for_each_combination() {
    var spec =
        converted(
                """
                apiVersion: karpenter.k8s.aws/v1alpha1
                kind: AWSNodeTemplate
                metadata: {name: default}
                spec:
                  amiFamily: AL2023
                  instanceProfile: nodes
                  subnetSelector: {Name: "a, b", kind: ""}
                  securityGroupSelector: {Name: x}
                  amiSelector: {aws::name: img, aws::owners: "self,amazon"}
                """)
            .objects()
            .getFirst()
            .path("spec");

    assertThat(spec.path("subnetSelectorTerms"))
        .isEqualTo(yaml("[{tags: {Name: a, kind: '*'}}, {tags: {Name: b, kind: '*'}}]"));
    assertThat(spec.path("amiSelectorTerms"))
        .isEqualTo(yaml("[{name: img, owner: self}, {name: img, owner: amazon}]"));
    assertThat(spec.path("amiFamily").asText()).isEqualTo("AL2023");
  }

  @Test
  void a_launch_template_cannot_be_converted() {
    assertThat(
            refused(
                """
                apiVersion: karpenter.k8s.aws/v1alpha1
                kind: AWSNodeTemplate
                metadata: {name: default}
                spec: {launchTemplate: old, subnetSelector: {a: b}, securityGroupSelector: {a: b}, instanceProfile: p}
                """))
        .containsExactly("spec.launchTemplate");
  }

  @Test
  void old_values_of_the_metadata_service_are_written_out() {
    var spec = converted(CLASS).objects().getFirst().path("spec");

    assertThat(spec.at("/metadataOptions/httpPutResponseHopLimit").asInt()).isEqualTo(2);
    assertThat(spec.path("amiSelectorTerms")).isEqualTo(yaml("[{alias: bottlerocket@latest}]"));
    assertThat(spec.has("amiFamily")).isFalse();
  }

  @Test
  void ubuntu_needs_its_images() {
    assertThat(refused(CLASS.replace("Bottlerocket", "Ubuntu")))
        .containsExactly("spec.amiSelectorTerms");
    var spec =
        converted(CLASS.replace("Bottlerocket", "Ubuntu\n  amiSelectorTerms: [{id: ami-1}]"))
            .objects()
            .getFirst()
            .path("spec");
    assertThat(spec.path("amiFamily").asText()).isEqualTo("AL2");
    assertThat(spec.at("/blockDeviceMappings/0/ebs/volumeSize").asText()).isEqualTo("20Gi");
  }

  @Test
  void a_class_without_identity_gets_the_role_that_was_asked_for() {
    var without = CLASS.replace("  role: nodes\n", "");

    assertThat(refused(without)).containsExactly("spec.role");
    var outcome =
        Conversion.convert(
                List.of(yaml(without)),
                new Conversion.Options(Optional.of("mine"), Optional.empty(), true))
            .getFirst();
    assertThat(((Outcome.Converted) outcome).objects().getFirst().at("/spec/role").asText())
        .isEqualTo("mine");
  }

  @Test
  void disruption_of_a_pool_moves_and_gets_new_names() {
    var spec =
        converted(
                POOL
                    + "  disruption: {consolidationPolicy: WhenUnderutilized, expireAfter: 24h,"
                    + " budgets: [{nodes: 5%}]}\n")
            .objects()
            .getFirst()
            .path("spec");

    assertThat(spec.path("disruption"))
        .isEqualTo(
            yaml(
                "{consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s, budgets:"
                    + " [{nodes: 5%}]}"));
    assertThat(spec.at("/template/spec/expireAfter").asText()).isEqualTo("24h");
  }

  @Test
  void policies_that_never_existed() {
    assertThat(refused(POOL + "  disruption: {consolidationPolicy: WhenIdle}\n"))
        .containsExactly("spec.disruption.consolidationPolicy");
    assertThat(
            converted(POOL + "  disruption: {consolidationPolicy: Never, expireAfter: Never}\n")
                .objects()
                .getFirst()
                .at("/spec/disruption"))
        .isEqualTo(yaml("{consolidationPolicy: WhenEmpty, consolidateAfter: Never}"));
  }

  @Test
  void wildcards_never_were_instance_types() {
    assertThat(
            problems(
                    POOL.replace(
                        "key: karpenter.sh/capacity-type, operator: In, values: [spot]",
                        "key: node.kubernetes.io/instance-type, operator: In, values: [g5.*]"))
                .getFirst())
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("spec.template.spec.requirements[0].values");
              assertThat(problem.expected()).contains("instance-family In [g5]");
            });
  }

  @Test
  void the_kubelet_of_a_pool_moves_to_its_class() {
    var outcomes =
        convert(POOL + "".formatted(), CLASS).stream().map(o -> (Outcome.Converted) o).toList();
    assertThat(outcomes.get(1).objects().getFirst().path("spec").has("kubelet")).isFalse();

    var moved =
        convert(withKubelet("web", 50), CLASS).stream().map(o -> (Outcome.Converted) o).toList();
    assertThat(moved.get(1).objects().getFirst().at("/spec/kubelet/maxPods").asInt()).isEqualTo(50);
    assertThat(moved.get(0).notes()).extracting(Note::path).contains("spec.template.spec.kubelet");
  }

  @Test
  void pools_that_differ_in_their_kubelet_get_a_class_each() {
    var outcomes =
        convert(withKubelet("web", 50), withKubelet("batch", 100), CLASS).stream()
            .map(o -> (Outcome.Converted) o)
            .toList();

    assertThat(outcomes.getLast().objects())
        .extracting(o -> o.at("/metadata/name").asText() + o.at("/spec/kubelet/maxPods").asText())
        .containsExactly("default", "default-web50", "default-batch100");
    assertThat(
            outcomes
                .getFirst()
                .objects()
                .getFirst()
                .at("/spec/template/spec/nodeClassRef/name")
                .asText())
        .isEqualTo("default-web");
  }

  @Test
  void a_kubelet_whose_class_is_not_there_is_refused() {
    assertThat(refused(withKubelet("web", 50))).containsExactly("spec.template.spec.kubelet");
  }

  @Test
  void a_misplaced_reference_is_put_right() {
    var pool =
        converted(
                """
                apiVersion: karpenter.sh/v1beta1
                kind: NodePool
                metadata: {name: web}
                spec:
                  nodeClassRef: {name: default}
                  template: {spec: {requirements: []}}
                """)
            .objects()
            .getFirst();

    assertThat(pool.at("/spec/template/spec/nodeClassRef/name").asText()).isEqualTo("default");
    assertThat(pool.path("spec").has("nodeClassRef")).isFalse();
  }

  @Test
  void a_pool_without_a_class_is_refused_unless_one_was_named() {
    var pool = POOL.replace("      nodeClassRef: {name: default}\n", "");

    assertThat(refused(pool)).containsExactly("spec.template.spec.nodeClassRef");
    var outcome =
        Conversion.convert(
                List.of(yaml(pool)),
                new Conversion.Options(Optional.empty(), Optional.of("mine"), true))
            .getFirst();
    assertThat(
            ((Outcome.Converted) outcome)
                .objects()
                .getFirst()
                .at("/spec/template/spec/nodeClassRef"))
        .isEqualTo(yaml("{group: karpenter.k8s.aws, kind: EC2NodeClass, name: mine}"));
  }

  @Test
  void a_field_that_never_existed_is_refused_and_the_likely_one_named() {
    assertThat(problems(POOL + "  weigth: 10\n"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("spec.weigth");
              assertThat(problem.expected()).contains("weight");
            });
  }

  @Test
  void a_name_that_differs_in_case_alone_is_corrected() {
    var spec =
        converted(CLASS + "  blockDeviceMappings: [{ebs: {volumeSize: 1Gi, kmsKeyId: key}}]\n")
            .objects()
            .getFirst();

    assertThat(spec.at("/spec/blockDeviceMappings/0/ebs/kmsKeyID").asText()).isEqualTo("key");
  }

  @Test
  void a_claim_loses_its_kubelet_and_its_status() {
    var claim =
        converted(
                """
                apiVersion: karpenter.sh/v1beta1
                kind: NodeClaim
                metadata: {name: web-1}
                spec:
                  requirements: []
                  kubelet: {maxPods: 5}
                  nodeClassRef: {apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, name: default}
                status: {nodeName: a}
                """)
            .objects()
            .getFirst();

    assertThat(claim.path("spec"))
        .isEqualTo(
            yaml(
                "{requirements: [], nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass,"
                    + " name: default}}"));
    assertThat(claim.has("status")).isFalse();
  }

  @Test
  void a_class_of_oracle_cloud_in_the_dress_of_ec2_is_recognised_and_so_are_its_pools() {
    var outcomes =
        convert(
            POOL,
            """
            apiVersion: karpenter.k8s.aws/v1beta1
            kind: EC2NodeClass
            metadata: {name: default}
            spec:
              imageFamily: Oracle-Linux-8
              subnetSelectorTerms: [{tags: {zone: a}}]
            """);

    var objects = outcomes.stream().map(o -> ((Outcome.Converted) o).objects().getFirst()).toList();
    assertThat(objects.getLast().path("kind").asText()).isEqualTo("OciNodeClass");
    assertThat(objects.getFirst().at("/spec/template/spec/nodeClassRef/kind").asText())
        .isEqualTo("OciNodeClass");
  }

  @Test
  void oracles_own_class_becomes_ours() {
    var spec =
        converted(
                """
                apiVersion: oci.oraclecloud.com/v1beta1
                kind: OCINodeClass
                metadata: {name: default}
                spec:
                  nodeCompartmentId: ocid1.compartment.oc1..a
                  volumeConfig:
                    bootVolumeConfig:
                      sizeInGBs: 100
                      pvEncryptionInTransit: true
                      kmsKeyConfig: {kmsKeyId: ocid1.key.oc1..a}
                      imageConfig: {imageType: OKEImage, imageFilter: {osFilter: Oracle Linux, osVersionFilter: "8"}}
                  networkConfig:
                    primaryVnicConfig:
                      subnetConfig: {subnetId: ocid1.subnet.oc1..a}
                      networkSecurityGroupConfigs: [{networkSecurityGroupId: ocid1.nsg.oc1..a}]
                  kubeletConfig: {maxPods: 50}
                """)
            .objects()
            .getFirst()
            .path("spec");

    assertThat(spec)
        .isEqualTo(
            yaml(
                """
                compartmentId: ocid1.compartment.oc1..a
                bootVolume: {sizeInGBs: 100, encryptionInTransit: true, kmsKeyId: ocid1.key.oc1..a}
                imageFamily: OracleOKELinux
                imageSelector: [{os: Oracle Linux, osVersion: "8"}]
                subnetSelector: [{id: ocid1.subnet.oc1..a}]
                securityGroupSelector: [{id: ocid1.nsg.oc1..a}]
                kubelet: {maxPods: 50}
                """));
  }

  @Test
  void metrics_of_a_rule_get_todays_names() {
    var outcome =
        (Outcome.Passed)
            convert(
                    """
                    apiVersion: monitoring.coreos.com/v1
                    kind: PrometheusRule
                    metadata: {name: rules}
                    spec:
                      groups:
                      - rules:
                        - expr: rate(karpenter_nodes_created{provisioner="web"}[5m]) > karpenter_provisioner_limit
                        - expr: histogram_quantile(0.9, karpenter_pods_startup_time_seconds_bucket)
                        - expr: karpenter_interruption_actions_performed > up
                        - expr: karpenter_nodepools_usage > karpenter_nodepols_limit
                    """)
                .getFirst();

    assertThat(outcome.isChanged()).isTrue();
    assertThat(outcome.object().at("/spec/groups/0/rules"))
        .extracting(rule -> rule.path("expr").asText())
        .containsExactly(
            "rate(karpenter_nodes_created_total{nodepool=\"web\"}[5m]) > karpenter_nodepools_limit",
            "histogram_quantile(0.9, karpenter_pods_startup_duration_seconds_bucket)",
            "karpenter_interruption_actions_performed > up",
            "karpenter_nodepools_usage > karpenter_nodepols_limit");
    assertThat(outcome.notes())
        .extracting(Note::text)
        .anyMatch(text -> text.contains("does not exist"))
        .anyMatch(text -> text.contains("did you mean \"karpenter_nodepools_limit\"?"));
  }

  @Test
  void every_new_name_of_a_metric_is_one_that_exists() {
    assertThat(KnownMetrics.names()).containsAll(Metrics.renamed().values());
    assertThat(Metrics.renamed().keySet()).doesNotContainAnyElementsOf(KnownMetrics.names());
  }

  @Test
  void what_is_not_ours_passes_with_its_old_names_noted() {
    var pod =
        yaml(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: a, annotations: {karpenter.sh/do-not-evict: "true"}}
            spec: {nodeSelector: {karpenter.sh/provisioner-name: web}}
            """);

    var outcome = Conversion.convert(List.of(pod), Conversion.Options.DEFAULT).getFirst();

    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Passed.class,
            passed -> {
              assertThat(passed.object()).isEqualTo(pod);
              assertThat(passed.notes()).hasSize(2);
            });
  }

  @Test
  void what_is_of_today_is_judged_and_left_alone() {
    var today = ((Outcome.Converted) convert(POOL).getFirst()).objects().getFirst();

    assertThat(Conversion.convert(List.of(today), Conversion.Options.DEFAULT))
        .containsExactly(new Outcome.Accepted(today, List.of()));
    assertThat(refused(today.toString().replace("\"spot\"", "\"spott\"")))
        .containsExactly("spec.template.spec.requirements[0].values");
  }

  @Test
  void placeholders_are_kept_and_named() {
    var converted = converted(CLASS.replace("role: nodes", "role: Nodes-${CLUSTER}"));

    assertThat(converted.objects().getFirst().at("/spec/role").asText())
        .isEqualTo("Nodes-${CLUSTER}");
    assertThat(converted.notes()).contains(new Note("spec.role", "${CLUSTER} has to be filled in"));
  }

  @Test
  void machines_are_not_for_users_to_write() {
    assertThat(refused("{apiVersion: karpenter.sh/v1alpha5, kind: Machine, metadata: {name: a}}"))
        .containsExactly("kind");
  }

  @Test
  void a_document_that_is_no_object_is_answered() {
    assertThat(Conversion.convert(List.of(yaml("[1, 2]")), Conversion.Options.DEFAULT))
        .singleElement()
        .isInstanceOf(Outcome.Passed.class);
    assertThat(refused("{apiVersion: karpenter.sh/v1beta1, kind: NodePool, spec: [1]}"))
        .contains("spec");
  }

  private static String withKubelet(String name, int maxPods) {
    return POOL.replace("name: web", "name: " + name)
        + "      kubelet: {maxPods: %d}\n".formatted(maxPods);
  }

  private static List<Outcome> convert(String... documents) {
    List<JsonNode> all = new ArrayList<>();
    for (var document : documents) {
      all.add(yaml(document));
    }
    return Conversion.convert(all, Conversion.Options.DEFAULT);
  }

  private static Outcome.Converted converted(String document) {
    var outcome = convert(document).getFirst();
    assertThat(outcome).isInstanceOf(Outcome.Converted.class);
    return (Outcome.Converted) outcome;
  }

  private static List<Problem> problems(String document) {
    var outcome = convert(document).getFirst();
    assertThat(outcome).isInstanceOf(Outcome.Refused.class);
    return ((Outcome.Refused) outcome).problems();
  }

  private static List<String> refused(String document) {
    return problems(document).stream().map(Problem::path).toList();
  }

  private static JsonNode yaml(String text) {
    try {
      return Json.YAML.readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
