package karpenter.api.schema;

import static karpenter.api.schema.Documents.paths;
import static karpenter.api.schema.Documents.problems;
import static karpenter.api.schema.Documents.tree;
import static karpenter.api.schema.Documents.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import karpenter.api.Problem;
import karpenter.api.v1.NodePool;
import org.junit.jupiter.api.Test;

class AdmissionTest {

  @Test
  void problems_come_together_in_the_order_of_the_fields() {
    var pool =
        Documents.yaml(
            """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: General}
        spec:
          weight: 101
          disruption: {consolidateAfter: 1hr, budgets: [{nodes: 10%}, {nodes: 10%, schedule: "0 9 * * mon-fri"}]}
          template:
            spec:
              nodeClassRef: {kind: KWOKNodeClass, name: 5}
              requirements: [{key: a, operator: in, values: [b]}]
        """);

    assertThat(problems(Admission.ofNew(pool)).stream().map(Problem::sentence))
        .containsExactly(
            "metadata.name: found \"General\"; expected a name of lower-case letters, digits, dashes and dots, at most 253"
                + " characters",
            "spec.template.spec.requirements[0].operator: found \"in\"; expected one of In, NotIn, Exists, DoesNotExist, Gt,"
                + " Lt, Gte, Lte; did you mean \"In\"?",
            "spec.template.spec.nodeClassRef.group: found nothing; expected a text without a slash",
            "spec.template.spec.nodeClassRef.name: found the number 5; expected a text in quotes: \"5\"",
            "spec.disruption.consolidateAfter: found \"1hr\"; expected a duration such as 90s or 1h30m, or Never",
            "spec.disruption.budgets[1].duration: found nothing, although schedule is \"0 9 * * mon-fri\"; expected schedule"
                + " and duration together or neither: one says when the window opens, the other how long it stays open",
            "spec.weight: found 101; expected an integer from 1 to 100");
  }

  @Test
  void a_pool_as_people_write_them_is_accepted() {
    var pool =
        Documents.yaml(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: compute}
            spec:
              template:
                metadata: {labels: {tier: compute}}
                spec:
                  nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
                  requirements:
                  - {key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m, r]}
                  - {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["2"]}
                  - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                  - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}
                  expireAfter: 168h
              limits: {cpu: 200, memory: 800Gi}
              disruption: {consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 1m}
            """);

    var answer = Admission.ofNew(pool);

    assertThat(problems(answer)).isEmpty();
    assertThat(answer.warnings()).isEmpty();
  }

  @Test
  void a_pool_in_the_shape_of_an_older_version_is_told_what_moved() {
    var pool =
        Documents.yaml(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: stateless}
            spec:
              template:
                spec:
                  nodeClassRef: {name: default}
                  requirements: []
              disruption: {consolidationPolicy: WhenUnderutilized, expireAfter: 720h}
            """);

    var answer = Admission.ofNew(pool);

    assertThat(paths(answer))
        .containsExactly(
            "spec.template.spec.nodeClassRef.group",
            "spec.template.spec.nodeClassRef.kind",
            "spec.disruption.consolidateAfter",
            "spec.disruption.consolidationPolicy");
    assertThat(problems(answer).getLast().expected())
        .endsWith("did you mean \"WhenEmptyOrUnderutilized\"?");
    assertThat(answer.warnings())
        .extracting(Problem::path)
        .containsExactly("spec.disruption.expireAfter");
  }

  @Test
  void unknown_fields_are_dropped_with_a_warning_that_names_the_likely_one() {
    var pool =
        with(
            with(
                with(Documents.pool(), "/spec/wieght", "5"),
                "/spec/disruption",
                "{consolidateAfter: 0s, expireAfter: 1h}"),
            "/spec/ballast",
            "1");

    var answer = (Admission.Accepted) Admission.ofNew(pool);

    assertThat(answer.warnings())
        .extracting(Problem::sentence)
        .containsExactly(
            "spec.wieght: found an unknown field, which a server drops; expected one of template, disruption, limits, weight,"
                + " replicas; did you mean \"weight\"?",
            "spec.disruption.expireAfter: found an unknown field, which a server drops; expected one of consolidateAfter,"
                + " consolidationPolicy, budgets; it belongs at spec.template.spec.expireAfter",
            "spec.ballast: found an unknown field, which a server drops; expected one of template, disruption, limits, weight,"
                + " replicas");
    assertThat(answer.document().at("/spec/wieght").isMissingNode()).isTrue();
  }

  @Test
  void an_old_version_is_refused_by_name() {
    var pool = with(Documents.pool(), "/apiVersion", "karpenter.sh/v1beta1");

    assertThat(Admission.concerns(pool)).isTrue();
    assertThat(problems(Admission.ofNew(pool)))
        .containsExactly(
            Problem.at("apiVersion").found("\"karpenter.sh/v1beta1\"").expected("karpenter.sh/v1"));
  }

  @Test
  void other_kinds_are_not_ours() {
    assertThat(Admission.concerns(tree("{apiVersion: v1, kind: Pod}"))).isFalse();
    assertThat(Admission.concerns(tree("{apiVersion: example.com/v1, kind: NodePool}"))).isFalse();
    assertThat(
            problems(Admission.ofNew(tree("{apiVersion: v1, kind: NodePol}")))
                .getFirst()
                .expected())
        .endsWith("did you mean \"NodePool\"?");
    assertThat(problems(Admission.ofNew(tree("[1, 2]")))).hasSize(1);
  }

  @Test
  void nulls_read_as_absent() {
    var pool =
        with(
            with(Documents.pool(), "/spec/disruption", "null"),
            "/spec/limits",
            "{cpu: null, memory: 1Gi}");

    var answer = (Admission.Accepted) Admission.ofNew(pool);

    assertThat(((NodePool) answer.object()).spec().disruption())
        .isEqualTo(NodePool.Disruption.DEFAULT);
    assertThat(((NodePool) answer.object()).spec().limits()).containsOnlyKeys("memory");
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.pool(), "/spec/template/spec/requirements", "[null]"))))
        .containsExactly("spec.template.spec.requirements[0]");
  }

  @Test
  void quantities_are_texts_or_integers() {
    var limits = "{cpu: 10, memory: 1.5Gi, a: '1e3', b: -5, c: +1n, d: '.5'}";

    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/spec/limits", limits)))).isEmpty();
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.pool(), "/spec/limits", "{cpu: 1.5, memory: 1GB, pods: true}"))))
        .containsExactly("spec.limits.cpu", "spec.limits.memory", "spec.limits.pods");
  }

  @Test
  void whole_numbers_are_integers_however_written() {
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/spec/weight", "5.0")))).isEmpty();
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/spec/weight", "5.5"))))
        .containsExactly("spec.weight");
    assertThat(
            paths(
                Admission.ofNew(with(Documents.pool(), "/spec/replicas", "99999999999999999999"))))
        .containsExactly("spec.replicas");
    assertThat(paths(Admission.ofNew(with(Documents.buffer(), "/spec/replicas", "2147483648"))))
        .containsExactly("spec.replicas");
  }

  @Test
  void lists_and_maps_are_bounded() {
    var labels = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < 200_000; i++) {
      labels.put("label-" + i, "a value that is not short");
    }
    var pool = Documents.pool();
    ((com.fasterxml.jackson.databind.node.ObjectNode) pool.at("/spec/template"))
        .putObject("metadata")
        .set("labels", labels);
    pool.set(
        "metadata", JsonNodeFactory.instance.objectNode().put("name", "a").set("labels", labels));

    var answer = problems(Admission.ofNew(pool));

    assertThat(answer)
        .contains(
            Problem.at("spec.template.metadata.labels")
                .found("200000 entries")
                .expected("at most 100"));
    assertThat(answer).hasSizeLessThan(2 * Problems.MAX_PROBLEMS);
  }

  @Test
  void conditions_are_unique_by_type() {
    var twice =
        "[{type: Ready, status: 'True', lastTransitionTime: '2026-01-05T09:00:00Z'},"
            + " {type: Ready, status: 'True', lastTransitionTime: 'yesterday'}]";

    assertThat(paths(Admission.ofNew(with(Documents.claim(), "/status/conditions", twice))))
        .containsExactly("status.conditions[1].lastTransitionTime", "status.conditions[1]");
  }

  @Test
  void a_condition_without_reason_is_for_claims_only() {
    var condition = "[{type: Ready, status: 'True', lastTransitionTime: '2026-01-05T09:00:00Z'}]";

    assertThat(paths(Admission.ofNew(with(Documents.claim(), "/status/conditions", condition))))
        .isEmpty();
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/status/conditions", condition))))
        .containsExactly("status.conditions[0].reason", "status.conditions[0].message");
  }

  @Test
  void metadata_is_checked_as_for_every_object() {
    var pool =
        with(
            with(Documents.pool(), "/metadata/labels", "{a b: c, d: e f, g: 1}"),
            "/metadata/namespace",
            "web");

    assertThat(paths(Admission.ofNew(pool)))
        .containsExactlyInAnyOrder(
            "metadata.labels.g",
            "metadata.labels[\"a b\"]",
            "metadata.labels.d",
            "metadata.namespace");
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/metadata", "{generateName: a-}"))))
        .isEmpty();
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/metadata", "{}"))))
        .containsExactly("metadata.name");
  }

  @Test
  void half_anchored_cron_pattern_is_kept_as_it_is() {
    var pool =
        with(
            Documents.pool(),
            "/spec/disruption",
            "{consolidateAfter: 0s, budgets: [{nodes: '1', schedule: '@dailyish', duration: 1h}]}");

    assertThat(paths(Admission.ofNew(pool))).isEmpty();
  }

  @Test
  void domain_rule_of_the_schema_compares_endings() {
    var pool = with(Documents.pool(), "/spec/template/metadata/labels", "{mykarpenter.sh/x: a}");

    assertThat(paths(Admission.ofNew(pool)))
        .containsExactly("spec.template.metadata.labels[\"mykarpenter.sh/x\"]");
  }

  @Test
  void a_server_reads_replicas_as_32_bits() {
    var pool = Documents.with(Documents.pool(), "/spec/replicas", "2147483648");

    assertThat(Documents.paths(Admission.ofNew(pool))).containsExactly("spec.replicas");
    assertThat(
            Documents.paths(Admission.ofNew(Documents.with(pool, "/spec/replicas", "2147483647"))))
        .isEmpty();
  }

  @Test
  void every_pattern_has_words() {
    CrdSchemas.all().forEach(crd -> patterns(crd.schema()));
  }

  private static void patterns(Schema schema) {
    if (schema.bounds().pattern() != null) {
      assertThat(Patterns.isKnown(schema.bounds().pattern().pattern()))
          .as(schema.bounds().pattern().pattern())
          .isTrue();
    }
    schema.properties().values().forEach(AdmissionTest::patterns);
    if (schema.items() != null) {
      patterns(schema.items());
    }
    if (schema.additionalProperties() != null) {
      patterns(schema.additionalProperties());
    }
  }
}
