package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Persistent volume claims with what they say about nodes, and how many volumes a node can hold.
///
/// @param claims by namespace/name; a claim that cannot be served is not listed
/// @param attachLimits by node, then by driver
record Volumes(
    SortedMap<String, Claim> claims, SortedMap<String, SortedMap<String, Integer>> attachLimits) {

  /// @param reachableFrom alternatives; every node matches an empty one
  record Claim(Optional<String> driver, List<Requirements> reachableFrom) {}

  private static final Map<String, String> CSI_NAMES =
      Map.of(
          "kubernetes.io/aws-ebs", "ebs.csi.aws.com",
          "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
          "kubernetes.io/azure-disk", "disk.csi.azure.com",
          "kubernetes.io/azure-file", "file.csi.azure.com",
          "kubernetes.io/cinder", "cinder.csi.openstack.org",
          "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com");

  static Volumes read(Collection<JsonNode> objects) {
    var byKind = new TreeMap<String, SortedMap<String, JsonNode>>();
    for (var object : objects)
      byKind
          .computeIfAbsent(Json.text(object, "kind"), _ -> new TreeMap<>())
          .put(keyOf(object), object);
    var claims = new TreeMap<String, Claim>();
    kind(byKind, "PersistentVolumeClaim")
        .forEach((key, claim) -> claim(claim, byKind).ifPresent(c -> claims.put(key, c)));
    var limits = new TreeMap<String, SortedMap<String, Integer>>();
    kind(byKind, "CSINode").forEach((node, csiNode) -> limits.put(node, limits(csiNode)));
    return new Volumes(claims, limits);
  }

  private static SortedMap<String, JsonNode> kind(
      SortedMap<String, SortedMap<String, JsonNode>> byKind, String kind) {
    return byKind.getOrDefault(kind, new TreeMap<>());
  }

  private static String keyOf(JsonNode object) {
    var name = Json.text(object.path("metadata"), "name");
    var namespaced = Json.text(object, "kind").equals("PersistentVolumeClaim");
    return namespaced ? Pod.namespaceOf(object) + "/" + name : name;
  }

  private static Optional<Claim> claim(
      JsonNode claim, SortedMap<String, SortedMap<String, JsonNode>> byKind) {
    var spec = claim.path("spec");
    var volume = Json.text(spec, "volumeName");
    if (!volume.isEmpty())
      return Optional.ofNullable(kind(byKind, "PersistentVolume").get(volume)).map(Volumes::bound);
    var storageClass = Json.text(spec, "storageClassName");
    return Optional.ofNullable(kind(byKind, "StorageClass").get(storageClass))
        .map(Volumes::unbound);
  }

  private static Claim bound(JsonNode volume) {
    var spec = volume.path("spec");
    var driver = Json.find(spec.path("csi"), "driver").map(JsonNode::asText);
    if (driver.isEmpty() && spec.has("awsElasticBlockStore"))
      driver = Optional.of("ebs.csi.aws.com");
    var terms = spec.path("nodeAffinity").path("required").path("nodeSelectorTerms");
    var alternatives = new ArrayList<>(Json.items(terms, NodeSelection::term));
    // A node's own disk stays behind when the node is replaced, so its name must not bind the pod.
    if (spec.has("local") || spec.has("hostPath"))
      alternatives.replaceAll(term -> term.without(List.of(LabelKeys.HOSTNAME)));
    return new Claim(driver, alternatives.isEmpty() ? List.of(Requirements.NONE) : alternatives);
  }

  private static Claim unbound(JsonNode storageClass) {
    var provisioner = Json.text(storageClass, "provisioner");
    var alternatives = Json.items(storageClass.path("allowedTopologies"), Volumes::allowedTopology);
    return new Claim(
        Optional.of(CSI_NAMES.getOrDefault(provisioner, provisioner)),
        alternatives.isEmpty() ? List.of(Requirements.NONE) : alternatives);
  }

  private static Requirements allowedTopology(JsonNode topology) {
    var demands = Requirements.NONE;
    for (var expression : Json.items(topology.path("matchLabelExpressions")))
      demands =
          demands.and(
              LabelKeys.canonical(Json.text(expression, "key")),
              LabelValues.only(Json.texts(expression.path("values"))));
    return demands;
  }

  private static SortedMap<String, Integer> limits(JsonNode csiNode) {
    var limits = new TreeMap<String, Integer>();
    for (var driver : Json.items(csiNode.path("spec").path("drivers")))
      Json.find(driver.path("allocatable"), "count")
          .ifPresent(count -> limits.put(Json.text(driver, "name"), count.asInt()));
    return limits;
  }
}
