package karpenter.simulator.world;

import static karpenter.operator.kube.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.LaggingCourier;
import karpenter.simulator.runtime.Timeline;
import org.junit.jupiter.api.Test;

/// What a cluster without us does.
class ControlPlaneTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  private final Timeline timeline = new Timeline(1, START);
  private final InMemoryKube kube = new InMemoryKube(1, timeline, new LaggingCourier(1, timeline));
  private final ControlPlane world = new ControlPlane(1, kube, timeline);

  @Test
  void pods_without_a_node_are_told_so() {
    deployment("web", 3, "1");

    pass(Duration.ofSeconds(5));

    assertThat(pods()).hasSize(3);
    assertThat(pods())
        .allSatisfy(
            pod -> {
              assertThat(Pods.phase(pod)).isEqualTo("Pending");
              assertThat(Pods.condition(pod, "PodScheduled").path("reason").asText())
                  .isEqualTo("Unschedulable");
            });
  }

  @Test
  void a_node_becomes_ready_and_its_pods_run() {
    deployment("web", 3, "1");
    node("a", "4", "");

    pass(Duration.ofSeconds(5));

    assertThat(pods()).allSatisfy(pod -> assertThat(Pods.isReady(pod)).isTrue());
    assertThat(object(Resource.NODES, "a").at("/spec/taints")).isEmpty();
    assertThat(kube.view(Resource.DEPLOYMENTS).getFirst().at("/status/readyReplicas").asInt())
        .isEqualTo(3);
  }

  @Test
  void a_full_node_takes_no_more() {
    deployment("web", 3, "1500m");
    node("a", "4", "");

    pass(Duration.ofSeconds(5));

    assertThat(pods().stream().filter(Pods::isBound)).hasSize(2);
  }

  @Test
  void an_untolerated_taint_keeps_pods_away() {
    deployment("web", 1, "1");
    node("a", "4", "{key: mine, effect: NoSchedule}");

    pass(Duration.ofSeconds(5));

    assertThat(pods().stream().filter(Pods::isBound)).isEmpty();
  }

  @Test
  void pods_that_avoid_each_other_get_a_node_each() {
    kube.create(
        Resource.DEPLOYMENTS,
        workload(
            "Deployment",
            "web",
            3,
            """
            affinity:
              podAntiAffinity:
                requiredDuringSchedulingIgnoredDuringExecution:
                  - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
            """));
    node("a", "4", "");
    node("b", "4", "");

    pass(Duration.ofSeconds(5));

    assertThat(perNode()).hasToString("{=1, a=1, b=1}");
  }

  @Test
  void spread_pods_wait_rather_than_crowd() {
    kube.create(
        Resource.DEPLOYMENTS,
        workload(
            "Deployment",
            "web",
            4,
            """
            topologySpreadConstraints:
              - topologyKey: kubernetes.io/hostname
                maxSkew: 1
                whenUnsatisfiable: DoNotSchedule
                labelSelector: {matchLabels: {app: web}}
            """));
    node("a", "1", "");
    node("b", "8", "");

    pass(Duration.ofSeconds(5));

    assertThat(perNode()).hasToString("{=1, a=1, b=2}");
  }

  @Test
  void daemons_run_on_every_node_that_lets_them() {
    kube.create(Resource.DAEMON_SETS, workload("DaemonSet", "agent", 0, ""));
    node("a", "4", "");
    node("b", "4", "{key: mine, effect: NoSchedule}");

    pass(Duration.ofSeconds(5));

    assertThat(perNode()).hasToString("{a=1}");
  }

  @Test
  void stateful_pods_come_one_after_the_other_and_keep_their_names() {
    kube.create(Resource.STATEFUL_SETS, workload("StatefulSet", "db", 2, ""));
    pass(Duration.ofSeconds(5));
    assertThat(pods()).hasSize(1);

    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    assertThat(pods()).extracting(Metas::name).containsExactly("db-0", "db-1");
  }

  @Test
  void jobs_complete() {
    var job = workload("Job", "once", 0, "");
    job.put("apiVersion", "batch/v1").withObject("/spec").put("completions", 2);
    kube.create(Workloads.JOBS, job);
    node("a", "4", "");

    pass(Duration.ofSeconds(5));

    assertThat(pods()).extracting(Pods::phase).containsExactly("Succeeded", "Succeeded");
  }

  @Test
  void a_job_takes_as_long_as_it_says() {
    var job = workload("Job", "once", 0, "");
    job.put("apiVersion", "batch/v1")
        .withObject("/spec/template/metadata/annotations")
        .put("pod-complete.stage.kwok.x-k8s.io/delay", "10m");
    kube.create(Workloads.JOBS, job);
    node("a", "4", "");

    pass(Duration.ofMinutes(9));
    assertThat(pods()).extracting(Pods::phase).containsExactly("Running");
    pass(Duration.ofMinutes(2));

    assertThat(pods()).extracting(Pods::phase).containsExactly("Succeeded");
  }

  @Test
  void a_cron_job_makes_jobs_on_time_and_keeps_the_last_three() {
    node("a", "4", "");
    cron("'*/10 * * * *'", "Allow", "0s");

    pass(Duration.ofMinutes(65));

    assertThat(kube.view(CronJobs.CRON_JOBS).getFirst().at("/status/lastScheduleTime").asText())
        .isEqualTo("2026-01-05T10:00:00Z");
    assertThat(kube.view(Workloads.JOBS))
        .hasSize(3)
        .allSatisfy(
            job ->
                assertThat(Pods.condition(job, "Complete").path("status").asText())
                    .isEqualTo("True"));
  }

  @Test
  void a_cron_job_that_forbids_it_has_one_job_at_a_time() {
    node("a", "4", "");
    cron("'*/10 * * * *'", "Forbid", "25m");

    pass(Duration.ofMinutes(32));
    assertThat(kube.view(Workloads.JOBS)).hasSize(1);
    pass(Duration.ofMinutes(5));

    assertThat(kube.view(Workloads.JOBS)).hasSize(2);
  }

  private void cron(String schedule, String policy, String work) {
    kube.create(
        CronJobs.CRON_JOBS,
        tree(
            """
            apiVersion: batch/v1
            kind: CronJob
            metadata: {name: often, namespace: default}
            spec:
              schedule: %s
              concurrencyPolicy: %s
              jobTemplate:
                spec:
                  template:
                    metadata: {annotations: {pod-complete.stage.kwok.x-k8s.io/delay: %s}}
                    spec: {containers: [{name: main, image: none}]}
            """
                .formatted(schedule, policy, work)));
  }

  @Test
  void a_deployment_follows_its_load() {
    deployment("web", 1, "100m");
    node("a", "16", "");
    kube.create(
        Autoscalers.AUTOSCALERS,
        tree(
            """
            metadata:
              name: web
              namespace: default
              annotations: {karpenter-jvm.dev/load: "09:00=10 10:00=40 11:00=2"}
            spec:
              scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}
              minReplicas: 4
              maxReplicas: 30
            """));

    pass(Duration.ofMinutes(1));
    assertThat(pods()).hasSize(10);
    pass(Duration.ofMinutes(29));
    assertThat(pods()).hasSizeBetween(22, 25);
    pass(Duration.ofMinutes(30));
    assertThat(pods()).hasSize(30);
    pass(Duration.ofMinutes(70));

    assertThat(pods()).hasSize(4);
  }

  @Test
  void a_deployment_is_not_scaled_down_because_of_a_moment() {
    deployment("web", 1, "100m");
    node("a", "16", "");
    kube.create(
        Autoscalers.AUTOSCALERS,
        tree(
            """
            metadata:
              name: web
              namespace: default
              annotations: {karpenter-jvm.dev/load: "09:00=20 09:05=20 09:06=5 09:08=5 09:09=20"}
            spec: {scaleTargetRef: {kind: Deployment, name: web}}
            """));

    pass(Duration.ofMinutes(5));
    assertThat(pods()).hasSize(20);
    for (int i = 0; i < 10; i++) {
      pass(Duration.ofMinutes(1));
      assertThat(pods()).hasSize(20);
    }
  }

  @Test
  void a_deleted_deployment_takes_everything_with_it() {
    deployment("web", 3, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    kube.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", "web"), Deletion.PLAIN);
    pass(Duration.ofSeconds(5));

    assertThat(kube.view(Resource.REPLICA_SETS)).isEmpty();
    assertThat(pods()).isEmpty();
  }

  @Test
  void a_deployment_scaled_down_keeps_the_rest() {
    deployment("web", 3, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    kube.patch(
        Resource.DEPLOYMENTS,
        ObjectKey.of("default", "web"),
        Patch.merge(tree("{spec: {replicas: 1}}")));
    pass(Duration.ofSeconds(5));

    assertThat(pods()).hasSize(1);
  }

  @Test
  void a_deployment_scaled_down_lets_go_of_pods_that_share_a_node_first() {
    deployment("web", 4, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));
    // The newest is alone.
    node("b", "4", "");
    patch("web", "{spec: {replicas: 5}}");
    pass(Duration.ofMinutes(5));
    assertThat(perNode()).hasToString("{a=4, b=1}");

    patch("web", "{spec: {replicas: 3}}");
    pass(Duration.ofSeconds(5));

    assertThat(perNode()).hasToString("{a=2, b=1}");
  }

  @Test
  void a_deployment_scaled_down_spares_pods_that_cost_more_to_lose() {
    deployment("web", 3, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));
    var dear = pods().getFirst();
    kube.patch(
        Resource.PODS,
        Metas.key(dear),
        Patch.merge(
            tree(
                "{metadata: {annotations: {controller.kubernetes.io/pod-deletion-cost: '100'}}}")));

    patch("web", "{spec: {replicas: 1}}");
    pass(Duration.ofSeconds(5));

    assertThat(pods()).extracting(Metas::uid).containsExactly(Metas.uid(dear));
  }

  @Test
  void pods_of_a_node_that_is_gone_are_replaced() {
    deployment("web", 1, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    kube.delete(Resource.NODES, ObjectKey.cluster("a"), Deletion.PLAIN);
    pass(Duration.ofMinutes(1));

    assertThat(pods()).hasSize(1);
    assertThat(Pods.isBound(pods().getFirst())).isFalse();
  }

  @Test
  void pods_leave_a_node_that_stays_unready() {
    deployment("web", 1, "1");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));
    world.kubelets().silence(_ -> true);

    kube.patch(
        Resource.NODES,
        ObjectKey.cluster("a"),
        Patch.mergeStatus(tree("{status: {conditions: [{type: Ready, status: 'False'}]}}")));
    pass(Duration.ofMinutes(4));
    assertThat(pods()).hasSize(1);
    pass(Duration.ofMinutes(2));

    assertThat(pods()).anySatisfy(pod -> assertThat(Metas.isTerminating(pod)).isTrue());
  }

  @Test
  void a_budget_lets_one_pod_go_at_a_time() {
    deployment("web", 2, "1");
    kube.create(
        Resource.POD_DISRUPTION_BUDGETS,
        tree(
            """
            metadata: {name: web, namespace: default}
            spec: {maxUnavailable: 1, selector: {matchLabels: {app: web}}}
            """));
    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    var pods = pods();
    assertThat(kube.evict(Metas.key(pods.get(0)), Metas.uid(pods.get(0))))
        .isInstanceOf(Eviction.Accepted.class);
    assertThat(kube.evict(Metas.key(pods.get(1)), Metas.uid(pods.get(1))))
        .isInstanceOf(Eviction.HeldBack.class);
    pass(Duration.ofSeconds(5));

    assertThat(kube.evict(Metas.key(pods.get(1)), Metas.uid(pods.get(1))))
        .isInstanceOf(Eviction.Accepted.class);
  }

  @Test
  void a_pod_takes_as_long_to_stop_as_it_says() {
    var slow = workload("Deployment", "web", 1, "");
    slow.withObject("/spec/template/metadata/annotations")
        .put("pod-delete.stage.kwok.x-k8s.io/delay", "30s");
    kube.create(Resource.DEPLOYMENTS, slow);
    node("a", "4", "");
    pass(Duration.ofSeconds(5));
    kube.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", "web"), Deletion.PLAIN);

    pass(Duration.ofSeconds(25));
    assertThat(pods()).hasSize(1);
    pass(Duration.ofSeconds(10));

    assertThat(pods()).isEmpty();
  }

  @Test
  void a_new_template_replaces_pods_within_its_bounds() {
    deployment("web", 8, "500m");
    node("a", "16", "");
    pass(Duration.ofSeconds(5));
    var most = new AtomicInteger();
    var least = new AtomicInteger(Integer.MAX_VALUE);
    kube.onChange(
        new InMemoryKube.Listener() {
          @Override
          public void changed(Resource resource, ObjectNode object) {
            look();
          }

          @Override
          public void gone(Resource resource, ObjectNode object) {
            look();
          }

          private void look() {
            var active = pods().stream().filter(Workloads::isActive).toList();
            int asked =
                kube.view(Resource.REPLICA_SETS).stream()
                    .mapToInt(set -> set.at("/spec/replicas").asInt())
                    .sum();
            most.accumulateAndGet(asked, Math::max);
            int ready = (int) active.stream().filter(Pods::isReady).count();
            least.accumulateAndGet(ready, Math::min);
          }
        });

    template("web", "two");
    pass(Duration.ofSeconds(20));

    assertThat(pods()).hasSize(8).allSatisfy(pod -> assertThat(edition(pod)).isEqualTo("two"));
    // A quarter more, a quarter fewer.
    assertThat(most).hasValue(10);
    assertThat(least).hasValue(6);
    var status = kube.view(Resource.DEPLOYMENTS).getFirst().path("status");
    assertThat(status.path("updatedReplicas").asInt()).isEqualTo(8);
  }

  @Test
  void a_new_template_without_room_for_more_takes_one_at_a_time() {
    deployment("web", 4, "1");
    patch("web", "{spec: {strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 1}}}}");
    node("a", "4", "");
    pass(Duration.ofSeconds(5));

    template("web", "two");
    pass(Duration.ofSeconds(60));

    assertThat(pods()).hasSize(4).allSatisfy(pod -> assertThat(Pods.isReady(pod)).isTrue());
    assertThat(pods()).allSatisfy(pod -> assertThat(edition(pod)).isEqualTo("two"));
  }

  @Test
  void pods_that_are_recreated_go_before_others_come() {
    var slow = workload("Deployment", "web", 3, "");
    slow.withObject("/spec/strategy").put("type", "Recreate");
    slow.withObject("/spec/template/metadata/annotations")
        .put("pod-delete.stage.kwok.x-k8s.io/delay", "30s");
    kube.create(Resource.DEPLOYMENTS, slow);
    node("a", "16", "");
    pass(Duration.ofSeconds(5));

    template("web", "two");
    pass(Duration.ofSeconds(20));
    assertThat(pods()).hasSize(3).allSatisfy(pod -> assertThat(edition(pod)).isEmpty());
    pass(Duration.ofSeconds(20));

    assertThat(pods()).hasSize(3).allSatisfy(pod -> assertThat(edition(pod)).isEqualTo("two"));
  }

  @Test
  void pods_wait_while_there_is_no_scheduler() {
    node("a", "4", "");
    pass(Duration.ofSeconds(5));
    world.halt("scheduler");
    deployment("web", 2, "1");
    pass(Duration.ofMinutes(5));
    assertThat(pods().stream().filter(Pods::isBound)).isEmpty();

    world.resume("scheduler");
    pass(Duration.ofSeconds(1));

    assertThat(pods().stream().filter(Pods::isBound)).hasSize(2);
  }

  private void template(String name, String edition) {
    patch(name, "{spec: {template: {metadata: {labels: {edition: %s}}}}}".formatted(edition));
  }

  private void patch(String name, String body) {
    kube.patch(Resource.DEPLOYMENTS, ObjectKey.of("default", name), Patch.merge(tree(body)));
  }

  private static String edition(ObjectNode pod) {
    return pod.at("/metadata/labels/edition").asText();
  }

  private void deployment(String name, int replicas, String cpu) {
    var deployment = workload("Deployment", name, replicas, "");
    deployment
        .withArray("/spec/template/spec/containers")
        .forEach(
            container ->
                ((ObjectNode) container).withObject("/resources/requests").put("cpu", cpu));
    kube.create(Resource.DEPLOYMENTS, deployment);
  }

  private static ObjectNode workload(String kind, String name, int replicas, String spec) {
    var workload =
        tree(
            """
            apiVersion: apps/v1
            kind: %s
            metadata: {name: %s, namespace: default}
            spec:
              replicas: %d
              selector: {matchLabels: {app: %s}}
              template:
                metadata: {labels: {app: %s}}
                spec:
                  containers:
                    - {name: main, image: none, resources: {requests: {cpu: "1"}}}
            """
                .formatted(kind, name, replicas, name, name));
    if (!spec.isEmpty()) {
      workload.withObject("/spec/template/spec").setAll(tree(spec));
    }
    return workload;
  }

  private void node(String name, String cpu, String taint) {
    kube.create(
        Resource.NODES,
        tree(
            """
            metadata:
              name: %s
              labels: {kubernetes.io/hostname: %s}
              annotations: {kwok.x-k8s.io/node: fake}
            spec: {taints: [%s]}
            status:
              capacity: {cpu: "%s", memory: 16Gi, pods: "110"}
              allocatable: {cpu: "%s", memory: 16Gi, pods: "110"}
            """
                .formatted(name, name, taint, cpu, cpu)));
  }

  private ObjectNode object(Resource resource, String name) {
    return kube.find(resource, ObjectKey.cluster(name)).orElseThrow();
  }

  private List<ObjectNode> pods() {
    return kube.view(Resource.PODS);
  }

  private Map<String, Integer> perNode() {
    var counts = new TreeMap<String, Integer>();
    pods().forEach(pod -> counts.merge(Pods.nodeName(pod), 1, Integer::sum));
    return counts;
  }

  private void pass(Duration time) {
    timeline.runUntil(timeline.ticks() + time.toNanos());
  }
}
