package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import org.junit.jupiter.api.Test;

class VolumeResolverTest {
  private static final String POD =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p}
      spec:
        containers: [{name: c}]
        volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
      ---
      apiVersion: v1
      kind: Pod
      metadata: {name: other}
      spec: {containers: [{name: c}]}
      ---
      """;

  private static final String CLASS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: fast}
      provisioner: kubernetes.io/aws-ebs
      volumeBindingMode: WaitForFirstConsumer
      ---
      """;

  private static final String ZONED_CLASS =
      """
      apiVersion: storage.k8s.io/v1
      kind: StorageClass
      metadata: {name: zoned}
      provisioner: ebs.csi.aws.com
      volumeBindingMode: WaitForFirstConsumer
      allowedTopologies:
      - matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [a, b]}]
      - matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [c]}]
      ---
      """;

  private static String claim(String name, String spec) {
    return """
        apiVersion: v1
        kind: PersistentVolumeClaim
        metadata: {name: %s, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
        spec: {%s}
        ---
        """
        .formatted(name, spec);
  }

  private static String volume(String name, String spec) {
    return """
        apiVersion: v1
        kind: PersistentVolume
        metadata: {name: %s}
        spec:
        %s---
        """
        .formatted(name, spec.indent(2));
  }

  private static Pod pod(ReadResult result) {
    assertThat(result.problems()).isEmpty();
    return result.problem().pending().stream()
        .filter(pod -> pod.name().equals("p"))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> alternatives(String objects) {
    return pod(Yaml.manifests(objects)).spec().volumeAlternatives().stream()
        .map(Requirements::toString)
        .toList();
  }

  private static void assertRefused(String objects, String found) {
    var result = Yaml.manifests(objects);

    assertThat(result.problem().pending()).extracting(Pod::name).containsExactly("other");
    assertThat(result.problems())
        .singleElement()
        .satisfies(
            p -> {
              assertThat(p.object()).isEqualTo("Pod default/p");
              assertThat(p.problem().path())
                  .isEqualTo("spec.volumes[0].persistentVolumeClaim.claimName");
              assertThat(p.problem().found()).contains(found);
            });
  }

  @Test
  void a_missing_claim_keeps_only_its_pod_out() {
    assertRefused(POD, "does not exist");
  }

  @Test
  void a_lost_claim_is_refused() {
    assertRefused(
        POD
            + """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: data}
            spec: {storageClassName: fast}
            status: {phase: Lost}
            ---
            """
            + CLASS,
        "lost");
  }

  @Test
  void a_deleted_claim_is_refused() {
    assertRefused(
        POD
            + """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: data, deletionTimestamp: "2026-01-01T00:00:00Z"}
            spec: {storageClassName: fast}
            ---
            """
            + CLASS,
        "being deleted");
  }

  @Test
  void a_claim_whose_class_or_volume_is_missing_is_refused() {
    assertRefused(POD + claim("data", "storageClassName: none"), "\"none\" does not exist");
    assertRefused(POD + claim("data", "volumeName: gone"), "\"gone\" does not exist");
    assertRefused(POD + claim("data", "storageClassName: \"\""), "names no storage class");
  }

  @Test
  void a_class_that_binds_at_once_should_have_bound_already() {
    assertRefused(
        POD
            + claim("data", "storageClassName: eager")
            + """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: eager}
            provisioner: ebs.csi.aws.com
            """,
        "binds immediately");
  }

  @Test
  void a_promised_volume_must_be_bound() {
    assertRefused(
        POD
            + """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: data}
            spec: {volumeName: pv}
            ---
            """
            + volume("pv", "csi: {driver: ebs.csi.aws.com}"),
        "not completed");
  }

  @Test
  void each_topology_of_a_class_is_an_alternative() {
    assertThat(alternatives(POD + claim("data", "storageClassName: zoned") + ZONED_CLASS))
        .containsExactly(
            "topology.kubernetes.io/zone In [a b]", "topology.kubernetes.io/zone In [c]");
  }

  @Test
  void a_bound_volume_is_where_its_affinity_says_under_the_new_label_name() {
    var alternatives =
        alternatives(
            POD
                + claim("data", "volumeName: pv")
                + volume(
                    "pv",
                    """
                    csi: {driver: ebs.csi.aws.com}
                    nodeAffinity:
                      required:
                        nodeSelectorTerms:
                        - matchExpressions:
                          - {key: failure-domain.beta.kubernetes.io/zone, operator: In, values: [a]}
                    """));

    assertThat(alternatives).containsExactly("topology.kubernetes.io/zone In [a]");
  }

  @Test
  void the_host_of_a_local_volume_does_not_count_and_that_of_others_does() {
    var affinity =
        """
        nodeAffinity:
          required:
            nodeSelectorTerms:
            - matchExpressions:
              - {key: kubernetes.io/hostname, operator: In, values: [node-1]}
              - {key: disk, operator: In, values: [nvme]}
        """;
    var claim = POD + claim("data", "volumeName: pv");

    var local = pod(Yaml.manifests(claim + volume("pv", "local: {path: /x}\n" + affinity)));
    var remote = pod(Yaml.manifests(claim + volume("pv", "csi: {driver: d}\n" + affinity)));

    assertThat(local.spec().volumeAlternatives().getFirst().keys()).containsExactly("disk");
    assertThat(remote.spec().volumeAlternatives().getFirst().keys())
        .containsExactly("disk", "kubernetes.io/hostname");
  }

  @Test
  void a_local_volume_bound_to_nothing_but_its_host_is_anywhere() {
    var volume =
        volume(
            "pv",
            """
            hostPath: {path: /x}
            nodeAffinity:
              required:
                nodeSelectorTerms:
                - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [n]}]
            """);

    assertThat(alternatives(POD + claim("data", "volumeName: pv") + volume)).isEmpty();
  }

  private static final String TWO_VOLUMES =
      """
      apiVersion: v1
      kind: Pod
      metadata: {name: p}
      spec:
        containers: [{name: c}]
        volumes:
        - {name: data, persistentVolumeClaim: {claimName: data}}
        - {name: logs, persistentVolumeClaim: {claimName: logs}}
      ---
      """;

  @Test
  void of_several_volumes_only_combinations_that_can_be_are_kept() {
    var pinned =
        volume(
            "pv",
            """
            csi: {driver: ebs.csi.aws.com}
            nodeAffinity:
              required:
                nodeSelectorTerms:
                - matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [b, c]}]
            """);

    assertThat(
            alternatives(
                TWO_VOLUMES
                    + claim("data", "storageClassName: zoned")
                    + claim("logs", "volumeName: pv")
                    + ZONED_CLASS
                    + pinned))
        .containsExactly(
            "topology.kubernetes.io/zone In [b]", "topology.kubernetes.io/zone In [c]");
  }

  @Test
  void volumes_that_cannot_meet_leave_an_alternative_nobody_can_satisfy() {
    var pinned =
        volume(
            "pv",
            """
            csi: {driver: ebs.csi.aws.com}
            nodeAffinity:
              required:
                nodeSelectorTerms:
                - matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [x]}]
            """);
    var objects =
        TWO_VOLUMES
            + claim("data", "storageClassName: zoned")
            + claim("logs", "volumeName: pv")
            + ZONED_CLASS
            + pinned;

    assertThat(pod(Yaml.manifests(objects)).spec().volumeAlternatives())
        .singleElement()
        .satisfies(alternative -> assertThat(alternative.isContradictory()).isTrue());
  }

  @Test
  void volumes_count_by_driver_with_old_provisioners_under_their_new_name() {
    var pod =
        pod(
            Yaml.manifests(
                TWO_VOLUMES
                    + claim("data", "storageClassName: fast")
                    + claim("logs", "volumeName: nfs")
                    + CLASS
                    + volume("nfs", "nfs: {server: s, path: /}")));

    assertThat(pod.spec().volumes())
        .containsExactly(new VolumeUse("ebs.csi.aws.com", "default/data"));
  }

  @Test
  void volume_zones_do_not_become_the_pods_own_wish() {
    var pod = pod(Yaml.manifests(POD + claim("data", "storageClassName: zoned") + ZONED_CLASS));

    assertThat(pod.spec().nodeAlternatives()).containsExactly(Requirements.none());
  }

  @Test
  void a_claim_without_class_takes_the_default_class() {
    var pod =
        pod(
            Yaml.manifests(
                POD
                    + claim("data", "accessModes: [ReadWriteOnce]")
                    + CLASS.replace(
                        "{name: fast}",
                        "{name: fast, annotations: {storageclass.kubernetes.io/is-default-class: \"true\"}}")));

    assertThat(pod.spec().volumes()).hasSize(1);
  }

  @Test
  void an_ephemeral_volume_is_its_template_until_the_claim_exists() {
    var pod =
        pod(
            Yaml.manifests(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [{name: c}]
                  volumes:
                  - {name: tmp, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}
                ---
                """
                    + CLASS));

    assertThat(pod.spec().volumes())
        .containsExactly(new VolumeUse("ebs.csi.aws.com", "default/p-tmp"));
  }

  @Test
  void attach_limits_come_from_the_csi_node_and_a_shared_claim_counts_once() {
    var result =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: Node
            metadata: {name: n}
            status: {capacity: {cpu: 4}, allocatable: {cpu: 4}}
            ---
            apiVersion: storage.k8s.io/v1
            kind: CSINode
            metadata: {name: n}
            spec: {drivers: [{name: ebs.csi.aws.com, nodeID: i, allocatable: {count: 25}}, {name: x, nodeID: i}]}
            ---
            """
                + POD.replace(
                    "spec:\n  containers: [{name: c}]\n",
                    "spec:\n  nodeName: n\n  containers: [{name: c}]\n")
                + POD.substring(0, POD.indexOf("---"))
                    .replace("name: p}", "name: q}")
                    .replace("spec:\n", "spec:\n  nodeName: n\n")
                + "---\n"
                + claim("data", "storageClassName: fast")
                + CLASS);

    var node = result.problem().nodes().getFirst();
    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().bound()).hasSize(2);
    assertThat(node.volumeLimits()).containsExactlyEntriesOf(Map.of("ebs.csi.aws.com", 25));
    assertThat(node.volumes()).hasSize(1);
  }
}
