package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.api.hash.NodePoolHash;
import karpenter.core.facts.Condition;
import karpenter.core.facts.DoNotDisrupt;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PodFacts.ClaimedVolume;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.ValueSet;
import org.junit.jupiter.api.Test;

class FactsReaderTest {
  private static final String WAITING =
      """
      metadata:
        namespace: shop
        name: %s
        uid: u-%s
        resourceVersion: "7"
        creationTimestamp: "2026-01-05T09:00:00Z"
        labels: {app: web, pod-template-hash: abc}
        annotations: {karpenter.sh/do-not-disrupt: "true"}
        ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-abc, uid: rs, controller: true}]
      spec:
        priorityClassName: gold
        terminationGracePeriodSeconds: 30
        nodeSelector: {topology.kubernetes.io/zone: zone-a}
        containers: [{name: main, resources: {requests: {cpu: 500m}, limits: {cpu: "1"}}}]
        volumes:
        - {name: data, persistentVolumeClaim: {claimName: data}}
        - {name: scratch, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}
      status:
        phase: Pending
        conditions: [{type: PodScheduled, status: "False", reason: Unschedulable}]
      """;

  private final FactsReader reader = new FactsReader(WireOptions.defaults());

  private PodFacts pod(String text) {
    return understood(reader.pod(Yaml.tree(text)));
  }

  private static <T> T understood(Read<T> read) {
    assertThat(read).isInstanceOf(Read.Understood.class);
    return ((Read.Understood<T>) read).value();
  }

  @Test
  void a_waiting_pod_is_read_without_its_volumes_being_known() {
    var pod = pod(WAITING.formatted("web-1", "1"));

    assertThat(pod.problem()).isEmpty();
    assertThat(pod.isProvisionable()).isTrue();
    assertThat(pod.volumes())
        .containsExactly(
            new ClaimedVolume("data", Optional.empty(), false),
            new ClaimedVolume("web-1-scratch", Optional.of("fast"), true));
    assertThat(pod.spec().volumeAlternatives()).isEmpty();
    assertThat(pod.limits().get("cpu")).isEqualTo(1000);
    assertThat(pod.doNotDisrupt()).contains(new DoNotDisrupt.Always());
    assertThat(pod.graceSeconds()).hasValue(30);
    assertThat(pod.created()).isEqualTo(Instant.parse("2026-01-05T09:00:00Z"));
  }

  @Test
  void pods_of_one_workload_share_their_parts() {
    var one = pod(WAITING.formatted("web-1", "1"));
    var other = pod(WAITING.formatted("web-2", "2"));

    assertThat(one.spec()).isSameAs(other.spec());
    assertThat(one.limits()).isSameAs(other.limits());
    assertThat(one.owners()).isSameAs(other.owners());
    assertThat(one.namespace()).isSameAs(other.namespace());
    assertThat(one.priorityClass()).isSameAs(other.priorityClass());
  }

  @Test
  void a_pod_that_cannot_be_placed_says_why_until_it_is_bound() {
    var text =
        """
        metadata: {name: odd, namespace: default, uid: u}
        spec:
          %s
          nodeSelector: {karpenter.sh/registered: "true"}
          containers: [{name: main, resources: {requests: {cpu: "2"}}}]
        """;

    var waiting = pod(text.formatted("schedulerName: x"));
    var bound = pod(text.formatted("nodeName: n"));

    assertThat(waiting.problem()).get().asString().contains("spec.nodeSelector");
    assertThat(waiting.spec().requests().get("cpu")).isEqualTo(2000);
    assertThat(bound.problem()).isEmpty();
    assertThat(bound.node()).contains("n");
  }

  @Test
  void a_daemon_pod_may_name_its_node_by_field() {
    var pod =
        pod(
            """
            metadata:
              name: agent-x
              namespace: default
              uid: u
              ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: agent, uid: d}]
            spec:
              containers: [{name: main}]
              affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [
                {matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}}}
            """);

    assertThat(pod.problem()).isEmpty();
  }

  @Test
  void a_pod_without_a_name_is_refused() {
    assertThat(reader.pod(Yaml.tree("spec: {}"))).isInstanceOf(Read.Refused.class);
  }

  @Test
  void a_node_keeps_what_a_patch_must_give_back() {
    var node =
        understood(
            reader.node(
                Yaml.tree(
                    """
                    metadata:
                      name: n
                      uid: u
                      resourceVersion: "9"
                      labels: {a: b}
                      finalizers: [karpenter.sh/termination]
                      ownerReferences: [{apiVersion: karpenter.sh/v1, kind: NodeClaim, name: c, uid: cu, blockOwnerDeletion: true}]
                    spec:
                      providerID: kwok://n
                      unschedulable: true
                      taints: [{key: k, value: v, effect: NoExecute, timeAdded: "2026-01-05T09:00:00Z"}]
                    status:
                      capacity: {cpu: "4", memory: 1Gi}
                      allocatable: {cpu: 3900m}
                      conditions: [{type: Ready, status: "True", lastTransitionTime: "2026-01-05T09:00:00Z"}]
                    """)));

    assertThat(node.providerId()).contains("kwok://n");
    assertThat(node.isCordoned()).isTrue();
    assertThat(node.isReady()).isTrue();
    assertThat(node.hasTaint(new Taint("k", "", Taint.Effect.NO_EXECUTE))).isTrue();
    assertThat(node.taints().getFirst().addedAt()).contains("2026-01-05T09:00:00Z");
    assertThat(node.meta().owners().getFirst().blockOwnerDeletion()).isTrue();
    assertThat(node.allocatable().get("cpu")).isEqualTo(3900);
  }

  @Test
  void a_claim_is_read_whole() {
    var claim =
        understood(
            reader.claim(
                Yaml.tree(
                    """
                    metadata: {name: default-x, uid: u, generation: 1}
                    spec:
                      nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
                      requirements:
                      - {key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand], minValues: 1}
                      - {key: karpenter.kwok.sh/instance-cpu, operator: Gte, values: ["4"]}
                      resources: {requests: {cpu: 1500m}}
                      startupTaints: [{key: s, effect: NoSchedule}]
                      terminationGracePeriod: 1h30m
                      expireAfter: 720h
                    status:
                      providerID: kwok://x
                      nodeName: x
                      capacity: {cpu: "8"}
                      lastPodEventTime: "2026-01-05T09:00:00Z"
                      conditions:
                      - {type: Launched, status: "True", reason: Launched, message: "", lastTransitionTime: "2026-01-05T09:00:00Z", observedGeneration: 1}
                    """)));

    assertThat(claim.nodeClass())
        .isEqualTo(new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", "default"));
    assertThat(claim.requirements().get("karpenter.sh/capacity-type"))
        .isEqualTo(ValueSet.in("spot", "on-demand"));
    assertThat(claim.expireAfter()).contains(Duration.ofHours(720));
    assertThat(claim.terminationGracePeriod()).contains(Duration.ofMinutes(90));
    assertThat(claim.providerId()).contains("kwok://x");
    assertThat(claim.conditions().find("Launched").map(Condition::isTrue)).contains(true);
    assertThat(claim.is("Registered")).isFalse();
  }

  @Test
  void a_claim_that_never_expires_is_no_problem() {
    var claim =
        understood(
            reader.claim(
                Yaml.tree("metadata: {name: x}\nspec: {expireAfter: Never, requirements: []}")));

    assertThat(claim.expireAfter()).isEmpty();
  }

  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general, uid: p, generation: %d, resourceVersion: "%d"}
      spec:
        weight: 10
        limits: {cpu: "100"}
        disruption:
          consolidateAfter: 30s
          budgets: [{nodes: 10%%}, {nodes: "1", schedule: "0 9 * * *", duration: 8h, reasons: [Drifted]}]
        template:
          metadata: {labels: {team: shop}}
          spec:
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements: [{key: %s, operator: In, values: [amd64]}]
            expireAfter: 720h
      status:
        nodes: %d
        conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-01-05T09:00:00Z"}]
      """;

  private FactsReader.Pool pool(int generation, int version, String key, int nodes) {
    return understood(reader.pool(Yaml.tree(POOL.formatted(generation, version, key, nodes))));
  }

  @Test
  void a_pool_is_read_with_its_source() {
    var pool = pool(1, 5, "kubernetes.io/arch", 3);

    assertThat(pool.facts().problems()).isEmpty();
    assertThat(pool.facts().isReady()).isTrue();
    assertThat(pool.facts().nodes()).hasValue(3);
    assertThat(pool.facts().requirements().get("team")).isEqualTo(ValueSet.in("shop"));
    assertThat(pool.facts().requirements().get("karpenter.sh/nodepool"))
        .isEqualTo(ValueSet.in("general"));
    assertThat(pool.facts().budgets()).hasSize(2);
    assertThat(pool.facts().budgets().getLast().duration()).contains(Duration.ofHours(8));
    assertThat(pool.facts().hash()).isEqualTo(NodePoolHash.of(pool.source()));
  }

  @Test
  void a_change_of_status_does_not_read_the_spec_again() {
    var before = pool(1, 5, "kubernetes.io/arch", 3);
    var after = pool(1, 6, "kubernetes.io/arch", 4);
    var edited = pool(2, 7, "kubernetes.io/os", 4);

    assertThat(after.source().spec()).isSameAs(before.source().spec());
    assertThat(after.source().metadata().resourceVersion()).isEqualTo("6");
    assertThat(after.facts().nodes()).hasValue(4);
    assertThat(edited.facts().requirements().keys()).contains("kubernetes.io/os");
  }

  @Test
  void node_cost_is_read_anew_although_annotations_change_no_generation() {
    var plain = POOL.formatted(1, 5, "kubernetes.io/arch", 3);
    var none = understood(reader.pool(Yaml.tree(plain)));
    var said = understood(reader.pool(Yaml.tree(annotated(plain, "0.05"))));
    var wrong = understood(reader.pool(Yaml.tree(annotated(plain, "cheap"))));

    assertThat(none.facts().nodeCost()).isEmpty();
    assertThat(said.facts().nodeCost()).hasValue(0.05);
    assertThat(wrong.facts().nodeCost()).isEmpty();
    assertThat(wrong.facts().problems()).as("the pool stays ready").isEmpty();
    assertThat(said.facts().hash()).isEqualTo(none.facts().hash());
    assertThat(said.facts().isCountAfter(none.facts())).isFalse();
  }

  private static String annotated(String pool, String nodeCost) {
    return pool.replace(
        "{name: general,",
        "{name: general, annotations: {karpenter-jvm.dev/node-cost: '" + nodeCost + "'},");
  }

  @Test
  void a_pool_that_fails_validation_is_read_and_says_so() {
    var pool = pool(1, 5, "karpenter.sh/registered", 0);

    assertThat(pool.facts().problems()).hasSize(1);
    assertThat(pool.facts().requirements().keys())
        .containsExactly("karpenter.kwok.sh/kwoknodeclass", "karpenter.sh/nodepool");
  }

  @Test
  void a_pool_without_a_template_is_refused() {
    assertThat(reader.pool(Yaml.tree("metadata: {name: x}\nspec: {}")))
        .isInstanceOf(Read.Refused.class);
  }

  @Test
  void a_budget_keeps_numbers_and_shares_as_written() {
    var pdb =
        understood(
            reader.pdb(
                Yaml.tree(
                    """
                    metadata: {name: b, namespace: shop}
                    spec: {minAvailable: 100%, maxUnavailable: 0, selector: {}, unhealthyPodEvictionPolicy: AlwaysAllow}
                    status: {disruptionsAllowed: 2}
                    """)));

    assertThat(pdb.minAvailable()).contains("100%");
    assertThat(pdb.maxUnavailable()).contains("0");
    assertThat(pdb.selector()).isEqualTo(LabelSelector.EVERYTHING);
    assertThat(pdb.disruptionsAllowed()).isEqualTo(2);
    assertThat(pdb.evictsUnhealthy()).isTrue();
  }

  @Test
  void volumes_are_resolved_when_the_pod_is_placed() {
    var pod = pod(WAITING.formatted("web-1", "1"));
    var claim =
        understood(
            reader.volumeClaim(
                Yaml.tree(
                    """
                    metadata: {name: data, namespace: shop, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
                    spec: {volumeName: pv-1}
                    """)));
    var volume =
        understood(
            reader.volume(
                Yaml.tree(
                    """
                    metadata: {name: pv-1}
                    spec:
                      csi: {driver: ebs.csi.aws.com}
                      nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [
                        {key: topology.kubernetes.io/zone, operator: In, values: [zone-b]}]}]}}
                    """)));
    var fast =
        understood(
            reader.storageClass(
                Yaml.tree(
                    "metadata: {name: fast}\n"
                        + "provisioner: p\n"
                        + "volumeBindingMode: WaitForFirstConsumer")));

    var resolved = new PodVolumes(List.of(claim), List.of(volume), List.of(fast)).of(pod);
    var unknown = new PodVolumes(List.of(), List.of(), List.of(fast)).of(pod);

    assertThat(resolved.problem()).isEmpty();
    assertThat(resolved.spec().volumeAlternatives()).hasSize(1);
    assertThat(resolved.spec().volumes()).hasSize(2);
    assertThat(unknown.problem()).get().asString().contains("shop/data", "does not exist");
  }
}
