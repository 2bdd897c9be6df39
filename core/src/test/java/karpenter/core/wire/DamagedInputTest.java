package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// Whatever the input, the answer is values and problems, never an exception, and nothing is lost
/// without a word.
class DamagedInputTest {
  private static final int CASES = 2000;

  /// Custom resources meet their whole schema each time, which takes a few milliseconds.
  private static final int CLUSTER_CASES = 300;

  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p, namespace: default, labels: {app: web, rev: "1"}}
      spec:
        nodeSelector: {disk: ssd}
        priorityClassName: high
        overhead: {cpu: 100m}
        resources: {requests: {cpu: 2}}
        initContainers:
        - {name: s, restartPolicy: Always, ports: [{containerPort: 1, hostPort: 1}], resources: {requests: {cpu: 1}}}
        containers:
        - {name: c, ports: [{containerPort: 80, hostPort: 80, hostIP: 10.0.0.1}], resources: {requests: {cpu: 500m, memory: 1Gi}, limits: {memory: 2Gi}}}
        tolerations: [{key: a, operator: Equal, value: b, effect: NoSchedule}, {operator: Exists}]
        topologySpreadConstraints:
        - {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, minDomains: 2, labelSelector: {matchLabels: {app: web}, matchExpressions: [{key: rev, operator: In, values: ["1"]}]}, matchLabelKeys: [rev]}
        affinity:
          nodeAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              nodeSelectorTerms:
              - matchExpressions: [{key: zone, operator: In, values: [a, b]}, {key: cores, operator: Gt, values: ["3"]}]
            preferredDuringSchedulingIgnoredDuringExecution:
            - {weight: 5, preference: {matchExpressions: [{key: zone, operator: NotIn, values: [b]}]}}
          podAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
            - {topologyKey: zone, labelSelector: {matchLabels: {app: db}}, namespaces: [x], namespaceSelector: {}}
          podAntiAffinity:
            preferredDuringSchedulingIgnoredDuringExecution:
            - {weight: 5, podAffinityTerm: {topologyKey: zone, labelSelector: {}, mismatchLabelKeys: [rev]}}
        volumes:
        - {name: data, persistentVolumeClaim: {claimName: data}}
        - {name: tmp, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}
      status:
        containerStatuses: [{name: c, resources: {requests: {cpu: 1}}, allocatedResources: {cpu: 1}}]
      """;

  private static final String CLUSTER =
      """
      apiVersion: v1
      kind: PersistentVolumeClaim
      metadata: {name: data, namespace: default, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
      spec: {volumeName: pv}
      ---
      apiVersion: v1
      kind: PersistentVolume
      metadata: {name: pv}
      spec: {csi: {driver: d}, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}}}
      ---
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: fast}
      provisioner: kubernetes.io/aws-ebs
      volumeBindingMode: WaitForFirstConsumer
      allowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a, b]}]}]
      ---
      apiVersion: scheduling.k8s.io/v1
      kind: PriorityClass
      metadata: {name: high}
      value: 7
      ---
      apiVersion: v1
      kind: LimitRange
      metadata: {name: l, namespace: default}
      spec: {limits: [{type: Container, defaultRequest: {cpu: 1}, default: {memory: 1Gi}}]}
      ---
      apiVersion: node.k8s.io/v1
      kind: RuntimeClass
      metadata: {name: r}
      overhead: {podFixed: {cpu: 1}}
      scheduling: {nodeSelector: {a: b}, tolerations: [{operator: Exists}]}
      ---
      apiVersion: v1
      kind: Service
      metadata: {name: s}
      spec: {selector: {app: web}}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: default, labels: {a: b}}
      ---
      apiVersion: v1
      kind: Node
      metadata: {name: n, labels: {karpenter.sh/nodepool: pool, karpenter.sh/registered: "true"}}
      spec: {providerID: "x://1", taints: [{key: a, value: b, effect: NoSchedule}]}
      status: {capacity: {cpu: 4}, allocatable: {cpu: 3}}
      ---
      apiVersion: karpenter.sh/v1
      kind: NodeClaim
      metadata: {name: nc, labels: {karpenter.sh/nodepool: pool}}
      spec: {startupTaints: [{key: a, effect: NoSchedule}]}
      status: {providerID: "x://1", nodeName: n, capacity: {cpu: 4}, allocatable: {cpu: 3}}
      ---
      apiVersion: storage.k8s.io/v1
      kind: CSINode
      metadata: {name: n}
      spec: {drivers: [{name: d, allocatable: {count: 3}}]}
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: bound, ownerReferences: [{kind: DaemonSet, name: ds, controller: true}]}
      spec: {nodeName: n, containers: [{name: c, resources: {requests: {cpu: 1}}}], affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}}}}
      ---
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: ds}
      spec: {template: {spec: {containers: [{name: c, resources: {limits: {cpu: 1}}}], affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Exists}]}]}}}}}}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: web}
      spec: {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: c}]}}}
      ---
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: {name: db}
      spec: {replicas: 2, ordinals: {start: 1}, selector: {matchLabels: {app: db}}, volumeClaimTemplates: [{metadata: {name: data}, spec: {storageClassName: fast}}], template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c}]}}}
      ---
      apiVersion: batch/v1
      kind: CronJob
      metadata: {name: nightly}
      spec: {jobTemplate: {spec: {parallelism: 2, completions: 2, completionMode: Indexed, template: {spec: {containers: [{name: c}]}}}}}
      ---
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: pool}
      spec: {weight: 2, limits: {cpu: 10}, template: {metadata: {labels: {team: red}}, spec: {nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}, requirements: [{key: zone, operator: In, values: [a], minValues: 1}], taints: [{key: a, effect: NoSchedule}]}}}
      ---
      apiVersion: karpenter.sh/v1alpha1
      kind: NodeOverlay
      metadata: {name: o}
      spec: {weight: 5, requirements: [{key: zone, operator: In, values: [a]}], priceAdjustment: "-10%", capacity: {example.com/x: 2}}
      ---
      apiVersion: autoscaling.x-k8s.io/v1beta1
      kind: CapacityBuffer
      metadata: {name: spare}
      spec: {scalableRef: {kind: Deployment, name: web}, percentage: 50, limits: {cpu: 10}}
      """;

  private static ReadResult read(List<SourceObject> objects) {
    return ManifestReader.read(
        objects,
        Catalogue.of(List.of()),
        WireOptions.defaults().withDefaultSpread(DefaultSpread.KUBE_SCHEDULER));
  }

  @Test
  void the_undamaged_input_has_no_problem() {
    var objects = new ArrayList<>(Yaml.documents(CLUSTER));
    objects.add(new SourceObject("pod", Yaml.tree(POD)));

    var result = read(objects);

    assertThat(result.problems()).isEmpty();
    assertThat(result.notes()).isEmpty();
    assertThat(result.problem().pending())
        .extracting(Pod::name)
        .contains("p", "web-2", "db-2", "nightly-1", "capacity-buffer-spare-2");
  }

  /// One pod is damaged: it is placed, refused, or named as not ours.
  @Test
  void a_damaged_pod_is_a_value_or_a_problem() {
    var cluster =
        Yaml.documents(
            CLUSTER.substring(0, CLUSTER.indexOf("apiVersion: karpenter.sh/v1\nkind: NodePool")));
    var pod = Yaml.tree(POD);
    Seeds.check(
        CASES,
        random -> {
          var objects = new ArrayList<>(cluster);
          objects.add(new SourceObject("damaged", new Damage(random).of(pod)));

          var result = read(objects);

          boolean isPlaced =
              result.problem().pending().stream().anyMatch(p -> p.uid().startsWith("pod/"));
          boolean isRefused =
              result.problems().stream().anyMatch(p -> p.source().equals("damaged"));
          // A status of Succeeded and a nodeName are values, too.
          var tree = objects.getLast().object();
          boolean isElsewhere =
              !tree.path("spec").path("nodeName").isMissingNode() || !result.notes().isEmpty();
          assertThat(isPlaced || isRefused || isElsewhere).as("%s", tree).isTrue();
        });
  }

  @Test
  void a_damaged_cluster_is_read_to_the_end() {
    var cluster = Yaml.documents(CLUSTER);
    Seeds.check(
        CLUSTER_CASES,
        random -> {
          var objects = new ArrayList<SourceObject>();
          for (var object : cluster) {
            boolean isHit = random.nextInt(4) == 0;
            objects.add(
                isHit
                    ? new SourceObject(object.source(), new Damage(random).of(object.object()))
                    : object);
          }
          objects.add(new SourceObject("pod", Yaml.tree(POD.replace("{name: p,", "{name: q,"))));

          var result = read(objects);

          boolean isThere =
              result.problem().pending().stream().anyMatch(p -> p.name().equals("q"))
                  || result.problems().stream().anyMatch(p -> p.source().equals("pod"));
          assertThat(isThere).isTrue();
        });
  }

  @Test
  void damage_reaches_many_kinds_of_problems() {
    var pod = Yaml.tree(POD);
    var paths = new HashSet<String>();
    Seeds.check(
        CASES,
        random ->
            Yaml.read(new Damage(random).of(pod)).problems().forEach(p -> paths.add(p.path())));

    assertThat(paths).hasSizeGreaterThan(100);
  }

  /// The parser keeps the last of two equal keys unless told otherwise; either way we must not
  /// fall.
  @Test
  void duplicate_keys_do_no_harm() throws Exception {
    JsonNode pod =
        new ObjectMapper()
            .readTree(
                "{\"metadata\":{\"name\":\"a\",\"name\":\"b\"},\"spec\":{\"containers\":[{\"name\":\"c\"}],\"containers\":7}}");

    assertThat(Yaml.read(pod).paths()).contains("spec.containers");
  }
}
