package karpenter.app.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import karpenter.api.Json;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

/// Whatever is the user's own in these objects contains "acme".
class NameHashingTest {
  private final ClusterImage image = ClusterImage.empty(Instant.parse("2026-01-05T09:00:00Z"));

  @Test
  void nothing_of_the_users_own_is_left() throws Exception {
    put(
        Resource.NODES,
        """
        {"apiVersion":"v1","kind":"Node",
         "metadata":{"name":"acme-node","labels":{"kubernetes.io/hostname":"acme-host"},
           "annotations":{"karpenter-jvm.dev/command":"{\\"candidates\\":[\\"acme-node\\"]}"}},
         "spec":{"providerID":"aws:///us-east-1a/i-acme",
           "taints":[{"key":"team","value":"acme-payments","effect":"NoSchedule"}]},
         "status":{"volumesInUse":["kubernetes.io/csi/ebs.csi.aws.com^vol-acme"],
           "volumesAttached":[{"name":"kubernetes.io/csi/ebs.csi.aws.com^vol-acme","devicePath":"/dev/acme"}]}}
        """);
    put(
        Resource.PERSISTENT_VOLUMES,
        """
        {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"acme-pv"},
         "spec":{"csi":{"driver":"ebs.csi.aws.com","volumeHandle":"vol-acme"}}}
        """);
    put(
        Resource.CSI_NODES,
        """
        {"apiVersion":"storage.k8s.io/v1","kind":"CSINode","metadata":{"name":"acme-node"},
         "spec":{"drivers":[{"name":"ebs.csi.aws.com","nodeID":"i-acme"}]}}
        """);
    put(
        Resource.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"acme-pod","namespace":"acme-shop"},
         "spec":{"containers":[{"name":"acme-app","image":"acme/app:1"}],
           "volumes":[{"name":"acme-data","persistentVolumeClaim":{"claimName":"acme-claim"}}],
           "tolerations":[{"key":"team","operator":"Equal","value":"acme-payments"}]},
         "status":{"containerStatuses":[{"name":"acme-app"}]}}
        """);
    put(
        Resource.PERSISTENT_VOLUME_CLAIMS,
        """
        {"apiVersion":"v1","kind":"PersistentVolumeClaim",
         "metadata":{"name":"acme-claim","namespace":"acme-shop"},"spec":{"volumeName":"acme-pv"}}
        """);
    put(
        Resource.NODE_POOLS,
        """
        {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"acme-pool"},
         "spec":{"template":{"metadata":{"annotations":{"acme.example/owner":"acme-team"}},
           "spec":{"startupTaints":[{"key":"boot","value":"acme-boot","effect":"NoSchedule"}]}}}}
        """);

    var hashed = NameHashing.hashed(image, new byte[32]);

    var left = hashed.items().stream().map(NameHashingTest::values).toList();
    assertThat(left).noneMatch(text -> text.contains("acme"));
  }

  @Test
  void what_belongs_together_still_does() throws Exception {
    put(
        Resource.NODES,
        """
        {"apiVersion":"v1","kind":"Node","metadata":{"name":"n"},
         "spec":{"taints":[{"key":"team","value":"acme","effect":"NoSchedule"}]},
         "status":{"volumesInUse":["kubernetes.io/csi/ebs.csi.aws.com^vol-acme"]}}
        """);
    put(
        Resource.PERSISTENT_VOLUMES,
        """
        {"apiVersion":"v1","kind":"PersistentVolume","metadata":{"name":"pv"},
         "spec":{"csi":{"driver":"ebs.csi.aws.com","volumeHandle":"vol-acme"}}}
        """);
    put(
        Resource.PODS,
        """
        {"apiVersion":"v1","kind":"Pod","metadata":{"name":"p","namespace":"default"},
         "spec":{"tolerations":[{"key":"team","operator":"Equal","value":"acme"},
           {"key":"node.kubernetes.io/not-ready","operator":"Exists","effect":"NoExecute"}]}}
        """);

    var hashed = NameHashing.hashed(image, new byte[32]);

    var node = hashed.all(Resource.NODES).getFirst();
    var volume = hashed.all(Resource.PERSISTENT_VOLUMES).getFirst();
    var pod = hashed.all(Resource.PODS).getFirst();
    assertThat(pod.at("/spec/tolerations/0/value")).isEqualTo(node.at("/spec/taints/0/value"));
    assertThat(pod.at("/spec/tolerations/0/operator").asText()).isEqualTo("Equal");
    assertThat(node.at("/status/volumesInUse/0").asText())
        .isEqualTo(
            "kubernetes.io/csi/ebs.csi.aws.com^" + volume.at("/spec/csi/volumeHandle").asText());
  }

  private void put(Resource resource, String json) throws Exception {
    image.put(resource, (ObjectNode) Json.JSON.readTree(json));
  }

  /// Keys stay as they are; only values are the user's own.
  private static String values(JsonNode value) {
    return value.isContainerNode()
        ? String.join(" ", List.copyOf(value.valueStream().map(NameHashingTest::values).toList()))
        : value.asText();
  }
}
