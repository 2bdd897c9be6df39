package karpenter.simulator.kube;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.schema.CrdSchemas;
import karpenter.operator.kube.Resource;

/// How a kind is served: what the real server's strategies for it come down to.
///
/// @param isCustom checked and completed by its CRD
/// @param hasStatus spec and status are written apart
/// @param hasGeneration changes of the spec are counted
/// @param keepsStatus what is created may bring its status
record Served(boolean isCustom, boolean hasStatus, boolean hasGeneration, boolean keepsStatus) {
  private static final Map<Resource, Served> KNOWN = new ConcurrentHashMap<>();

  private static final Set<String> WITHOUT_STATUS =
      Set.of(
          "leases",
          "events",
          "podtemplates",
          "storageclasses",
          "csinodes",
          "priorityclasses",
          "configmaps",
          "resourceslices",
          "resourceclaimtemplates",
          "deviceclasses");

  private static final Set<String> WITH_GENERATION =
      Set.of(
          "pods",
          "deployments",
          "replicasets",
          "statefulsets",
          "daemonsets",
          "jobs",
          "poddisruptionbudgets",
          "replicationcontrollers");

  static Served of(Resource resource) {
    return KNOWN.computeIfAbsent(resource, Served::found);
  }

  private static Served found(Resource resource) {
    if (CrdSchemas.find(resource.apiVersion(), resource.kind()).isPresent()) {
      return new Served(true, true, true, false);
    }
    boolean hasStatus = !WITHOUT_STATUS.contains(resource.plural());
    // Kubelets register their node with its capacity in one request.
    boolean keepsStatus = !hasStatus || resource.plural().equals("nodes");
    return new Served(false, hasStatus, WITH_GENERATION.contains(resource.plural()), keepsStatus);
  }
}
