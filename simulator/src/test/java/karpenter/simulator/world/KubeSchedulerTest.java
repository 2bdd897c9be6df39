package karpenter.simulator.world;

import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.LaggingCourier;
import karpenter.simulator.runtime.Timeline;
import org.junit.jupiter.api.Test;

/// Where pods go when more than one node would do, and who makes room when none would.
class KubeSchedulerTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  private final Timeline timeline = new Timeline(1, START);
  private final InMemoryKube kube = new InMemoryKube(1, timeline, new LaggingCourier(1, timeline));

  KubeSchedulerTest() {
    var _ = new ControlPlane(1, kube, timeline);
    priority("vital", 1000, "PreemptLowerPriority");
    priority("patient", 1000, "Never");
    priority("minor", -5, "PreemptLowerPriority");
  }

  @Test
  void the_emptier_node_is_taken() {
    node("a", "4", "zone-1");
    pod("first", "2", "");
    pass(5);
    node("b", "4", "zone-1");
    pass(5);

    pod("second", "1", "");
    pass(5);

    assertThat(places()).containsEntry("second", "b");
  }

  @Test
  void cpu_and_memory_are_taken_in_equal_parts() {
    node("a", "8", "zone-1", "64Gi");
    node("b", "8", "zone-1", "16Gi");

    // A quarter of the cpu either way; a quarter of b's memory, a sixteenth of a's, which is
    // emptier.
    pod("even", "2", "", "4Gi");
    pass(5);

    assertThat(places()).containsEntry("even", "b");
  }

  @Test
  void a_preferred_node_wins_over_an_emptier_one() {
    node("a", "16", "zone-1");
    node("b", "4", "zone-2");

    pod(
        "picky",
        "2",
        """
        affinity:
          nodeAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
              - weight: 50
                preference:
                  matchExpressions:
                    - {key: topology.kubernetes.io/zone, operator: In, values: [zone-2]}
        """);
    pass(5);

    assertThat(places()).containsEntry("picky", "b");
  }

  @Test
  void a_node_that_is_better_left_alone_is_taken_last() {
    node("a", "16", "zone-1");
    node("b", "4", "zone-1");
    kube.patch(
        Resource.NODES,
        ObjectKey.cluster("a"),
        Patch.merge(tree("{spec: {taints: [{key: soft, effect: PreferNoSchedule}]}}")));

    pod("any", "1", "");
    pass(5);

    assertThat(places()).containsEntry("any", "b");
  }

  @Test
  void a_pod_goes_to_those_it_likes_and_away_from_those_it_does_not() {
    node("a", "16", "zone-1");
    pod("friend", "4", "");
    pass(5);
    node("b", "16", "zone-2");
    pass(5);

    pod("fond", "1", preferred("podAffinity"));
    pass(5);
    assertThat(places()).containsEntry("fond", "a");

    pod("shy", "1", preferred("podAntiAffinity"));
    pass(5);
    assertThat(places()).containsEntry("shy", "b");
  }

  @Test
  void pods_that_may_crowd_are_spread_all_the_same() {
    node("a", "32", "zone-1");
    node("b", "4", "zone-2");
    for (int i = 0; i < 4; i++) {
      pod(
          "web-" + i,
          "500m",
          """
          topologySpreadConstraints:
            - topologyKey: topology.kubernetes.io/zone
              maxSkew: 1
              whenUnsatisfiable: ScheduleAnyway
              labelSelector: {matchLabels: {kind: pod}}
          """);
      pass(2);
    }

    assertThat(perNode()).hasToString("{a=2, b=2}");
  }

  @Test
  void pods_of_one_owner_are_spread_although_nobody_asked() {
    node("a", "32", "zone-1");
    node("b", "8", "zone-2");
    deployment("web", 4, "500m", "");
    pass(5);

    assertThat(perNode()).hasToString("{a=2, b=2}");
  }

  @Test
  void who_matters_most_is_placed_first() {
    for (int i = 0; i < 3; i++) {
      pod("usual-" + i, "1", "");
    }
    pod("urgent", "1", "priorityClassName: patient");
    pass(5);

    node("a", "1", "zone-1");
    pass(15);

    assertThat(places()).containsEntry("urgent", "a").hasSize(1);
  }

  @Test
  void who_matters_less_makes_room() {
    node("a", "4", "zone-1");
    pod("minor", "2", "priorityClassName: minor");
    pod("usual", "2", "");
    pass(5);

    pod("urgent", "2", "priorityClassName: vital");
    pass(1);
    assertThat(object("urgent").at("/status/nominatedNodeName").asText()).isEqualTo("a");
    pass(10);

    assertThat(places()).containsOnlyKeys("usual", "urgent");
    assertThat(object("urgent").at("/status").has("nominatedNodeName")).isFalse();
  }

  @Test
  void who_is_patient_takes_nobodys_place() {
    node("a", "4", "zone-1");
    pod("usual", "4", "");
    pass(5);

    pod("patient", "2", "priorityClassName: patient");
    pass(10);

    assertThat(places()).containsOnlyKeys("usual");
  }

  @Test
  void who_a_budget_protects_stays_if_another_can_go() {
    node("a", "4", "zone-1");
    node("b", "4", "zone-1");
    deployment("guarded", 1, "4", "");
    pass(5);
    pod("bare", "4", "");
    kube.create(
        Resource.POD_DISRUPTION_BUDGETS,
        tree(
            """
            metadata: {name: guarded, namespace: default}
            spec: {maxUnavailable: 0, selector: {matchLabels: {app: guarded}}}
            """));
    pass(5);

    pod("urgent", "4", "priorityClassName: vital");
    pass(10);

    assertThat(places()).doesNotContainKey("bare").containsKey("urgent").hasSize(2);
  }

  @Test
  void as_many_as_possible_stay() {
    node("a", "4", "zone-1");
    for (int i = 0; i < 4; i++) {
      pod("usual-" + i, "1", "");
    }
    pass(5);

    pod("urgent", "2", "priorityClassName: vital");
    pass(10);

    assertThat(places()).containsKey("urgent").hasSize(3);
  }

  @Test
  void nobody_lesser_takes_the_room_that_was_made() {
    node("a", "4", "zone-1");
    pod("slow", "4", "", "1Gi", "30s");
    pass(5);

    pod("urgent", "3", "priorityClassName: vital");
    pass(5);
    pod("sneaky", "2", "");
    pass(40);

    assertThat(places()).containsKey("urgent").doesNotContainKey("sneaky");
  }

  @Test
  void who_failed_is_not_tried_before_something_happens() {
    pod("waiting", "4", "");
    pass(5);
    var before = Metas.version(object("waiting"));
    node("small", "2", "zone-1");
    pass(60);
    assertThat(Metas.version(object("waiting"))).isEqualTo(before);

    node("large", "8", "zone-1");
    pass(3);

    assertThat(places()).containsEntry("waiting", "large");
  }

  private static String preferred(String kind) {
    return """
    affinity:
      %s:
        preferredDuringSchedulingIgnoredDuringExecution:
          - weight: 100
            podAffinityTerm:
              topologyKey: topology.kubernetes.io/zone
              labelSelector: {matchLabels: {name: friend}}
    """
        .formatted(kind);
  }

  private void priority(String name, int value, String policy) {
    kube.create(
        InMemoryKube.PRIORITY_CLASSES,
        tree(
            "{metadata: {name: %s}, value: %d, preemptionPolicy: %s}"
                .formatted(name, value, policy)));
  }

  private void pod(String name, String cpu, String spec) {
    pod(name, cpu, spec, "100Mi");
  }

  private void pod(String name, String cpu, String spec, String memory) {
    pod(name, cpu, spec, memory, "0s");
  }

  private void pod(String name, String cpu, String spec, String memory, String delay) {
    var pod =
        tree(
            """
            metadata:
              name: %1$s
              namespace: default
              labels: {name: %1$s, kind: pod}
              annotations: {pod-delete.stage.kwok.x-k8s.io/delay: %4$s}
            spec:
              containers:
                - {name: main, image: none, resources: {requests: {cpu: %2$s, memory: %3$s}}}
            """
                .formatted(name, cpu, memory, delay));
    if (!spec.isEmpty()) {
      pod.withObject("/spec").setAll(tree(spec));
    }
    kube.create(Resource.PODS, pod);
  }

  private void deployment(String name, int replicas, String cpu, String spec) {
    var deployment =
        tree(
            """
            metadata: {name: %1$s, namespace: default}
            spec:
              replicas: %2$d
              selector: {matchLabels: {app: %1$s}}
              template:
                metadata: {labels: {app: %1$s}}
                spec:
                  containers: [{name: main, image: none, resources: {requests: {cpu: %3$s}}}]
            """
                .formatted(name, replicas, cpu));
    if (!spec.isEmpty()) {
      deployment.withObject("/spec/template/spec").setAll(tree(spec));
    }
    kube.create(Resource.DEPLOYMENTS, deployment);
  }

  private void node(String name, String cpu, String zone) {
    node(name, cpu, zone, "16Gi");
  }

  private void node(String name, String cpu, String zone, String memory) {
    kube.create(
        Resource.NODES,
        tree(
            """
            metadata:
              name: %1$s
              labels: {kubernetes.io/hostname: %1$s, topology.kubernetes.io/zone: %3$s}
              annotations: {kwok.x-k8s.io/node: fake}
            status:
              capacity: {cpu: "%2$s", memory: %4$s, pods: "110"}
              allocatable: {cpu: "%2$s", memory: %4$s, pods: "110"}
            """
                .formatted(name, cpu, zone, memory)));
    pass(1);
  }

  private ObjectNode object(String pod) {
    return kube.find(Resource.PODS, ObjectKey.of("default", pod)).orElseThrow();
  }

  /// Where the pods that are bound and do not go are.
  private Map<String, String> places() {
    var places = new TreeMap<String, String>();
    for (var pod : kube.view(Resource.PODS)) {
      if (Pods.isBound(pod) && Workloads.isActive(pod)) {
        places.put(Metas.name(pod), Pods.nodeName(pod));
      }
    }
    return places;
  }

  private Map<String, Integer> perNode() {
    var counts = new TreeMap<String, Integer>();
    places().values().forEach(node -> counts.merge(node, 1, Integer::sum));
    return counts;
  }

  private void pass(int seconds) {
    timeline.runUntil(timeline.ticks() + Duration.ofSeconds(seconds).toNanos());
  }
}
