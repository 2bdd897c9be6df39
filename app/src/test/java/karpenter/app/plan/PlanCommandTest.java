package karpenter.app.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.Golden;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanCommandTest {
  private static final String EXAMPLES = "../examples";
  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: default}
      spec:
        template:
          spec:
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements:
            - {key: kubernetes.io/os, operator: In, values: [linux]}
      """;

  private static final String POD =
      """
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: web}
      spec:
        containers: [{name: c, image: x, resources: {requests: {cpu: "1", memory: 1Gi}}}]
      """;

  @TempDir Path directory;

  @Test
  void the_first_example_is_planned_as_text() throws IOException {
    var run = CliRun.of("plan", "-f", EXAMPLES + "/first");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    Golden.assertMatches("first.txt", run.out());
  }

  @Test
  void the_first_example_is_planned_as_markdown() throws IOException {
    Golden.assertMatches(
        "first.md", CliRun.of("plan", "-f", EXAMPLES + "/first", "-o", "markdown").out());
  }

  @Test
  void a_catalogue_of_ones_own_is_planned_with() throws IOException {
    var run =
        CliRun.of("plan", "-f", EXAMPLES + "/first", "--catalogue", EXAMPLES + "/catalogue.json");

    assertThat(run.exitCode()).isZero();
    Golden.assertMatches("first-own-catalogue.txt", run.out());
  }

  @Test
  void json_and_yaml_say_the_same_and_say_it_all() throws JsonProcessingException {
    var json = Json.JSON.readTree(CliRun.of("plan", "-f", EXAMPLES + "/first", "-o", "json").out());
    var yaml = Json.YAML.readTree(CliRun.of("plan", "-f", EXAMPLES + "/first", "-o", "yaml").out());

    assertThat(yaml.toString()).isEqualTo(json.toString());
    assertThat(json.path("summary").path("placedPods").asInt()).isEqualTo(16);
    assertThat(json.path("summary").path("lowerBoundPerHour").asDouble()).isPositive();
    assertThat(json.path("boundCertificate").path("pods")).isNotEmpty();
    double sum = 0;
    for (JsonNode node : json.path("newNodes")) {
      sum += node.path("pricePerHour").asDouble();
      assertThat(node.path("instanceTypes").get(0).path("name"))
          .isEqualTo(node.path("instanceType"));
      assertThat(node.path("pods")).isNotEmpty();
    }
    assertThat(json.path("summary").path("pricePerHour").asDouble()).isCloseTo(sum, within(1e-9));
  }

  @Test
  void node_cost_stands_beside_the_prices_for_programs() throws JsonProcessingException {
    var run =
        CliRun.of("plan", "-f", EXAMPLES + "/first", "--node-cost", "0.05", "-o", "json").out();

    var json = Json.JSON.readTree(run);
    var summary = json.path("summary");
    double price = summary.path("pricePerHour").asDouble();
    double nodeCost = summary.path("nodeCostPerHour").asDouble();
    assertThat(nodeCost).isCloseTo(0.05 * json.path("newNodes").size(), within(1e-9));
    assertThat(summary.path("costPerHour").asDouble()).isCloseTo(price + nodeCost, within(1e-9));
    for (JsonNode node : json.path("newNodes")) {
      assertThat(node.path("nodeCostPerHour").asDouble()).isEqualTo(0.05);
    }
  }

  @Test
  void node_cost_is_told_apart_and_not_at_all_where_it_is_nothing() throws IOException {
    var file = directory.resolve("in.yaml");
    Files.writeString(file, POOL + POD);

    var dear = CliRun.of("plan", "-f", file.toString(), "--node-cost", "0.05").out();
    var free = CliRun.of("plan", "-f", file.toString(), "--node-cost", "0").out();
    var markdown =
        CliRun.of("plan", "-f", file.toString(), "--node-cost", "0.05", "-o", "markdown").out();

    assertThat(dear).contains("Node cost: $0.05/h (1 × $0.05); with it $");
    assertThat(markdown).contains("Node cost: $0.05/h (1 × $0.05); with it $");
    assertThat(free).doesNotContain("Node cost");
  }

  @Test
  void node_pool_says_what_its_own_nodes_cost() throws IOException {
    var file = directory.resolve("in.yaml");
    Files.writeString(
        file,
        POOL.replace(
                "{name: default}\nspec:",
                "{name: default, annotations: {karpenter-jvm.dev/node-cost: '0.5'}}\nspec:")
            + POD);

    var run = CliRun.of("plan", "-f", file.toString(), "--node-cost", "0.05");

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).contains("Node cost: $0.50/h (1 × $0.50)");
  }

  @Test
  void new_nodes_explain_themselves_when_asked() throws IOException {
    Golden.assertMatches(
        "first-explained.txt", CliRun.of("plan", "-f", EXAMPLES + "/first", "--explain").out());
  }

  @Test
  void node_cost_that_is_none_is_a_usage_error() {
    for (var wrong : new String[] {"-0.02", "NaN", "Infinity"}) {
      var run = CliRun.of("plan", "-f", EXAMPLES + "/first", "--node-cost=" + wrong);

      assertThat(run.exitCode()).isEqualTo(64);
      assertThat(run.err())
          .contains("--node-cost: found ", "expected dollars an hour, 0 or more, such as 0.02");
    }
    assertThat(CliRun.of("plan", "-f", EXAMPLES + "/first", "--node-cost=0").exitCode()).isZero();
  }

  @Test
  void node_cost_nobody_understands_is_reported_and_its_pool_is_planned_with() throws IOException {
    var file = directory.resolve("in.yaml");
    Files.writeString(
        file,
        POOL.replace(
                "{name: default}\nspec:",
                "{name: default, annotations: {karpenter-jvm.dev/node-cost: cheap}}\nspec:")
            + POD);

    var run = CliRun.of("plan", "-f", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains(
            "NodePool default: metadata.annotations[karpenter-jvm.dev/node-cost]: found \"cheap\";"
                + " expected dollars an hour");
    assertThat(run.out()).contains("1 new node for 1 pod");
  }

  @Test
  void two_runs_agree_to_the_byte() {
    var first = CliRun.of("plan", "-f", EXAMPLES + "/first", "-o", "json").out();
    var second = CliRun.of("plan", "-f", EXAMPLES + "/first", "-o", "json").out();

    assertThat(second).isEqualTo(first);
  }

  @Test
  void pods_without_a_place_end_with_3_and_say_why() throws IOException {
    var run = CliRun.of("plan", "-f", EXAMPLES + "/first/pools.yaml", "-f", EXAMPLES + "/refused");

    assertThat(run.exitCode()).isEqualTo(3);
    assertThat(run.out())
        .contains("no place for 3 pods", "default/giant", "default/lost", "default/trainer")
        .contains("instance types fit: ", "Nearest miss: ", "Smallest change that would help: ");
    Golden.assertMatches("refused.txt", run.out());
  }

  @Test
  void reasons_are_a_tree_for_programs() throws JsonProcessingException {
    var run =
        CliRun.of(
            "plan",
            "-f",
            EXAMPLES + "/first/pools.yaml",
            "-f",
            EXAMPLES + "/refused",
            "-o",
            "json");

    var reasons = Json.JSON.readTree(run.out()).path("unplacedPods").path(0).path("reasons");
    assertThat(reasons.path(0).path("sentence").asText()).startsWith("NodePool ");
  }

  @Test
  void bad_input_is_named_with_file_line_and_field_and_the_rest_is_planned() throws IOException {
    var run = CliRun.of("plan", "-f", "src/test/resources/broken");

    assertThat(run.exitCode()).isEqualTo(2);
    Golden.assertMatches("broken.err", run.err());
    Golden.assertMatches("broken.txt", run.out());
  }

  @Test
  void standard_input_is_read() {
    var run = CliRun.withInput(POOL + "---\n" + pod("a", "1"), "plan", "-f", "-");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("1 new node for 1 pod");
  }

  @Test
  void several_files_may_follow_one_option() throws IOException {
    Files.writeString(directory.resolve("pool with blanks.yaml"), POOL);
    Files.writeString(directory.resolve("pod.yaml"), pod("a", "1"));

    var run =
        CliRun.of(
            "plan",
            "-f",
            directory.resolve("pool with blanks.yaml").toString(),
            directory.resolve("pod.yaml").toString());

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void without_a_pool_it_says_what_to_add() {
    var run = CliRun.withInput(pod("a", "1"), "plan", "-f", "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err()).contains("has no NodePool", "kind: NodePool");
  }

  @Test
  void the_pool_it_advises_to_add_works() {
    var advice = CliRun.withInput(pod("a", "1"), "plan", "-f", "-").err();
    var pool = advice.substring(advice.indexOf("  apiVersion")).stripIndent();

    assertThat(CliRun.withInput(pool + "---\n" + pod("a", "1"), "plan", "-f", "-").exitCode())
        .isZero();
  }

  @Test
  void no_pods_means_nothing_to_buy() {
    var run = CliRun.withInput(POOL, "plan", "-f", "-");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("No pods to place");
  }

  @Test
  void an_unusable_catalogue_stops_the_plan() throws IOException {
    var file = Files.writeString(directory.resolve("catalogue.json"), "[{\"name\": \"x\"}]");

    var run = CliRun.withInput(POOL, "plan", "-f", "-", "--catalogue", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("catalogue.json: [0].architecture", "no usable instance type");
  }

  @Test
  void devices_are_found_only_when_asked_for() {
    var input =
        POOL
            + """
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              selectors:
              - cel: {expression: 'device.driver == "gpu.example.com"'}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: everywhere}
            spec:
              driver: gpu.example.com
              pool: {name: shared, generation: 1, resourceSliceCount: 1}
              allNodes: true
              devices:
              - {name: gpu-0}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: mine, namespace: default}
            spec:
              devices:
                requests:
                - {name: one, exactly: {deviceClassName: gpu}}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: trainer}
            spec:
              resourceClaims:
              - {name: gpu, resourceClaimName: mine}
              containers:
              - {name: main, image: app, resources: {requests: {cpu: "1"}}}
            """;

    var ignored = CliRun.withInput(input, "plan", "-f", "-");
    var honoured = CliRun.withInput(input, "plan", "-f", "-", "--honour-dra");

    assertThat(ignored.exitCode()).as(ignored.out() + ignored.err()).isEqualTo(3);
    assertThat(honoured.exitCode()).as(honoured.out() + honoured.err()).isZero();
    assertThat(honoured.out()).startsWith("1 new node for 1 pod");
  }

  @Test
  void a_weight_must_be_a_fraction() {
    var run = CliRun.withInput(POOL, "plan", "-f", "-", "--weigh-fraction", "7");

    assertThat(run.exitCode()).isEqualTo(64);
  }

  @Test
  void policies_are_understood_in_any_case() {
    var run =
        CliRun.withInput(
            POOL,
            "plan",
            "-f",
            "-",
            "--preference-policy",
            "weigh",
            "--min-values-policy",
            "bestEffort");

    assertThat(run.exitCode()).isZero();
  }

  @Test
  void another_clouds_class_is_planned_with_a_note() {
    var pool =
        POOL.replace(
            "group: karpenter.kwok.sh, kind: KWOKNodeClass",
            "group: karpenter.k8s.aws, kind: EC2NodeClass");

    var run = CliRun.withInput(pool + "---\n" + pod("a", "1"), "plan", "-f", "-");

    assertThat(run.out()).contains("Note: EC2NodeClass: no catalogue of that cloud is built in");
  }

  private static String pod(String name, String cpu) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      containers:
      - name: main
        image: main
        resources: {requests: {cpu: "%s"}}
    """
        .formatted(name, cpu);
  }
}
