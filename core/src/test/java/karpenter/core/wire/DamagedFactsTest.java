package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// Whatever a watch tells, the answer is facts or problems, never an exception.
class DamagedFactsTest {
  private static final int CASES = 1500;

  private static void survives(String yaml, Function<FactsReader, Function<JsonNode, Read<?>>> by) {
    var document = Yaml.tree(yaml);
    var reader = new FactsReader(WireOptions.defaults());
    assertThat(by.apply(reader).apply(document)).isInstanceOf(Read.Understood.class);
    Seeds.check(
        CASES,
        random -> {
          var damaged = new Damage(random).of(document);
          if (by.apply(reader).apply(damaged) instanceof Read.Refused<?>(var problems)) {
            assertThat(problems).as("%s", damaged).isNotEmpty();
          }
        });
  }

  @Test
  void pods() {
    survives(
        """
        metadata:
          {name: p, namespace: default, uid: u, resourceVersion: "1", labels: {app: web}, creationTimestamp: "2026-01-05T09:00:00Z",
           annotations: {karpenter.sh/do-not-disrupt: 1h, controller.kubernetes.io/pod-deletion-cost: "5"},
           ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: r, uid: x, controller: true}]}
        spec:
          nodeSelector: {disk: ssd}
          terminationGracePeriodSeconds: 30
          containers: [{name: c, resources: {requests: {cpu: 1}, limits: {cpu: 2}}}]
          initContainers: [{name: i, resources: {limits: {cpu: 2}}}]
          resources: {limits: {cpu: 3}}
          resourceClaims: [{name: gpu, resourceClaimName: g}]
          volumes:
          - {name: data, persistentVolumeClaim: {claimName: data}}
          - {name: tmp, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}
        status:
          {phase: Running, startTime: "2026-01-05T09:00:00Z", nominatedNodeName: n,
           conditions: [{type: PodScheduled, status: "True", lastTransitionTime: "2026-01-05T09:00:00Z"}]}
        """,
        reader -> reader::pod);
  }

  @Test
  void nodes() {
    survives(
        """
        metadata: {name: n, uid: u, labels: {a: b}, annotations: {c: d}, finalizers: [f], deletionTimestamp: "2026-01-05T09:00:00Z"}
        spec: {providerID: p, unschedulable: true, taints: [{key: k, value: v, effect: NoExecute, timeAdded: t}]}
        status:
          capacity: {cpu: 4, memory: 1Gi}
          allocatable: {cpu: 3900m}
          conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-01-05T09:00:00Z"}]
        """,
        reader -> reader::node);
  }

  @Test
  void claims() {
    survives(
        """
        metadata: {name: c, uid: u, generation: 1}
        spec:
          nodeClassRef: {group: g, kind: k, name: n}
          requirements: [{key: zone, operator: In, values: [a, b], minValues: 1}, {key: cpu, operator: Gte, values: ["4"]}]
          resources: {requests: {cpu: 1500m}}
          taints: [{key: t, effect: NoSchedule}]
          startupTaints: [{key: s, effect: NoSchedule}]
          terminationGracePeriod: 1h30m
          expireAfter: 720h
        status:
          {providerID: p, imageID: i, nodeName: n, capacity: {cpu: 8}, allocatable: {cpu: 7}, lastPodEventTime: "2026-01-05T09:00:00Z",
           conditions: [{type: Launched, status: "True", reason: Launched, message: "", lastTransitionTime: "2026-01-05T09:00:00Z", observedGeneration: 1}]}
        """,
        reader -> reader::claim);
  }

  @Test
  void pools() {
    survives(
        """
        metadata: {name: general, uid: p, generation: 0}
        spec:
          weight: 10
          replicas: 2
          limits: {cpu: "100"}
          disruption: {consolidateAfter: 30s, consolidationPolicy: WhenEmpty, budgets: [{nodes: "1", schedule: "0 9 * * *", duration: 8h, reasons: [Drifted]}]}
          template:
            metadata: {labels: {team: shop}, annotations: {a: b}}
            spec:
              nodeClassRef: {group: g, kind: k, name: n}
              requirements: [{key: kubernetes.io/arch, operator: In, values: [amd64], minValues: 1}]
              taints: [{key: t, value: v, effect: NoSchedule}]
              startupTaints: [{key: s, effect: NoExecute}]
              terminationGracePeriod: 1h
              expireAfter: Never
        status:
          {nodes: 1, resources: {cpu: 4}, nodeClassObservedGeneration: 2,
           conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-01-05T09:00:00Z"}]}
        """,
        reader -> reader::pool);
  }

  @Test
  void overlays_and_buffers() {
    survives(
        "metadata: {name: o}\nspec: {requirements: [{key: a, operator: In, values: [b]}], price: '1', capacity: {x/y: '1'}, weight: 5}",
        reader -> reader::nodeOverlay);
    survives(
        "metadata: {name: b, namespace: d}\nspec: {scalableRef: {kind: Deployment, name: web}, replicas: 2, percentage: 5, limits: {cpu: '4'}}",
        reader -> reader::capacityBuffer);
  }

  @Test
  void what_pods_depend_on() {
    survives(
        "metadata: {name: p}\nspec: {selector: {matchLabels: {a: b}}, minAvailable: 50%}\nstatus: {disruptionsAllowed: 1}",
        reader -> reader::pdb);
    survives(
        "metadata: {name: d, namespace: x}\nspec: {template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c}], runtimeClassName: r}}}",
        reader -> reader::daemonSet);
    survives(
        "metadata: {name: v}\nspec: {nodeName: n, source: {persistentVolumeName: pv}}",
        reader -> reader::volumeAttachment);
    survives(
        "metadata: {name: s, ownerReferences: [{apiVersion: v1, kind: Node, name: n, uid: u}]}\nspec: {driver: d, pool: {name: p, generation: 1, resourceSliceCount: 1}}",
        reader -> reader::resourceSlice);
    survives("metadata: {name: s}\nspec: {selector: {a: b}}", reader -> reader::plainSelector);
    survives(
        "metadata: {name: c, namespace: x}\nspec: {volumeName: v, storageClassName: s}\nstatus: {phase: Bound}",
        reader -> reader::volumeClaim);
    survives(
        "metadata: {name: s}\nprovisioner: p\nallowedTopologies: [{matchLabelExpressions: [{key: zone, values: [a]}]}]",
        reader -> reader::storageClass);
    survives(
        "metadata: {name: n}\nspec: {drivers: [{name: d, allocatable: {count: 3}}]}",
        reader -> reader::csiNode);
  }
}
