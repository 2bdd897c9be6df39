package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.core.cluster.Daemon;
import karpenter.core.pod.Pod;
import karpenter.core.pod.VolumeUse;
import org.junit.jupiter.api.Test;

class WorkloadExpanderTest {
  private static final String TEMPLATE =
      "template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c, resources:"
          + " {requests: {cpu: 1}}}]}}";

  private static String workload(String apiVersion, String kind, String spec) {
    return """
        apiVersion: %s
        kind: %s
        metadata: {name: web, namespace: prod, creationTimestamp: "2026-01-01T00:00:00Z"}
        spec: {selector: {matchLabels: {app: web}}, %s}
        ---
        """
        .formatted(apiVersion, kind, spec);
  }

  private static String deployment(String spec) {
    return workload("apps/v1", "Deployment", spec);
  }

  private static List<Pod> pods(String objects) {
    var result = Yaml.manifests(objects);
    assertThat(result.problems()).isEmpty();
    return result.problem().pending();
  }

  @Test
  void a_deployment_is_as_many_pods_of_one_spec() {
    var pods = pods(deployment("replicas: 3, " + TEMPLATE));

    assertThat(pods)
        .extracting(Pod::fullName)
        .containsExactly("prod/web-0", "prod/web-1", "prod/web-2");
    assertThat(pods).extracting(Pod::uid).doesNotHaveDuplicates();
    assertThat(pods.get(2).spec()).isSameAs(pods.get(0).spec());
    assertThat(pods.getFirst().created()).isEqualTo("2026-01-01T00:00:00Z");
    assertThat(pods.getFirst().spec().labels()).containsKeys("app", "pod-template-hash");
  }

  @Test
  void two_readings_name_the_pods_alike() {
    var objects = deployment("replicas: 2, " + TEMPLATE);

    assertThat(pods(objects)).isEqualTo(pods(objects));
  }

  @Test
  void replicas_default_to_one_and_may_be_none() {
    assertThat(pods(deployment(TEMPLATE))).hasSize(1);
    assertThat(pods(deployment("replicas: 0, " + TEMPLATE))).isEmpty();
  }

  @Test
  void an_absurd_number_of_replicas_is_a_problem() {
    var result = Yaml.manifests(deployment("replicas: 2000000000, " + TEMPLATE));

    assertThat(result.problems())
        .extracting(p -> p.problem().path())
        .containsExactly("spec.replicas");
    assertThat(result.problem().pending()).isEmpty();
  }

  @Test
  void a_broken_template_is_reported_once_at_its_own_path() {
    var result =
        Yaml.manifests(
            deployment(
                "replicas: 50, template: {spec: {containers: [{name: c, resources: {requests: {cpu: x}}}]}}"));

    assertThat(result.problems())
        .extracting(p -> p.object() + " " + p.problem().path())
        .containsExactly(
            "Deployment prod/web spec.template.spec.containers[0].resources.requests.cpu");
  }

  @Test
  void pods_the_input_already_shows_are_not_made_again() {
    var running =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: web-7c9-abcde
          namespace: prod
          labels: {pod-template-hash: 7c9}
          ownerReferences: [{kind: ReplicaSet, name: web-7c9, controller: true}]
        spec: {nodeName: n, containers: [{name: c}]}
        ---
        """;

    assertThat(pods(deployment("replicas: 3, " + TEMPLATE) + running)).hasSize(2);
  }

  @Test
  void a_replica_set_of_a_deployment_in_the_input_is_not_counted_twice() {
    var owned =
        workload("apps/v1", "ReplicaSet", "replicas: 3, " + TEMPLATE)
            .replace(
                "{name: web,",
                "{name: web-7c9, ownerReferences: [{kind: Deployment, name: web, controller: true}],");

    assertThat(pods(deployment("replicas: 3, " + TEMPLATE) + owned)).hasSize(3);
    assertThat(pods(owned)).hasSize(3);
  }

  @Test
  void a_stateful_set_numbers_its_pods_and_makes_their_claims() {
    var pods =
        pods(
            workload(
                    "apps/v1",
                    "StatefulSet",
                    "replicas: 2, volumeClaimTemplates: [{metadata: {name: data}, spec:"
                        + " {storageClassName: fast}}], "
                        + TEMPLATE)
                + """
                apiVersion: storage.k8s.io/v1
                kind: StorageClass
                metadata: {name: fast}
                provisioner: ebs.csi.aws.com
                volumeBindingMode: WaitForFirstConsumer
                """);

    assertThat(pods).extracting(Pod::name).containsExactly("web-0", "web-1");
    assertThat(pods.get(1).spec().volumes())
        .containsExactly(new VolumeUse("ebs.csi.aws.com", "prod/data-web-1"));
    assertThat(pods.get(1).spec().labels()).containsEntry("apps.kubernetes.io/pod-index", "1");
  }

  @Test
  void a_job_runs_as_many_pods_as_are_parallel_and_still_needed() {
    assertThat(pods(workload("batch/v1", "Job", TEMPLATE))).hasSize(1);
    assertThat(pods(workload("batch/v1", "Job", "parallelism: 5, " + TEMPLATE))).hasSize(5);
    assertThat(pods(workload("batch/v1", "Job", "parallelism: 5, completions: 3, " + TEMPLATE)))
        .hasSize(3);
    assertThat(pods(workload("batch/v1", "Job", "suspend: true, " + TEMPLATE))).isEmpty();
  }

  @Test
  void an_indexed_job_tells_its_pods_apart() {
    var pods =
        pods(
            workload(
                "batch/v1",
                "Job",
                "parallelism: 2, completions: 2, completionMode: Indexed, " + TEMPLATE));

    assertThat(pods.get(1).spec().labels())
        .containsEntry("batch.kubernetes.io/job-completion-index", "1");
  }

  @Test
  void a_cron_job_is_one_run() {
    var cron =
        workload("batch/v1", "CronJob", "jobTemplate: {spec: {parallelism: 2, " + TEMPLATE + "}}");

    assertThat(pods(cron)).hasSize(2);
  }

  @Test
  void a_daemon_set_is_no_pods_but_overhead() {
    var result =
        Yaml.manifests(
            workload(
                "apps/v1",
                "DaemonSet",
                "template: {spec: {nodeSelector: {karpenter.sh/initialized: \"true\"}, containers:"
                    + " [{name: c, resources: {limits: {cpu: 200m}}}]}}"));

    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().pending()).isEmpty();
    assertThat(result.problem().daemons()).extracting(Daemon::name).containsExactly("prod/web");
    assertThat(result.problem().daemons().getFirst().spec().requests().render())
        .isEqualTo("cpu 200m, pods 1");
  }

  @Test
  void the_newest_pod_of_a_daemon_set_stands_for_it_without_its_tie_to_a_node() {
    var pod =
        """
        apiVersion: v1
        kind: Pod
        metadata:
          name: web-%1$s
          namespace: prod
          uid: u-%1$s
          creationTimestamp: "2026-01-0%1$sT00:00:00Z"
          ownerReferences: [{kind: DaemonSet, name: web, controller: true}]
        spec:
          nodeName: n
          containers: [{name: c, resources: {requests: {cpu: %1$s}}}]
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]
        ---
        """;
    var template =
        "template: {spec: {containers: [{name: c}], affinity: {nodeAffinity:"
            + " {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
            + " [{matchExpressions: [{key: disk, operator: Exists}]}]}}}}}";

    var result =
        Yaml.manifests(
            pod.formatted("2") + pod.formatted("1") + workload("apps/v1", "DaemonSet", template));

    var daemon = result.problem().daemons().getFirst();
    assertThat(daemon.spec().requests().render()).isEqualTo("cpu 2, pods 1");
    assertThat(daemon.spec().nodeAlternatives().getFirst().toString()).isEqualTo("disk Exists");
  }

  @Test
  void limit_ranges_fill_in_what_containers_leave_open() {
    var range =
        """
        apiVersion: v1
        kind: LimitRange
        metadata: {name: defaults, namespace: prod}
        spec: {limits: [{type: Container, default: {memory: 1Gi}, defaultRequest: {cpu: 300m, memory: 512Mi}}]}
        ---
        """;

    assertThat(pods(range + deployment(TEMPLATE)).getFirst().spec().requests().render())
        .isEqualTo("cpu 1, memory 512Mi, pods 1");
  }

  @Test
  void priority_classes_give_priorities() {
    var classes =
        """
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: high}
        value: 1000
        ---
        apiVersion: scheduling.k8s.io/v1
        kind: PriorityClass
        metadata: {name: usual}
        value: 5
        globalDefault: true
        ---
        """;
    var named = "template: {spec: {priorityClassName: high, containers: [{name: c}]}}";

    assertThat(pods(classes + deployment(named)).getFirst().spec().priority()).isEqualTo(1000);
    assertThat(pods(classes + deployment(TEMPLATE)).getFirst().spec().priority()).isEqualTo(5);
    assertThat(Yaml.manifests(deployment(named)).problems())
        .extracting(p -> p.problem().path())
        .containsExactly("spec.template.spec.priorityClassName");
  }

  @Test
  void a_runtime_class_brings_its_overhead_and_its_nodes() {
    var runtime =
        """
        apiVersion: node.k8s.io/v1
        kind: RuntimeClass
        metadata: {name: vm}
        handler: vm
        overhead: {podFixed: {memory: 100Mi}}
        scheduling: {nodeSelector: {runtime: vm}, tolerations: [{operator: Exists}]}
        ---
        """;
    var template = "template: {spec: {runtimeClassName: vm, containers: [{name: c}]}}";

    var spec = pods(runtime + deployment(template)).getFirst().spec();

    assertThat(spec.requests().render()).isEqualTo("memory 100Mi, pods 1");
    assertThat(spec.nodeAlternatives().getFirst().toString()).isEqualTo("runtime In [vm]");
    assertThat(spec.tolerations()).hasSize(1);
  }

  private static String buffer(String spec) {
    return """
        apiVersion: autoscaling.x-k8s.io/v1beta1
        kind: CapacityBuffer
        metadata: {name: spare, namespace: prod, uid: b}
        spec: {%s}
        ---
        """
        .formatted(spec);
  }

  private static List<Pod> virtual(String objects) {
    return pods(objects).stream().filter(pod -> pod.spec().isVirtual()).toList();
  }

  @Test
  void a_buffer_is_virtual_pods_that_give_way_to_all_others() {
    var chunks =
        virtual(
            deployment("replicas: 10, " + TEMPLATE)
                + buffer("scalableRef: {kind: Deployment, name: web}, replicas: 2"));

    assertThat(chunks)
        .extracting(Pod::name)
        .containsExactly("capacity-buffer-spare-1", "capacity-buffer-spare-2");
    assertThat(chunks).extracting(Pod::uid).containsExactly("b-1", "b-2");
    assertThat(chunks.getFirst().spec().priority()).isEqualTo(Integer.MIN_VALUE);
  }

  @Test
  void buffer_sizes_are_the_larger_of_number_and_percentage_within_the_limits() {
    var ten = deployment("replicas: 10, " + TEMPLATE);
    var ref = "scalableRef: {kind: Deployment, name: web}, ";

    assertThat(virtual(ten + buffer(ref + "percentage: 25"))).hasSize(3);
    assertThat(virtual(ten + buffer(ref + "percentage: 25, replicas: 5"))).hasSize(5);
    assertThat(virtual(ten + buffer(ref + "replicas: 5, limits: {cpu: 3500m}"))).hasSize(3);
    assertThat(virtual(ten + buffer(ref + "limits: {cpu: 4}"))).hasSize(4);
    assertThat(virtual(ten + buffer(ref + "limits: {example.com/x: 4}"))).isEmpty();
  }

  @Test
  void a_buffer_with_an_unknown_strategy_is_left_alone_and_named() {
    var result =
        Yaml.manifests(
            deployment(TEMPLATE)
                + buffer(
                    "provisioningStrategy: other, scalableRef: {kind: Deployment, name: web}, replicas: 2"));

    assertThat(result.problem().pending()).hasSize(1);
    assertThat(result.notes()).anyMatch(note -> note.contains("strategy \"other\""));
  }

  @Test
  void a_buffer_whose_template_is_missing_is_a_problem() {
    var result = Yaml.manifests(buffer("podTemplateRef: {name: gone}, replicas: 1"));

    assertThat(result.problems())
        .extracting(p -> p.problem().path())
        .containsExactly("spec.podTemplateRef.name");
  }
}
