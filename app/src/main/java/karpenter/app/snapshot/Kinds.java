package karpenter.app.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.Resource;
import karpenter.provider.kwok.KwokProvider;

/// What a snapshot holds: all that the operator reads, and what makes pods. Neither secrets nor
/// config maps, and nobody else's kinds.
public final class Kinds {
  public static final Resource JOBS = new Resource("batch", "v1", "jobs", "Job", true);
  public static final Resource PRIORITY_CLASSES =
      new Resource("scheduling.k8s.io", "v1", "priorityclasses", "PriorityClass", false);

  /// In the order in which they are read: owners before what they own.
  public static final List<Resource> ALL =
      List.of(
          Resource.NAMESPACES,
          PRIORITY_CLASSES,
          Resource.STORAGE_CLASSES,
          KwokProvider.NODE_CLASSES,
          new Resource("karpenter.k8s.aws", "v1", "ec2nodeclasses", "EC2NodeClass", false),
          Resource.NODE_POOLS,
          Resource.NODE_OVERLAYS,
          Resource.CAPACITY_BUFFERS,
          Resource.NODE_CLAIMS,
          Resource.NODES,
          Resource.CSI_NODES,
          Resource.PERSISTENT_VOLUMES,
          Resource.PERSISTENT_VOLUME_CLAIMS,
          Resource.VOLUME_ATTACHMENTS,
          Resource.DEVICE_CLASSES,
          Resource.RESOURCE_SLICES,
          Resource.RESOURCE_CLAIM_TEMPLATES,
          Resource.RESOURCE_CLAIMS,
          Resource.SERVICES,
          Resource.POD_TEMPLATES,
          Resource.DAEMON_SETS,
          Resource.DEPLOYMENTS,
          Resource.REPLICA_SETS,
          Resource.STATEFUL_SETS,
          Resource.REPLICATION_CONTROLLERS,
          JOBS,
          Resource.POD_DISRUPTION_BUDGETS,
          Resource.PODS);

  private Kinds() {}

  /// Of an object that says what it is. Empty where it plays no part here.
  public static Optional<Resource> of(JsonNode object) {
    var apiVersion = object.path("apiVersion").asText();
    var kind = object.path("kind").asText();
    return ALL.stream()
        .filter(one -> one.kind().equals(kind) && one.apiVersion().equals(apiVersion))
        .findFirst();
  }

  /// As a user names it: `deployment`, `deployments`, `Deployment`.
  public static Optional<Resource> named(String word) {
    return ALL.stream()
        .filter(one -> one.kind().equalsIgnoreCase(word) || one.plural().equalsIgnoreCase(word))
        .findFirst();
  }
}
