package karpenter.app.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.trace.Trace;
import karpenter.simulator.trace.TraceEvent;

/// The workloads of a snapshot, as if all of them were applied to an empty cluster at once: what
/// makes pods makes them anew, and pods that nothing known here makes come as they are.
///
/// Nodes and claims are not taken over, because a simulated cloud knows none of their machines.
/// Volumes are left out, for nothing here attaches them.
final class SnapshotTrace {
  /// What a user writes; the rest of an object's metadata is the cluster's.
  private static final Set<String> METADATA = Set.of("name", "namespace", "labels", "annotations");

  private static final Set<Resource> WORKLOADS =
      Set.of(
          Resource.CAPACITY_BUFFERS,
          Resource.DAEMON_SETS,
          Resource.DEPLOYMENTS,
          Resource.REPLICA_SETS,
          Resource.STATEFUL_SETS,
          Kinds.JOBS,
          Resource.POD_DISRUPTION_BUDGETS);

  /// Every cluster has them.
  private static final Set<String> NAMESPACES =
      Set.of("default", "kube-system", "kube-public", "kube-node-lease");

  private final ClusterImage image;
  private final List<TraceEvent> events = new ArrayList<>();

  private SnapshotTrace(ClusterImage image) {
    this.image = image;
  }

  static Trace of(String title, ClusterImage image, Duration length) {
    var trace = new SnapshotTrace(image);
    for (var resource : Kinds.ALL) {
      image.all(resource).forEach(object -> trace.add(resource, object));
    }
    return Trace.of(title, trace.events, length);
  }

  private void add(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS)) {
      if (isActive(object) && !isMadeAnew(object)) {
        var pod = plain(object);
        pod.withObject("/spec").remove("nodeName");
        events.add(
            new TraceEvent.PodArrives(
                Duration.ZERO, ClusterImage.key(object), pod, Optional.empty()));
      }
    } else if (resource.equals(Resource.NAMESPACES)) {
      if (!NAMESPACES.contains(object.at("/metadata/name").asText())) {
        events.add(new TraceEvent.Created(Duration.ZERO, resource, plain(object)));
      }
    } else if (WORKLOADS.contains(resource) && !isMadeAnew(object) && !isDone(object)) {
      events.add(new TraceEvent.Created(Duration.ZERO, resource, plain(object)));
    }
  }

  private static boolean isActive(ObjectNode pod) {
    var phase = pod.at("/status/phase").asText();
    return !phase.equals("Succeeded")
        && !phase.equals("Failed")
        && !pod.path("metadata").has("deletionTimestamp");
  }

  /// A Job that has come to its end.
  private static boolean isDone(ObjectNode object) {
    for (var condition : object.at("/status/conditions")) {
      var type = condition.path("type").asText();
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }

  /// Its owner is played and will make it, or it is a node's own.
  private boolean isMadeAnew(ObjectNode object) {
    for (var owner : object.at("/metadata/ownerReferences")) {
      if (!owner.path("controller").asBoolean()) {
        continue;
      }
      if (owner.path("kind").asText().equals("Node")) {
        return true;
      }
      var resource = Kinds.of(owner);
      if (resource.filter(WORKLOADS::contains).isPresent()
          && isThere(resource.get(), owner, object)) {
        return true;
      }
    }
    return false;
  }

  private boolean isThere(Resource resource, JsonNode owner, ObjectNode owned) {
    var namespace = owned.at("/metadata/namespace").asText();
    return image.find(resource, ObjectKey.of(namespace, owner.path("name").asText())).isPresent();
  }

  private static ObjectNode plain(ObjectNode object) {
    var copy = object.deepCopy();
    copy.remove("status");
    copy.withObject("/metadata").retain(METADATA);
    withoutVolumes(copy.path("spec"));
    withoutVolumes(copy.at("/spec/template/spec"));
    if (copy.path("spec") instanceof ObjectNode spec) {
      spec.remove("volumeClaimTemplates");
    }
    // A Job's selector names the Job it was made for; the API server chooses another.
    if (copy.path("kind").asText().equals("Job") && copy.path("spec") instanceof ObjectNode spec) {
      spec.remove("selector");
    }
    return copy;
  }

  private static void withoutVolumes(JsonNode spec) {
    if (spec instanceof ObjectNode tree) {
      tree.remove("volumes");
    }
  }
}
