package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.resource.Resources;
import karpenter.core.wire.DefaultSpread;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metric;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.settings.SettingsReader;
import karpenter.operator.state.Note;
import karpenter.operator.testkit.TestSettings;
import org.junit.jupiter.api.Test;

class ProvisionerTest {
  private static final String UNSCHEDULABLE =
      "{type: PodScheduled, status: 'False', reason: Unschedulable}";

  private static final String NODE_CLASS = "{metadata: {name: default}}";

  private static final String NODE_POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general}
      spec:
        template:
          spec:
            nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
            requirements: []
            expireAfter: Never
      status: {conditions: [%s]}
      """;

  private final Scene scene = new Scene();

  @Test
  void pods_that_wait_get_a_claim_with_what_they_need() {
    scene.pool("general").pendingPod("a", 1000).pendingPod("b", 2000);

    scene.pass();

    var claim = onlyClaim();
    assertThat(claim.requests().get(Resources.CPU)).isEqualTo(3000);
    assertThat(claim.requests().get(Resources.PODS)).isEqualTo(2);
    assertThat(claim.meta().labels()).containsEntry("karpenter.sh/nodepool", "general");
    assertThat(claim.meta().owners()).singleElement().matches(o -> o.kind().equals("NodePool"));
    assertThat(scene.told()).containsExactlyInAnyOrder("Nominated a", "Nominated b");
    assertThat(
            scene.metrics.value(Metric.NODECLAIMS_CREATED_TOTAL, "provisioned", "general", "false"))
        .isEqualTo(1);
    assertThat(scene.decisions)
        .extracting(d -> d.kind())
        .containsExactly("NodeClaimPlanned", "BatchPlanned");
    assertThat(scene.decisions.getLast().reasons().getFirst()).contains("optimum");
  }

  @Test
  void decisions_tell_the_node_cost_apart_and_only_where_there_is_one() {
    scene.pool("general").pendingPod("a", 1000).pass();
    var free = new Scene(settings -> settings.withNodeCost(0)).pool("general");
    free.pendingPod("a", 1000).pass();

    assertThat(scene.decisions.getFirst().reasons().getFirst())
        .endsWith("costs $0.2000/h + node cost $0.0500/h");
    assertThat(scene.decisions)
        .allSatisfy(decision -> assertThat(decision.details()).containsEntry("nodeCost", "0.05"));
    assertThat(free.decisions.getFirst().reasons().getFirst()).endsWith("costs $0.2000/h");
    assertThat(free.decisions)
        .noneSatisfy(decision -> assertThat(decision.details()).containsKey("nodeCost"));
  }

  @Test
  void who_only_observes_plans_for_a_pool_that_nobody_has_called_ready() {
    var untold = NODE_POOL.formatted("");
    var refused =
        NODE_POOL.formatted(
            "{type: Ready, status: 'False', reason: Broken, message: it is, observedGeneration: 1,"
                + " lastTransitionTime: '2026-01-05T09:00:00Z'}");
    scene.put(Scene.NODE_CLASSES, NODE_CLASS).put(Resource.NODE_POOLS, untold);
    assertThat(scene.pendingPod("a", 1000).pass().claims()).as("who acts waits").isEmpty();

    var watching = new Scene(TestSettings::observing).pendingPod("a", 1000);
    assertThat(watching.put(Resource.NODE_POOLS, untold).pass().claims()).as("no class").isEmpty();
    watching.put(Scene.NODE_CLASSES, NODE_CLASS).put(Resource.NODE_POOLS, refused);
    assertThat(watching.pass().claims()).as("somebody says no").isEmpty();

    watching.put(Resource.NODE_POOLS, untold).pass();

    assertThat(watching.claims()).hasSize(1);
  }

  @Test
  void replicas_the_scheduler_has_not_come_to_are_planned_for_with_their_kin() {
    scene.pool("general").replica("a", 1000, UNSCHEDULABLE).replica("b", 1000, "").pass();
    assertThat(onlyClaim().requests().get(Resources.CPU)).isEqualTo(2000);

    scene.replica("b", 1000, UNSCHEDULABLE).pass();

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void replica_keeps_its_promise_though_its_kin_are_bound_before_the_scheduler_comes_to_it() {
    scene.pool("general").replica("a", 1500, UNSCHEDULABLE).replica("b", 1500, "").pass();
    scene.runningPod("a", 1000, "elsewhere");

    scene.pendingPod("c", 3000).pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void pods_held_back_by_a_gate_or_of_another_kind_are_not_planned_for_unasked() {
    scene
        .pool("general")
        .replica("a", 1000, UNSCHEDULABLE)
        .replica("gated", 1000, "{type: PodScheduled, status: 'False', reason: SchedulingGated}")
        .replica("other", 2000, "")
        .pass();

    assertThat(onlyClaim().requests().get(Resources.CPU)).isEqualTo(1000);
  }

  /// A pod that prefers a type four times as large, and as dear, as it needs.
  private static List<String> typesBought(String policy) {
    var settings = SettingsReader.read(List.of("--preference-policy", policy), Map.of());
    assertThat(settings.problems()).isEmpty();
    var scene = new Scene(_ -> settings.settings()).pool("general");
    scene
        .pendingPod(
            "a",
            1000,
            """
              affinity:
                nodeAffinity:
                  preferredDuringSchedulingIgnoredDuringExecution:
                  - weight: 1
                    preference:
                      matchExpressions:
                      - {key: node.kubernetes.io/instance-type, operator: In, values: [large]}
            """)
        .pass();
    var wanted = scene.claims().getFirst().requirements();
    return List.copyOf(wanted.get("node.kubernetes.io/instance-type").finiteValues().orElseThrow());
  }

  @Test
  void preference_is_kept_at_any_price_or_only_while_it_costs_little() {
    assertThat(typesBought("Respect")).containsExactly("large");
    assertThat(typesBought("Ignore")).contains("small");
    assertThat(typesBought("Weigh")).contains("small");
  }

  @Test
  void new_claim_is_held_for_its_pods_from_the_moment_it_is_made() {
    scene.pool("general").pendingPod("a", 1000).pass();

    assertThat(
            scene.state.snapshot().notes().isNominated(onlyClaim().name(), scene.clock.instant()))
        .isTrue();
  }

  @Test
  void nothing_is_bought_twice_while_a_claim_is_not_launched() {
    scene.pool("general").pendingPod("a", 1000).pass();

    scene.pass().pass();

    assertThat(scene.claims()).hasSize(1);
    assertThat(scene.told()).containsExactly("Nominated a");
  }

  @Test
  void an_unlaunched_claim_neither_stops_planning_nor_is_forgotten_after_a_restart() {
    scene
        .pool("general")
        .pendingPod("a", 3000, "  nodeSelector: {topology.kubernetes.io/zone: zone-a}")
        .pass();

    scene.pass(scene.restarted());

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void pods_of_a_node_that_is_replaced_keep_their_seat_on_what_comes() {
    scene.pool("general").pendingPod("a", 1000).pass();
    var replacement = onlyClaim().name();
    scene.node("old", 4).runningPod("p", 1000, "old").node("other", 8);
    scene.state.note(new Note.Promised("uid-p", replacement));
    scene.state.note(new Note.MarkedForDeletion("old"));

    scene.pass();

    assertThat(scene.state.snapshot().notes().promised()).containsEntry("uid-p", replacement);
    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void another_pod_takes_room_that_an_unlaunched_claim_has_in_any_case() {
    scene.pool("general").pendingPod("a", 1000).pass();

    scene.pendingPod("b", 2000).pass();

    assertThat(scene.claims()).hasSize(1);
    assertThat(scene.told()).containsExactly("Nominated a", "Nominated b");
  }

  @Test
  void another_pod_does_not_count_on_more_than_the_least_a_claim_may_become() {
    scene.pool("general").pendingPod("a", 1000).pass();

    scene.pendingPod("b", 3500).pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void pod_of_one_zone_does_not_count_on_a_claim_that_may_come_in_another() {
    scene.pool("general").pendingPod("a", 1000).pass();

    scene.pendingPod("b", 1000, "  nodeSelector: {topology.kubernetes.io/zone: zone-b}").pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void launched_claim_takes_pods_by_what_it_became() {
    scene.pool("general").pendingPod("a", 1000).pass();
    scene.launch(onlyClaim().name(), "large");

    scene.pendingPod("b", 14_000, "  nodeSelector: {topology.kubernetes.io/zone: zone-a}").pass();

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void pods_of_a_claim_that_goes_are_planned_anew() {
    scene.pool("general").pendingPod("a", 1000).pass();
    scene.deleteClaim(onlyClaim().name());

    scene.pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void pods_of_a_claim_nothing_of_which_is_on_sale_are_planned_anew() {
    scene.pool("general").pendingPod("a", 1000).pass();
    var offered = List.of(Scene.Cloud.type("other", 32, true));
    scene.cloud.types = offered;
    scene.cloud.typesVersion++;

    scene.pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void free_room_on_a_node_is_used_first_and_the_node_is_kept_for_the_pod() {
    scene.pool("general").node("n", 4).runningPod("old", 1000, "n").pendingPod("a", 3000);

    scene.pass();

    assertThat(scene.claims()).isEmpty();
    assertThat(scene.told()).containsExactly("Nominated a");
    assertThat(scene.state.snapshot().notes().isNominated("n", scene.clock.instant())).isTrue();
  }

  @Test
  void ended_pods_take_no_room() {
    scene.pool("general").node("n", 4);
    scene.put(
        Resource.PODS,
        """
        metadata: {namespace: default, name: done}
        spec: {nodeName: n, containers: [{name: main, resources: {requests: {cpu: "4"}}}]}
        status: {phase: Succeeded}
        """);

    scene.pendingPod("a", 3000).pass();

    assertThat(scene.claims()).isEmpty();
  }

  @Test
  void pods_of_a_node_that_goes_move_before_it_is_gone() {
    scene.pool("general").pendingPod("seed", 3000).pass();
    var first = onlyClaim().name();
    scene.launch(first, "small");
    scene.remove(Resource.PODS, "metadata: {namespace: default, name: seed, uid: uid-seed}");
    nodeOf(first);
    scene.runningPod("web", 3000, "node-1");
    scene.deleteClaim(first);

    scene.pass();

    assertThat(scene.claims()).hasSize(2);
    assertThat(scene.told()).endsWith("Nominated web");
  }

  @Test
  void pods_that_must_not_be_disrupted_do_not_move() {
    scene.pool("general").pendingPod("seed", 3000).pass();
    var first = onlyClaim().name();
    scene.launch(first, "small");
    scene.remove(Resource.PODS, "metadata: {namespace: default, name: seed, uid: uid-seed}");
    nodeOf(first);
    scene.runningPod(
        "web", 3000, "node-1", "  annotations: {karpenter.sh/do-not-disrupt: \"true\"}");
    scene.deleteClaim(first);

    scene.pass();

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void pods_that_a_budget_holds_for_good_do_not_move() {
    scene.pool("general").pendingPod("seed", 3000).pass();
    var first = onlyClaim().name();
    scene.launch(first, "small");
    scene.remove(Resource.PODS, "metadata: {namespace: default, name: seed, uid: uid-seed}");
    nodeOf(first);
    scene.runningPod("web", 3000, "node-1");
    scene.put(
        Resource.POD_DISRUPTION_BUDGETS,
        """
        metadata: {namespace: default, name: never}
        spec: {maxUnavailable: 0, selector: {matchLabels: {app: web}}}
        status: {disruptionsAllowed: 0}
        """);
    scene.deleteClaim(first);

    scene.pass();

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void limits_count_claims_that_are_not_launched_at_their_largest() {
    scene.pool("general", "{cpu: 16}", "").pendingPod("a", 6000).pass();
    assertThat(scene.claims()).hasSize(1);

    // The first may be 8 cores or 16; whichever it becomes, the two must stay within 16.
    scene.pendingPod("b", 7000).pass();

    assertThat(scene.claims().stream().mapToLong(this::largest).sum()).isLessThanOrEqualTo(16_000);
  }

  @Test
  void limits_of_one_pass_hold_for_all_its_claims() {
    scene.pool("general", "{cpu: 20}", "");
    for (int i = 0; i < 12; i++) {
      scene.pendingPod("p" + i, 3000);
    }

    scene.pass().pass();

    assertThat(scene.claims()).isNotEmpty();
    assertThat(scene.claims().stream().mapToLong(this::largest).sum()).isLessThanOrEqualTo(20_000);
  }

  @Test
  void static_pools_never_buy_for_pods() {
    scene.pool("fixed", "{}", "  replicas: 3").pendingPod("a", 1000).pass();

    assertThat(scene.claims()).isEmpty();
  }

  @Test
  void pod_without_a_place_is_told_why_once_while_its_event_is_young() {
    scene.pool("general").pendingPod("big", 100_000).pass();

    scene.pass().pass();

    assertThat(scene.told()).containsExactly("FailedScheduling big");
    assertThat(scene.events.getFirst().message()).contains("NodePool general");
    assertThat(scene.metrics.value(Metric.SCHEDULER_UNSCHEDULABLE_PODS_COUNT, "provisioner"))
        .isEqualTo(1);
    scene.clock.advance(Duration.ofMinutes(6));
    scene.pass();
    assertThat(scene.told()).hasSize(2);
  }

  @Test
  void pod_whose_volume_cannot_be_found_fails_and_is_not_planned() {
    scene
        .pool("general")
        .pendingPod(
            "a", 1000, "  volumes: [{name: data, persistentVolumeClaim: {claimName: missing}}]")
        .pass();

    assertThat(scene.claims()).isEmpty();
    assertThat(scene.told()).containsExactly("FailedScheduling a");
    assertThat(scene.events.getFirst().message()).contains("missing");
    assertThat(scene.metrics.value(Metric.SCHEDULER_IGNORED_PODS_COUNT)).isEqualTo(1);
  }

  @Test
  void volume_ties_the_claim_to_its_zone() {
    scene.put(
        Resource.STORAGE_CLASSES,
        """
        metadata: {name: zonal}
        provisioner: csi.example.com
        volumeBindingMode: WaitForFirstConsumer
        allowedTopologies: [{matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [zone-b]}]}]
        """);
    scene.put(
        Resource.PERSISTENT_VOLUME_CLAIMS,
        """
        metadata: {namespace: default, name: data}
        spec: {storageClassName: zonal}
        status: {phase: Pending}
        """);
    scene
        .pool("general")
        .pendingPod(
            "a", 1000, "  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]")
        .pass();

    assertThat(onlyClaim().requirements().get("topology.kubernetes.io/zone").finiteValues())
        .hasValueSatisfying(zones -> assertThat(zones).containsExactly("zone-b"));
  }

  @Test
  void pod_that_wants_no_pool_is_left_alone_without_a_word() {
    scene
        .pool("general")
        .pendingPod(
            "a",
            1000,
            """
              affinity:
                nodeAffinity:
                  requiredDuringSchedulingIgnoredDuringExecution:
                    nodeSelectorTerms:
                      - matchExpressions: [{key: karpenter.sh/nodepool, operator: DoesNotExist}]
            """)
        .pass();

    assertThat(scene.claims()).isEmpty();
    assertThat(scene.told()).isEmpty();
  }

  @Test
  void daemons_are_counted_by_their_newest_pod() {
    scene.put(
        Resource.DAEMON_SETS,
        """
        metadata: {namespace: kube-system, name: agent}
        spec:
          template:
            spec: {containers: [{name: main, resources: {requests: {cpu: 100m}}}]}
        """);
    scene.pool("general").node("n", 1);
    scene.put(
        Resource.PODS,
        """
        metadata:
          namespace: kube-system
          name: agent-1
          ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: uid-agent, controller: true}]
        spec: {nodeName: n, containers: [{name: main, resources: {requests: {cpu: 500m}}}]}
        status: {phase: Running}
        """);

    scene.pendingPod("a", 1000).pass();

    assertThat(onlyClaim().requests().get(Resources.CPU)).isEqualTo(1500);
  }

  @Test
  void a_daemon_that_found_no_room_yet_counts_too() {
    scene.put(
        Resource.DAEMON_SETS,
        """
        metadata: {namespace: kube-system, name: agent}
        spec: {template: {spec: {containers: [{name: main}]}}}
        """);
    scene.pool("general").node("n", 1);
    scene.put(
        Resource.PODS,
        """
        metadata:
          namespace: kube-system
          name: agent-1
          ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: uid-agent, controller: true}]
        spec: {containers: [{name: main, resources: {requests: {cpu: "2"}}}]}
        status: {phase: Pending, conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]}
        """);

    scene.pendingPod("a", 1000).pass();

    assertThat(onlyClaim().requests().get(Resources.CPU)).isEqualTo(3000);
  }

  @Test
  void pool_that_can_buy_nothing_is_told_so() {
    scene.cloud.types = List.of(Scene.Cloud.type("sold-out", 4, false));
    scene.pool("general").pendingPod("a", 1000).pass();

    assertThat(scene.told()).contains("NoCompatibleInstanceTypes general", "FailedScheduling a");
  }

  @Test
  void claim_whose_creation_was_not_answered_is_found_again() {
    scene.pool("general").pendingPod("a", 1000);
    scene.server.losesAnswers = 1;
    scene.batcher.trigger("a");
    scene.clock.advance(Duration.ofSeconds(1));
    assertThat(Scene.reconcile(scene.provisioner)).isInstanceOf(Outcome.Failed.class);

    // The batch is still due.
    assertThat(Scene.reconcile(scene.provisioner)).isInstanceOf(Outcome.Again.class);

    assertThat(scene.server.trees).hasSize(1);
    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void pods_that_say_nothing_are_spread_as_the_cluster_has_it() {
    var spread =
        new DefaultSpread(
            List.of(
                new SpreadConstraint(
                    "topology.kubernetes.io/zone",
                    1,
                    OptionalInt.empty(),
                    SpreadConstraint.Strength.DO_NOT_SCHEDULE,
                    LabelSelector.NOTHING,
                    SpreadConstraint.Inclusion.HONOR,
                    SpreadConstraint.Inclusion.IGNORE)));
    var spreading = new Scene(settings -> TestSettings.withSpread(settings, spread));
    spreading.put(
        Resource.SERVICES,
        """
        metadata: {namespace: default, name: web}
        spec: {selector: {app: web}}
        """);

    spreading.pool("general").pendingPod("a", 1000).pendingPod("b", 1000).pass();

    assertThat(spreading.claims())
        .extracting(c -> c.requirements().get("topology.kubernetes.io/zone").finiteValues())
        .containsExactlyInAnyOrder(
            Optional.of(new TreeSet<>(List.of("zone-a"))),
            Optional.of(new TreeSet<>(List.of("zone-b"))));
  }

  @Test
  void pods_that_wait_are_looked_at_again_without_a_trigger() {
    scene.pool("general").pendingPod("big", 100_000).pass();
    scene.cloud.types = List.of(Scene.Cloud.type("huge", 128, true));
    scene.cloud.typesVersion++;

    scene.clock.advance(Provisioner.LOOK_AGAIN);
    Scene.reconcile(scene.provisioner);

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void nothing_is_looked_at_again_when_nobody_waits() {
    scene.pool("general").node("n", 4).runningPod("a", 1000, "n").pass();

    assertThat(Scene.reconcile(scene.provisioner)).isEqualTo(Outcome.DONE);
  }

  private ClaimFacts onlyClaim() {
    assertThat(scene.claims()).hasSize(1);
    return scene.claims().getFirst();
  }

  /// The claim's machine has joined as `node-1` and is ready.
  private void nodeOf(String claim) {
    scene.put(
        Resource.NODES,
        """
        metadata:
          name: node-1
          labels:
            kubernetes.io/hostname: node-1
            karpenter.sh/nodepool: general
            karpenter.sh/registered: "true"
            karpenter.sh/initialized: "true"
            node.kubernetes.io/instance-type: small
        spec: {providerID: "test://%s"}
        status: {capacity: {cpu: "4", pods: "110"}, allocatable: {cpu: "4", pods: "110"}}
        """
            .formatted(claim));
  }

  private long largest(ClaimFacts claim) {
    return scene.cloud.types.stream()
        .filter(
            type ->
                claim.requirements().get("node.kubernetes.io/instance-type").contains(type.name()))
        .mapToLong(type -> type.capacity().get(Resources.CPU))
        .max()
        .orElseThrow();
  }
}
