package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the kube-scheduler reads of a pod.
///
/// @param id the UID, or namespace/name where a pod has none
/// @param node where it is bound already
/// @param volumes claims by namespace/name
/// @param gated whether a scheduling gate holds it back
record Pod(
    String id,
    String namespace,
    SortedMap<String, String> labels,
    Instant created,
    Optional<String> node,
    boolean leaving,
    boolean ofDaemonSet,
    Resources requests,
    NodeSelection selection,
    List<PreferredNodes> preferredNodes,
    List<Taint.Toleration> tolerations,
    List<Spread> spreads,
    PodTerm.Terms terms,
    List<HostPort> ports,
    SortedSet<String> volumes,
    List<DeviceClaimRef> deviceClaims,
    int priority,
    boolean gated) {

  /// Upstream's queue: largest first, then oldest.
  static final Comparator<Pod> QUEUE_ORDER =
      Comparator.comparing((Pod pod) -> pod.requests().get(Resources.CPU))
          .thenComparing(pod -> pod.requests().get(Resources.MEMORY))
          .reversed()
          .thenComparing(Pod::created)
          .thenComparing(Pod::id);

  /// Nodes a pod would like; an empty wish carries no weight.
  record PreferredNodes(int weight, Requirements wish) {
    static PreferredNodes read(JsonNode json) {
      return new PreferredNodes(
          json.path("weight").asInt(), NodeSelection.term(json.path("preference")));
    }
  }

  /// The same pod with other demands and wishes.
  Pod demanding(
      NodeSelection nodes,
      List<PreferredNodes> wishedNodes,
      List<Spread> allSpreads,
      List<PodTerm> antiAffinity) {
    return new Pod(
        id,
        namespace,
        labels,
        created,
        node,
        leaving,
        ofDaemonSet,
        requests,
        nodes,
        wishedNodes,
        tolerations,
        allSpreads,
        new PodTerm.Terms(
            terms.affinity(),
            antiAffinity,
            terms.preferredAffinity(),
            terms.preferredAntiAffinity()),
        ports,
        volumes,
        deviceClaims,
        priority,
        gated);
  }

  static Pod read(JsonNode json, Namespaces namespaces) {
    var meta = json.path("metadata");
    var spec = json.path("spec");
    var labels = Json.labels(meta.path("labels"));
    var declarer = new PodTerm.Declarer(namespaceOf(json), labels, namespaces);
    var selection = NodeSelection.read(spec);
    var tolerations = Json.items(spec.path("tolerations"), Taint.Toleration::read);
    var owner = new Spread.Owner(declarer, selection, tolerations);
    return new Pod(
        Json.text(meta, "uid", namespaceOf(json) + "/" + Json.text(meta, "name")),
        namespaceOf(json),
        labels,
        Instant.parse(Json.text(meta, "creationTimestamp", "1970-01-01T00:00:00Z")),
        Json.find(spec, "nodeName").map(JsonNode::asText).filter(name -> !name.isEmpty()),
        Json.find(meta, "deletionTimestamp").isPresent(),
        isOwnedBy(meta, "DaemonSet"),
        PodRequests.of(json),
        selection,
        preferredNodes(spec),
        tolerations,
        Json.items(spec.path("topologySpreadConstraints"), spread -> Spread.read(spread, owner)),
        PodTerm.Terms.read(spec.path("affinity"), declarer),
        HostPort.ofPod(spec),
        volumes(json),
        DeviceClaimRef.ofPod(json),
        spec.path("priority").asInt(),
        !spec.path("schedulingGates").isEmpty());
  }

  static String namespaceOf(JsonNode json) {
    return Json.text(json.path("metadata"), "namespace", "default");
  }

  /// A pod that has run to its end uses nothing and repels nobody.
  static boolean isFinished(JsonNode json) {
    var phase = Json.text(json.path("status"), "phase");
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  /// Whether a pod is to find a new home when its node leaves.
  static boolean isReschedulable(JsonNode json) {
    var meta = json.path("metadata");
    var stays = Json.text(meta.path("annotations"), "karpenter.sh/do-not-disrupt").equals("true");
    var active = Json.find(meta, "deletionTimestamp").isEmpty() || isOwnedBy(meta, "StatefulSet");
    return active && !stays && !isOwnedBy(meta, "DaemonSet") && !isOwnedBy(meta, "Node");
  }

  static boolean isOwnedBy(JsonNode meta, String kind) {
    return Json.items(meta.path("ownerReferences")).stream()
        .anyMatch(owner -> Json.text(owner, "kind").equals(kind));
  }

  private static List<PreferredNodes> preferredNodes(JsonNode spec) {
    return Json.items(
        spec.path("affinity")
            .path("nodeAffinity")
            .path("preferredDuringSchedulingIgnoredDuringExecution"),
        PreferredNodes::read);
  }

  private static SortedSet<String> volumes(JsonNode json) {
    var claims = new TreeSet<String>();
    for (var volume : Json.items(json.path("spec").path("volumes"))) {
      var named = Json.text(volume.path("persistentVolumeClaim"), "claimName");
      if (!named.isEmpty()) claims.add(namespaceOf(json) + "/" + named);
      if (Json.find(volume, "ephemeral").isPresent())
        claims.add(
            "%s/%s-%s"
                .formatted(
                    namespaceOf(json),
                    Json.text(json.path("metadata"), "name"),
                    Json.text(volume, "name")));
    }
    return claims;
  }
}
