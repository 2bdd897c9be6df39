package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// A benchmark workload as trees: its options and one list per part. Objects need not say their
/// kind, except in `volumes`, which holds claims, volumes, classes and CSINodes, and in `devices`,
/// which holds ResourceSlices, DeviceClasses, ResourceClaims and ResourceClaimTemplates.
///
/// @param options `preferencePolicy` (Respect, Ignore, Weigh), `preferenceFraction` (for Weigh),
///   `minValuesPolicy` (Strict, BestEffort), `reservedMode` (Strict, Fallback),
///   `reservationIdLabel`, `wellKnownLabels`, `improvementWork`, `ignoreDraRequests`
public record WorkloadTrees(
    JsonNode options,
    List<JsonNode> pods,
    List<JsonNode> nodePools,
    List<JsonNode> instanceTypes,
    List<JsonNode> nodes,
    List<JsonNode> nodeClaims,
    List<JsonNode> boundPods,
    List<JsonNode> daemonSets,
    List<JsonNode> namespaces,
    List<JsonNode> volumes,
    List<JsonNode> devices) {

  /// A workload without devices.
  public WorkloadTrees(
      JsonNode options,
      List<JsonNode> pods,
      List<JsonNode> nodePools,
      List<JsonNode> instanceTypes,
      List<JsonNode> nodes,
      List<JsonNode> nodeClaims,
      List<JsonNode> boundPods,
      List<JsonNode> daemonSets,
      List<JsonNode> namespaces,
      List<JsonNode> volumes) {
    this(
        options,
        pods,
        nodePools,
        instanceTypes,
        nodes,
        nodeClaims,
        boundPods,
        daemonSets,
        namespaces,
        volumes,
        List.of());
  }

  public WorkloadTrees {
    pods = List.copyOf(pods);
    nodePools = List.copyOf(nodePools);
    instanceTypes = List.copyOf(instanceTypes);
    nodes = List.copyOf(nodes);
    nodeClaims = List.copyOf(nodeClaims);
    boundPods = List.copyOf(boundPods);
    daemonSets = List.copyOf(daemonSets);
    namespaces = List.copyOf(namespaces);
    volumes = List.copyOf(volumes);
    devices = List.copyOf(devices);
  }
}
