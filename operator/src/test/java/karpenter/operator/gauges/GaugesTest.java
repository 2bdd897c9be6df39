package karpenter.operator.gauges;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.operator.LoopContext;
import karpenter.operator.Operator;
import karpenter.operator.Watched;
import karpenter.operator.event.EventNote;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics.Verdict;
import karpenter.operator.metrics.Registry;
import karpenter.operator.settings.Settings;
import karpenter.operator.settings.SettingsReader;
import karpenter.operator.state.ApiClusterWriter;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.testkit.HeldWatches;
import karpenter.operator.testkit.IdleRuntime;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestRuntime;
import org.junit.jupiter.api.Test;

class GaugesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:00Z");

  private final TestClock clock = new TestClock(NOW);
  private final HeldWatches kube = new HeldWatches();
  private final List<EventNote> events = new ArrayList<>();
  private int version = 1;

  @Test
  void a_node_is_told_with_its_labels_and_what_its_pods_ask_for() throws IOException {
    var metrics = leading(Settings.DEFAULT);
    kube.tell(Resource.NODES, node("a"));
    kube.tell(Resource.PODS, pod("web", "nodeName: a", "phase: Running"));

    assertThat(metrics.lines("karpenter_nodes_total_pod_requests"))
        .hasSize(2)
        .allMatch(line -> line.contains("node_name=\"a\",nodepool=\"general\""))
        .anyMatch(line -> line.contains("resource_type=\"cpu\"") && line.endsWith(" 0.5"));
    assertThat(metrics.lines("karpenter_nodes_system_overhead"))
        .anyMatch(line -> line.contains("resource_type=\"cpu\"") && line.endsWith(" 0.1"));
    assertThat(metrics.lines("karpenter_cluster_utilization_percent"))
        .contains("karpenter_cluster_utilization_percent{resource_type=\"cpu\"} 25.0");
    assertThat(metrics.lines("karpenter_pods_state"))
        .singleElement()
        .asString()
        .contains("name=\"web\"", "node=\"a\"", "scheduled=\"true\"", "managed=\"true\"");
  }

  @Test
  void what_is_gone_is_no_longer_told() throws IOException {
    var metrics = leading(Settings.DEFAULT);
    kube.tell(Resource.NODES, node("a"));
    kube.gone(Resource.NODES, node("a"));

    assertThat(metrics.lines("karpenter_nodes_allocatable")).isEmpty();
    assertThat(metrics.lines("karpenter_cluster_state_node_count"))
        .containsExactly("karpenter_cluster_state_node_count 0.0");
  }

  @Test
  void a_standby_tells_of_no_single_object() throws IOException {
    var metrics = following(Settings.DEFAULT);
    kube.tell(Resource.NODES, node("a"));
    kube.allSynced();

    assertThat(metrics.lines("karpenter_nodes_allocatable")).isEmpty();
    assertThat(metrics.lines("karpenter_cluster_state_synced"))
        .containsExactly("karpenter_cluster_state_synced 1.0");
  }

  @Test
  void without_observability_single_objects_are_left_out() throws IOException {
    var settings =
        SettingsReader.read(List.of("--disable-cluster-state-observability"), java.util.Map.of())
            .settings();
    var metrics = leading(settings);
    kube.tell(Resource.NODES, node("a"));
    kube.tell(Resource.NODE_CLAIMS, claim("c", "Unknown"));
    kube.tell(Resource.NODE_CLAIMS, claim("c", "True"));

    assertThat(metrics.text())
        .doesNotContain("karpenter_nodes_allocatable", "operator_nodeclaim", "karpenter_pods_state")
        .contains("karpenter_cluster_state_node_count");
    assertThat(events).isEmpty();
  }

  @Test
  void a_pod_is_timed_from_creation_and_from_its_first_plan() throws IOException {
    var metrics = leading(Settings.DEFAULT);
    kube.tell(Resource.PODS, pod("web", "", "phase: Pending"));
    metrics.gauges().planned("web-uid", Verdict.SEEN, NOW);
    metrics.gauges().planned("web-uid", Verdict.PLACED, NOW.plusSeconds(2));
    clock.set(NOW.plusSeconds(3));

    assertThat(metrics.lines("karpenter_pods_unbound_time_seconds"))
        .containsExactly(
            "karpenter_pods_unbound_time_seconds{name=\"web\",namespace=\"default\"} 63.0");
    assertThat(metrics.lines("karpenter_pods_provisioning_unbound_time_seconds"))
        .singleElement()
        .asString()
        .endsWith(" 1.0");

    kube.tell(
        Resource.PODS,
        pod(
            "web",
            "nodeName: a",
            "phase: Running, conditions: [{type: PodScheduled, status: 'True',"
                + " lastTransitionTime: '2026-01-05T09:00:05Z'}, {type: Ready, status: 'True',"
                + " lastTransitionTime: '2026-01-05T09:00:07Z'}]"));

    assertThat(metrics.text())
        .contains(
            "karpenter_pods_bound_duration_seconds_sum 65.0",
            "karpenter_pods_provisioning_bound_duration_seconds_sum 3.0",
            "karpenter_pods_provisioning_startup_duration_seconds_sum 5.0",
            "karpenter_pods_scheduling_decision_duration_seconds_sum 2.0",
            "karpenter_pods_startup_duration_seconds_sum 67.0");
    assertThat(metrics.lines("karpenter_pods_unbound_time_seconds")).isEmpty();
  }

  @Test
  void a_pod_that_was_there_before_us_is_not_timed() throws IOException {
    var metrics = following(Settings.DEFAULT);
    kube.tell(Resource.PODS, pod("old", "nodeName: a", "phase: Running"));
    kube.allSynced();
    metrics.operator().lead();

    kube.tell(
        Resource.PODS,
        pod(
            "old",
            "nodeName: a",
            "phase: Running, conditions: [{type: Ready, status: 'True', lastTransitionTime:"
                + " '2026-01-05T09:00:07Z'}]"));

    assertThat(metrics.text()).contains("karpenter_pods_startup_duration_seconds_count 0");
  }

  @Test
  void a_condition_that_changes_is_counted_timed_and_told() throws IOException {
    var metrics = leading(Settings.DEFAULT);
    kube.tell(Resource.NODE_CLAIMS, claim("c", "Unknown"));
    kube.tell(Resource.NODE_CLAIMS, claim("c", "True"));

    assertThat(metrics.lines("operator_nodeclaim_status_condition_transitions_total"))
        .anyMatch(line -> line.contains("status=\"True\",test_sh_testnodeclass=\"default\""));
    assertThat(metrics.lines("operator_status_condition_transitions_total"))
        .anyMatch(line -> line.contains("group=\"karpenter.sh\",kind=\"NodeClaim\""));
    assertThat(metrics.lines("operator_nodeclaim_status_condition_count"))
        .singleElement()
        .asString()
        .contains("name=\"c\"", "type=\"Launched\"", "status=\"True\"")
        .endsWith(" 1.0");
    assertThat(events).extracting(EventNote::reason).containsExactly("Launched");
  }

  @Test
  void what_a_new_leader_finds_is_no_change() {
    var metrics = following(Settings.DEFAULT);
    kube.tell(Resource.NODE_CLAIMS, claim("c", "True"));
    kube.allSynced();

    metrics.operator().lead();

    assertThat(events).isEmpty();
  }

  @Test
  void an_object_that_goes_is_timed_and_told() throws IOException {
    var metrics = leading(Settings.DEFAULT);
    var going = claim("c", "True");
    going.withObjectProperty("metadata").put("deletionTimestamp", "2026-01-05T08:59:50Z");
    kube.tell(Resource.NODE_CLAIMS, going);

    assertThat(metrics.lines("operator_nodeclaim_termination_current_time_seconds"))
        .singleElement()
        .asString()
        .endsWith(" 10.0");

    clock.set(NOW.plus(Duration.ofSeconds(5)));
    kube.gone(Resource.NODE_CLAIMS, going);

    assertThat(metrics.lines("operator_nodeclaim_termination_duration_seconds_sum"))
        .singleElement()
        .asString()
        .endsWith(" 15.0");
    assertThat(events).extracting(EventNote::reason).contains("Finalized");
  }

  /// An operator's metrics, as they are scraped.
  private record Scraped(Registry registry, Gauges gauges, Operator operator) {
    String text() throws IOException {
      var out = new ByteArrayOutputStream();
      registry.write(out);
      return out.toString(StandardCharsets.UTF_8);
    }

    List<String> lines(String name) throws IOException {
      return text()
          .lines()
          .filter(line -> Stream.of("{", " ").anyMatch(end -> line.startsWith(name + end)))
          .toList();
    }
  }

  private Scraped leading(Settings settings) {
    var metrics = following(settings);
    kube.allSynced();
    metrics.operator().lead();
    return metrics;
  }

  private Scraped following(Settings settings) {
    var registry = new Registry();
    var gauges = new Gauges(registry, settings, EnumSet.noneOf(Metric.class));
    var cloud = new TestCloud();
    var reading = Reading.of(cloud);
    var state = new WatchedState(reading, Watched.resources(settings, cloud.nodeClassKinds()));
    var context =
        new LoopContext(
            state,
            new ApiClusterWriter(kube, state, reading),
            kube,
            cloud,
            events::add,
            gauges,
            _ -> {},
            clock,
            new TestRuntime(clock),
            settings);
    var operator = new Operator(context, new IdleRuntime(clock), List.of());
    gauges.watch(operator);
    operator.watch();
    return new Scraped(registry, gauges, operator);
  }

  private ObjectNode node(String name) {
    return tree(
        """
        metadata:
          name: %1$s
          uid: %1$s-uid
          resourceVersion: "%2$d"
          creationTimestamp: "2026-01-05T08:00:00Z"
          labels: {karpenter.sh/nodepool: general, topology.kubernetes.io/zone: z}
        status:
          capacity: {cpu: "2100m", memory: 4Gi}
          allocatable: {cpu: "2", memory: 4Gi}
        """
            .formatted(name, version++));
  }

  private ObjectNode pod(String name, String spec, String status) {
    return tree(
        """
        metadata:
          namespace: default
          name: %1$s
          uid: %1$s-uid
          resourceVersion: "%2$d"
          creationTimestamp: "2026-01-05T08:59:00Z"
        spec:
          containers: [{name: main, resources: {requests: {cpu: 500m}}}]
          %3$s
        status: {%4$s}
        """
            .formatted(name, version++, spec, status));
  }

  private ObjectNode claim(String name, String launched) {
    return tree(
        """
        metadata:
          name: %1$s
          uid: %1$s-uid
          resourceVersion: "%2$d"
          creationTimestamp: "2026-01-05T08:59:00Z"
          labels: {karpenter.sh/nodepool: general, test.sh/testnodeclass: default}
        spec:
          nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
          requirements: []
        status:
          conditions:
          - {type: Launched, status: "%3$s", reason: Launched, lastTransitionTime: "2026-01-05T08:59:30Z"}
        """
            .formatted(name, version++, launched));
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test's own YAML is broken:\n" + yaml, e);
    }
  }
}
