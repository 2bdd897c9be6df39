package karpenter.api.schema;

import static karpenter.api.schema.Documents.problems;
import static karpenter.api.schema.Documents.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import karpenter.api.Problem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every rule of every schema says yes to one document and no to another, and says it at the right
/// place.
class CelRulesTest {
  private static final String REQUIREMENTS = "/spec/template/spec/requirements";
  private static final String LABELS = "/spec/template/metadata/labels";
  private static final String REF = "/spec/template/spec/nodeClassRef";

  /// @param rule where the rule stands in the schema, and its place in the list there
  record Case(String kind, String rule, Edit before, Edit good, Edit bad, String path) {
    @Override
    public String toString() {
      return kind + " " + rule;
    }
  }

  interface Edit extends UnaryOperator<ObjectNode> {
    default Edit and(Edit next) {
      return document -> next.apply(apply(document));
    }
  }

  static final Edit NONE = document -> document;

  static Edit set(String pointer, String yaml) {
    return document -> with(document, pointer, yaml);
  }

  static Case rule(String kind, String rule, Edit good, Edit bad, String path) {
    return new Case(kind, rule, NONE, good, bad, path);
  }

  static Stream<Case> cases() {
    return Stream.of(
            poolCases(),
            claimCases(),
            overlayCases(),
            bufferCases(),
            NodeClassCases.ec2(),
            NodeClassCases.oci())
        .flatMap(List::stream);
  }

  private static List<Case> poolCases() {
    return List.of(
        new Case(
            "NodePool",
            "spec#0",
            set("/spec/replicas", "1"),
            set("/spec/replicas", "2"),
            NONE,
            "spec"),
        rule(
            "NodePool",
            "spec#1",
            set("/spec/replicas", "1").and(set("/spec/limits", "{nodes: 5}")),
            set("/spec/replicas", "1").and(set("/spec/limits", "{nodes: 5, cpu: 10}")),
            "spec"),
        rule(
            "NodePool",
            "spec#2",
            set("/spec/weight", "10"),
            set("/spec/weight", "10").and(set("/spec/replicas", "1")),
            "spec"),
        rule(
            "NodePool",
            "spec.template.metadata.labels#0",
            set(LABELS, "{karpenter.sh/capacity-type: spot, example.com/a: b}"),
            set(LABELS, "{example.com/a: b, karpenter.sh/a: b}"),
            "spec.template.metadata.labels[\"karpenter.sh/a\"]"),
        rule(
            "NodePool",
            "spec.template.metadata.labels#1",
            set(LABELS, "{example.com/nodepool: b}"),
            set(LABELS, "{karpenter.sh/nodepool: b}"),
            "spec.template.metadata.labels[\"karpenter.sh/nodepool\"]"),
        rule(
            "NodePool",
            "spec.template.metadata.labels#2",
            set(LABELS, "{kubernetes.io/os: linux}"),
            set(LABELS, "{kubernetes.io/hostname: b}"),
            "spec.template.metadata.labels[\"kubernetes.io/hostname\"]"),
        rule(
            "NodePool",
            "spec.template.spec.requirements#0",
            set(
                REQUIREMENTS,
                "[{key: a, operator: In, values: [b]}, {key: c, operator: NotIn, values: []}]"),
            set(REQUIREMENTS, "[{key: c, operator: Exists}, {key: a, operator: In, values: []}]"),
            "spec.template.spec.requirements[1]"),
        rule(
            "NodePool",
            "spec.template.spec.requirements#1",
            set(
                REQUIREMENTS,
                "[{key: a, operator: Gt, values: ['0']}, {key: a, operator: Lte, values: ['64']}]"),
            set(REQUIREMENTS, "[{key: a, operator: Gte, values: ['-1']}]"),
            "spec.template.spec.requirements[0]"),
        rule(
            "NodePool",
            "spec.template.spec.requirements#2",
            set(REQUIREMENTS, "[{key: a, operator: In, values: [b, c], minValues: 2}]"),
            set(REQUIREMENTS, "[{key: a, operator: In, values: [b], minValues: 2}]"),
            "spec.template.spec.requirements[0]"),
        rule(
            "NodePool",
            "spec.template.spec.requirements[].key#0",
            set(REQUIREMENTS, "[{key: karpenter.sh/capacity-type, operator: Exists}]"),
            set(REQUIREMENTS, "[{key: karpenter.sh/registered, operator: Exists}]"),
            "spec.template.spec.requirements[0].key"),
        rule(
            "NodePool",
            "spec.template.spec.requirements[].key#1",
            set(REQUIREMENTS, "[{key: kubernetes.io/arch, operator: Exists}]"),
            set(REQUIREMENTS, "[{key: karpenter.sh/nodepool, operator: Exists}]"),
            "spec.template.spec.requirements[0].key"),
        rule(
            "NodePool",
            "spec.template.spec.requirements[].key#2",
            set(REQUIREMENTS, "[{key: kubernetes.io/arch, operator: Exists}]"),
            set(REQUIREMENTS, "[{key: kubernetes.io/hostname, operator: Exists}]"),
            "spec.template.spec.requirements[0].key"),
        new Case(
            "NodePool",
            "spec.template.spec.nodeClassRef#0",
            NONE,
            set(REF + "/name", "other"),
            set(REF + "/group", "other"),
            "spec.template.spec.nodeClassRef"),
        new Case(
            "NodePool",
            "spec.template.spec.nodeClassRef#1",
            NONE,
            set(REF + "/name", "other"),
            set(REF + "/kind", "Other"),
            "spec.template.spec.nodeClassRef"),
        rule(
            "NodePool",
            "spec.template.spec.nodeClassRef.group#0",
            NONE,
            set(REF + "/group", "''"),
            "spec.template.spec.nodeClassRef.group"),
        rule(
            "NodePool",
            "spec.template.spec.nodeClassRef.kind#0",
            NONE,
            set(REF + "/kind", "''"),
            "spec.template.spec.nodeClassRef.kind"),
        rule(
            "NodePool",
            "spec.template.spec.nodeClassRef.name#0",
            NONE,
            set(REF + "/name", "''"),
            "spec.template.spec.nodeClassRef.name"),
        rule(
            "NodePool",
            "spec.disruption.budgets#0",
            budgets("[{nodes: '1'}, {nodes: '2', schedule: '@daily', duration: 8h}]"),
            budgets("[{nodes: '1'}, {nodes: '2', schedule: '@daily'}]"),
            "spec.disruption.budgets[1].duration"));
  }

  private static Edit budgets(String yaml) {
    return set("/spec/disruption", "{consolidateAfter: 0s, budgets: " + yaml + "}");
  }

  private static List<Case> claimCases() {
    return List.of(
        new Case(
            "NodeClaim",
            "spec#0",
            NONE,
            set("/metadata/labels", "{a: b}"),
            set("/spec/expireAfter", "1h"),
            "spec"),
        rule(
            "NodeClaim",
            "spec.requirements#0",
            set("/spec/requirements", "[{key: a, operator: In, values: [b]}]"),
            set("/spec/requirements", "[{key: a, operator: In}]"),
            "spec.requirements[0]"),
        rule(
            "NodeClaim",
            "spec.requirements#1",
            set("/spec/requirements", "[{key: a, operator: Lt, values: ['9']}]"),
            set("/spec/requirements", "[{key: a, operator: Lt, values: [nine]}]"),
            "spec.requirements[0]"),
        rule(
            "NodeClaim",
            "spec.requirements#2",
            set("/spec/requirements", "[{key: a, operator: In, values: [b, c], minValues: 1}]"),
            set("/spec/requirements", "[{key: a, operator: In, values: [b, c], minValues: 3}]"),
            "spec.requirements[0]"),
        rule(
            "NodeClaim",
            "spec.requirements[].key#0",
            set("/spec/requirements", "[{key: karpenter.sh/nodepool, operator: Exists}]"),
            set("/spec/requirements", "[{key: a.karpenter.sh/b, operator: Exists}]"),
            "spec.requirements[0].key"),
        rule(
            "NodeClaim",
            "spec.requirements[].key#1",
            set("/spec/requirements", "[{key: hostname, operator: Exists}]"),
            set("/spec/requirements", "[{key: kubernetes.io/hostname, operator: Exists}]"),
            "spec.requirements[0].key"),
        rule(
            "NodeClaim",
            "spec.nodeClassRef.group#0",
            NONE,
            set("/spec/nodeClassRef/group", "''"),
            "spec.nodeClassRef.group"),
        rule(
            "NodeClaim",
            "spec.nodeClassRef.kind#0",
            NONE,
            set("/spec/nodeClassRef/kind", "''"),
            "spec.nodeClassRef.kind"),
        rule(
            "NodeClaim",
            "spec.nodeClassRef.name#0",
            NONE,
            set("/spec/nodeClassRef/name", "''"),
            "spec.nodeClassRef.name"));
  }

  private static List<Case> overlayCases() {
    return List.of(
        rule(
            "NodeOverlay",
            "spec#0",
            set("/spec/price", "'1'"),
            set("/spec/price", "'1'").and(set("/spec/priceAdjustment", "'+1'")),
            "spec"),
        rule(
            "NodeOverlay",
            "spec.requirements#0",
            set("/spec/requirements", "[{key: a, operator: NotIn, values: [b]}]"),
            set("/spec/requirements", "[{key: a, operator: NotIn, values: []}]"),
            "spec.requirements[0]"),
        rule(
            "NodeOverlay",
            "spec.requirements#1",
            set("/spec/requirements", "[{key: a, operator: In, values: [b]}]"),
            set("/spec/requirements", "[{key: a, operator: In, values: []}]"),
            "spec.requirements[0]"),
        rule(
            "NodeOverlay",
            "spec.requirements#2",
            set("/spec/requirements", "[{key: a, operator: Gt, values: ['1']}]"),
            set("/spec/requirements", "[{key: a, operator: Gt, values: ['1', '2']}]"),
            "spec.requirements[0]"),
        rule(
            "NodeOverlay",
            "spec.requirements[].key#0",
            set("/spec/requirements", "[{key: karpenter.sh/nodepool, operator: Exists}]"),
            set("/spec/requirements", "[{key: karpenter.sh/initialized, operator: Exists}]"),
            "spec.requirements[0].key"),
        rule(
            "NodeOverlay",
            "spec.requirements[].key#1",
            set("/spec/requirements", "[{key: kubernetes.io/os, operator: Exists}]"),
            set("/spec/requirements", "[{key: kubernetes.io/hostname, operator: Exists}]"),
            "spec.requirements[0].key"),
        rule(
            "NodeOverlay",
            "spec.capacity#0",
            set("/spec/capacity", "{example.com/fuse: 4}"),
            set("/spec/capacity", "{example.com/fuse: 4, cpu: 4}"),
            "spec.capacity.cpu"));
  }

  private static List<Case> bufferCases() {
    return List.of(
        rule(
            "CapacityBuffer",
            "spec#0",
            set("/spec", "{podTemplateRef: {name: a}, replicas: 0}"),
            set("/spec", "{podTemplateRef: {name: a}, percentage: 10}"),
            "spec"),
        rule(
            "CapacityBuffer",
            "spec#1",
            set("/spec", "{scalableRef: {kind: Deployment, name: a}}"),
            set(
                "/spec",
                "{scalableRef: {kind: Deployment, name: a}, podTemplateRef: {name: a}, replicas: 1}"),
            "spec"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rule_says_yes(Case rule) {
    assertThat(problems(judge(rule, rule.good))).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void rule_says_no_at_the_right_place(Case rule) {
    var message = rules().get(rule.toString());

    assertThat(problems(judge(rule, rule.bad)))
        .extracting(Problem::path, Problem::expected)
        .contains(org.assertj.core.groups.Tuple.tuple(rule.path, message));
  }

  @Test
  void every_rule_is_tested() {
    assertThat(cases().map(Case::toString)).containsExactlyInAnyOrderElementsOf(rules().keySet());
  }

  @Test
  void the_missing_half_of_a_budget_is_named() {
    var budgets =
        budgets("[{nodes: '1', schedule: '0 9 * * mon-fri'}, {nodes: '1', duration: 1h}]");

    assertThat(problems(Admission.ofNew(budgets.apply(Documents.pool()))))
        .extracting(Problem::path, Problem::found)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(
                "spec.disruption.budgets[0].duration",
                "nothing, although schedule is \"0 9 * * mon-fri\""),
            org.assertj.core.groups.Tuple.tuple(
                "spec.disruption.budgets[1].schedule", "nothing, although duration is \"1h\""));
  }

  @Test
  void a_refused_change_is_told_apart_from_the_whole_object() {
    var old = Documents.claim();

    var answer = Admission.ofChange(old, with(old, "/spec/expireAfter", "1h"));

    assertThat(problems(answer))
        .extracting(Problem::found)
        .containsExactly("a change of expireAfter from \"720h\" to \"1h\"");
  }

  private static Admission judge(Case rule, Edit edit) {
    var old = old(rule);
    return old == null
        ? Admission.ofNew(document(rule, edit))
        : Admission.ofChange(old, document(rule, edit));
  }

  /// The object before the change, for rules about changes.
  static @Nullable ObjectNode old(Case rule) {
    return isTransition(rule) ? rule.before.apply(Documents.of(rule.kind)) : null;
  }

  static ObjectNode document(Case rule, Edit edit) {
    var base = Documents.of(rule.kind);
    return edit.apply(isTransition(rule) && edit != NONE ? rule.before.apply(base) : base);
  }

  private static boolean isTransition(Case rule) {
    return List.of(
            "NodePool spec#0",
            "NodePool spec.template.spec.nodeClassRef#0",
            "NodePool spec.template.spec.nodeClassRef#1",
            "NodeClaim spec#0",
            "OciNodeClass spec.placement#1")
        .contains(rule.toString());
  }

  /// Place of each rule, with its message.
  private static Map<String, String> rules() {
    var rules = new TreeMap<String, String>();
    CrdSchemas.all().forEach(crd -> collect(crd.kind() + " ", "", crd.schema(), rules));
    return rules;
  }

  private static void collect(String kind, String path, Schema schema, Map<String, String> rules) {
    for (int i = 0; i < schema.rules().size(); i++) {
      rules.put(kind + path + "#" + i, schema.rules().get(i).message());
    }
    schema
        .properties()
        .forEach(
            (name, child) ->
                collect(kind, path.isEmpty() ? name : path + "." + name, child, rules));
    if (schema.items() != null) {
      collect(kind, path + "[]", schema.items(), rules);
    }
  }
}
