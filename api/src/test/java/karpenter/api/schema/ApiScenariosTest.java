package karpenter.api.schema;

import static karpenter.api.schema.Documents.paths;
import static karpenter.api.schema.Documents.problems;
import static karpenter.api.schema.Documents.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodePool;
import karpenter.api.validation.NodePoolValidation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The API scenarios A1 to A13 of spec 01, appendix A.
class ApiScenariosTest {
  private static final String SPEC = "/spec/template/spec";

  @Test
  void a1_defaults_of_disruption_appear_on_create() {
    var pool = accepted(Documents.pool());

    assertThat(pool.document().at("/spec/disruption"))
        .isEqualTo(
            Documents.tree(
                "{consolidateAfter: 0s, consolidationPolicy: WhenEmptyOrUnderutilized, budgets: [{nodes: 10%}]}"));
    assertThat(pool.document().at(SPEC + "/expireAfter").asText()).isEqualTo("720h");
    assertThat(((NodePool) pool.object()).spec().disruption())
        .isEqualTo(NodePool.Disruption.DEFAULT);
  }

  @Test
  void a1_disruption_that_is_written_must_say_when_to_consolidate() {
    assertThat(paths(Admission.ofNew(with(Documents.pool(), "/spec/disruption", "{}"))))
        .containsExactly("spec.disruption.consolidateAfter");
  }

  @Test
  void a1_a_simulated_node_class_is_ready_from_the_start() {
    var nodeClass = accepted(Documents.nodeClass());

    assertThat(nodeClass.document().at("/status/conditions/0/status").asText()).isEqualTo("True");
  }

  @ParameterizedTest
  @ValueSource(strings = {"30s", "1h30m5s", "0s", "720h", "90m"})
  void a2_durations_are_accepted(String duration) {
    assertThat(paths(Admission.ofNew(with(Documents.pool(), SPEC + "/expireAfter", duration))))
        .isEmpty();
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.pool(), SPEC + "/terminationGracePeriod", duration))))
        .isEmpty();
    assertThat(paths(Admission.ofNew(consolidateAfter(duration)))).isEmpty();
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.nodeClass(), "/spec/nodeRegistrationDelay", duration))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1s", "1hr", "FooNever", "NeverFoo", "1", "''", "1.5h", "never", "1d"})
  void a2_other_texts_are_rejected(String duration) {
    assertThat(
            paths(
                Admission.ofNew(
                    with(
                        Documents.pool(),
                        SPEC + "/expireAfter",
                        "'" + duration.replace("'", "") + "'"))))
        .containsExactly("spec.template.spec.expireAfter");
    assertThat(paths(Admission.ofNew(consolidateAfter("'" + duration.replace("'", "") + "'"))))
        .containsExactly("spec.disruption.consolidateAfter");
  }

  @Test
  void a2_never_is_for_expiry_and_consolidation_only() {
    assertThat(paths(Admission.ofNew(with(Documents.pool(), SPEC + "/expireAfter", "Never"))))
        .isEmpty();
    assertThat(paths(Admission.ofNew(consolidateAfter("Never")))).isEmpty();
    assertThat(
            paths(
                Admission.ofNew(with(Documents.pool(), SPEC + "/terminationGracePeriod", "Never"))))
        .containsExactly("spec.template.spec.terminationGracePeriod");
  }

  @Test
  void a2_a_duration_beyond_64_bits_is_refused_although_it_matches_the_pattern() {
    var answer = Admission.ofNew(with(Documents.pool(), SPEC + "/expireAfter", "99999999999h"));

    assertThat(paths(answer)).containsExactly("spec.template.spec.expireAfter");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{nodes: '10', schedule: '* * * *', duration: 20m}            | spec.disruption.budgets[0].schedule",
        "{nodes: '10', schedule: '@worldly', duration: 20m}           | spec.disruption.budgets[0].schedule",
        "{nodes: '10', schedule: '* * * * *', duration: -20m}         | spec.disruption.budgets[0].duration",
        "{nodes: '10', schedule: '* * * * *', duration: 30s}          | spec.disruption.budgets[0].duration",
        "{nodes: '-10'}                                               | spec.disruption.budgets[0].nodes",
        "{nodes: '-10%'}                                              | spec.disruption.budgets[0].nodes",
        "{nodes: '1000%'}                                             | spec.disruption.budgets[0].nodes",
        "{nodes: '101%'}                                              | spec.disruption.budgets[0].nodes",
        "{nodes: '10', schedule: '* * * * *'}                         | spec.disruption.budgets[0].duration",
        "{nodes: '10', duration: 20m}                                 | spec.disruption.budgets[0].schedule",
        "{nodes: 10}                                                  | spec.disruption.budgets[0].nodes",
      })
  void a3_bad_budgets_are_rejected(String budget, String path) {
    assertThat(paths(Admission.ofNew(budget(budget)))).containsExactly(path);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{nodes: '0'}",
        "{nodes: 100%}",
        "{nodes: '10', schedule: '@daily', duration: 20m}",
        "{nodes: '10', schedule: '@annually', duration: 1h30m}",
        "{nodes: '10', schedule: '0 9 * * mon-fri', duration: 8h0m0s}",
        "{nodes: '10', schedule: '@hourly and some more', duration: 1h}",
      })
  void a3_good_budgets_are_accepted(String budget) {
    assertThat(problems(Admission.ofNew(budget(budget)))).isEmpty();
  }

  @Test
  void a4_unknown_budget_reasons_are_rejected_with_a_hint() {
    var answer = Admission.ofNew(budget("{nodes: '1', reasons: [Empty, Drfited]}"));

    assertThat(paths(answer)).containsExactly("spec.disruption.budgets[0].reasons[1]");
    assertThat(problems(answer).getFirst().expected()).contains("did you mean \"Drifted\"?");
  }

  @Test
  void a4_a_reason_written_twice_is_rejected() {
    assertThat(paths(Admission.ofNew(budget("{nodes: '1', reasons: [Empty, Empty]}"))))
        .containsExactly("spec.disruption.budgets[0].reasons[1]");
  }

  @Test
  void a5_a_taint_may_occur_once_in_both_lists_together() {
    var twice =
        with(
            with(Documents.pool(), SPEC + "/taints", "[{key: a, value: b, effect: NoSchedule}]"),
            SPEC + "/startupTaints",
            "[{key: b, effect: NoSchedule}, {key: a, effect: NoSchedule}]");

    assertThat(runtimeProblems(twice)).containsExactly("spec.template.spec.startupTaints[1]");
  }

  @Test
  void a5_one_key_with_two_effects_is_fine() {
    var pool =
        with(
            Documents.pool(),
            SPEC + "/taints",
            "[{key: a, effect: NoSchedule}, {key: a, effect: NoExecute}]");

    assertThat(runtimeProblems(pool)).isEmpty();
  }

  @Test
  void a6_over_long_keys_pass_the_schema_and_fail_at_runtime() {
    var key = "a".repeat(64);
    var pool =
        with(
            Documents.pool(),
            SPEC + "/requirements",
            "[{key: test.com/" + key + ", operator: Exists}]");
    var labelled =
        with(Documents.pool(), "/spec/template/metadata/labels", "{test.com/" + key + ": a}");

    assertThat(runtimeProblems(pool)).containsExactly("spec.template.spec.requirements[0].key");
    assertThat(runtimeProblems(labelled)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubernetes.io/custom",
        "k8s.io/custom",
        "node.kubernetes.io/custom",
        "sub.k8s.io/custom",
        "node-restriction.kubernetes.io/custom",
        "kops.k8s.io/custom"
      })
  void a7_the_domains_of_kubernetes_are_free(String key) {
    var labelled = with(Documents.pool(), "/spec/template/metadata/labels", "{" + key + ": a}");
    var required =
        with(
            Documents.pool(),
            SPEC + "/requirements",
            "[{key: " + key + ", operator: In, values: [a]}]");

    assertThat(runtimeProblems(labelled)).isEmpty();
    assertThat(runtimeProblems(required)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, 51, 3})
  void a8_min_values_is_bounded(int minValues) {
    assertThat(paths(Admission.ofNew(values(2, "minValues: " + minValues)))).hasSize(1);
  }

  @Test
  void a8_many_values_are_fine_without_min_values() {
    assertThat(paths(Admission.ofNew(values(60, "")))).isEmpty();
    assertThat(paths(Admission.ofNew(values(60, "minValues: 50")))).isEmpty();
  }

  @Test
  void a9_a_pool_may_change_its_class_but_not_its_provider() {
    var old = Documents.pool();

    assertThat(paths(Admission.ofChange(old, with(old, SPEC + "/nodeClassRef/name", "other"))))
        .isEmpty();
    assertThat(paths(Admission.ofChange(old, with(old, SPEC + "/nodeClassRef/kind", "Other"))))
        .containsExactly("spec.template.spec.nodeClassRef");
    assertThat(paths(Admission.ofChange(old, with(old, SPEC + "/nodeClassRef/group", "other.sh"))))
        .containsExactly("spec.template.spec.nodeClassRef");
  }

  @Test
  void a10_a_pool_stays_static_or_dynamic() {
    var dynamic = Documents.pool();
    var fixed = with(dynamic, "/spec/replicas", "0");

    assertThat(paths(Admission.ofNew(fixed))).isEmpty();
    assertThat(paths(Admission.ofChange(fixed, with(fixed, "/spec/replicas", "9")))).isEmpty();
    assertThat(paths(Admission.ofChange(dynamic, fixed))).containsExactly("spec");
    assertThat(paths(Admission.ofChange(fixed, dynamic))).containsExactly("spec");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "memory", "pods", "ephemeral-storage"})
  void a10_a_static_pool_is_limited_in_nodes_only(String resource) {
    var fixed = with(Documents.pool(), "/spec/replicas", "2");
    var limited = with(fixed, "/spec/limits", "{nodes: 5}");

    assertThat(paths(Admission.ofNew(with(fixed, "/spec/limits", "{" + resource + ": 5}"))))
        .containsExactly("spec");
    assertThat(paths(Admission.ofChange(limited, with(limited, "/spec/limits/nodes", "6"))))
        .isEmpty();
    assertThat(paths(Admission.ofNew(with(fixed, "/spec/weight", "5")))).containsExactly("spec");
    assertThat(paths(Admission.ofNew(with(fixed, "/spec/replicas", "-1"))))
        .containsExactly("spec.replicas");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+42", ".5", "42.", "42%", "1e10", "0x42", "-1", "", "Inf"})
  void a11_other_texts_are_no_price(String price) {
    assertThat(paths(Admission.ofNew(with(Documents.overlay(), "/spec/price", "'" + price + "'"))))
        .containsExactly("spec.price");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "42", "0.5", "00042.430"})
  void a11_plain_decimals_are_prices(String price) {
    assertThat(paths(Admission.ofNew(with(Documents.overlay(), "/spec/price", "'" + price + "'"))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"+1%", "-100%", "+298%", "-43", "+34.43", "+.5", "-99.9%"})
  void a11_signed_changes_adjust_a_price(String change) {
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.overlay(), "/spec/priceAdjustment", "'" + change + "'"))))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"1%", "43", "-101%", "+", "+1e3", "-100.1%", "%"})
  void a11_other_texts_do_not_adjust_a_price(String change) {
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.overlay(), "/spec/priceAdjustment", "'" + change + "'"))))
        .containsExactly("spec.priceAdjustment");
  }

  @ParameterizedTest
  @ValueSource(strings = {"cpu", "memory", "pods", "ephemeral-storage"})
  void a12_an_overlay_cannot_change_what_the_provider_knows(String resource) {
    assertThat(
            paths(
                Admission.ofNew(
                    with(Documents.overlay(), "/spec/capacity", "{" + resource + ": 5}"))))
        .containsExactly("spec.capacity." + resource);
  }

  @Test
  void a13_the_spec_of_a_claim_never_changes() {
    var old = with(Documents.claim(), "/spec/resources", "{requests: {cpu: 1}}");

    assertThat(paths(Admission.ofChange(old, with(old, "/spec/resources/requests/cpu", "2"))))
        .containsExactly("spec");
    assertThat(paths(Admission.ofChange(old, with(old, "/status", "{nodeName: a}")))).isEmpty();
  }

  private static ObjectNode consolidateAfter(String duration) {
    return with(Documents.pool(), "/spec/disruption", "{consolidateAfter: " + duration + "}");
  }

  private static ObjectNode budget(String yaml) {
    return with(
        Documents.pool(), "/spec/disruption", "{consolidateAfter: 0s, budgets: [" + yaml + "]}");
  }

  private static ObjectNode values(int count, String minValues) {
    var values = IntStream.range(0, count).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
    return with(
        Documents.pool(),
        SPEC + "/requirements",
        "[{key: a, operator: In, values: ["
            + values
            + "]"
            + (minValues.isEmpty() ? "" : ", " + minValues)
            + "}]");
  }

  private static Admission.Accepted accepted(ObjectNode document) {
    var answer = Admission.ofNew(document);
    assertThat(answer).isInstanceOf(Admission.Accepted.class);
    return (Admission.Accepted) answer;
  }

  private static java.util.List<String> runtimeProblems(ObjectNode document) {
    return NodePoolValidation.problems(
            (NodePool) accepted(document).object(), RestrictedLabels.CORE)
        .stream()
        .map(karpenter.api.Problem::path)
        .toList();
  }
}
