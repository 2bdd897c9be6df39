package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.TreeSet;

/// The effective requests of a pod, by the rules of Kubernetes.
/// 1. Containers and sidecars run together: they add up.
/// 2. Init containers run one at a time, beside the sidecars started before them: the peak counts.
/// 3. Requests of the pod as a whole replace both, for CPU, memory and huge pages.
/// 4. The runtime's overhead is added, and every pod takes one of the node's pods.
///
/// A pod being resized in place counts the larger of what it asks for and what it was given.
final class PodRequests {
  private PodRequests() {}

  static Resources of(JsonNode pod) {
    var spec = pod.path("spec");
    var status = pod.path("status");
    var running = Resources.NONE;
    for (var container : Json.items(spec.path("containers")))
      running = running.plus(ofContainer(container, status.path("containerStatuses")));
    var sidecars = Resources.NONE;
    var peak = Resources.NONE;
    for (var container : Json.items(spec.path("initContainers"))) {
      var own = ofContainer(container, status.path("initContainerStatuses"));
      peak = peak.max(sidecars.plus(own));
      if (isSidecar(container)) sidecars = sidecars.plus(own);
    }
    return running
        .plus(sidecars)
        .max(peak)
        .overriddenBy(ofWholePod(spec))
        .plus(Json.resources(spec.path("overhead")))
        .plus(Resources.of(Resources.PODS, 1));
  }

  static boolean isSidecar(JsonNode initContainer) {
    return Json.text(initContainer, "restartPolicy").equals("Always");
  }

  private static Resources ofWholePod(JsonNode spec) {
    var wanted = Json.resources(spec.path("resources").path("requests"));
    var counted = new TreeSet<>(wanted.amounts().keySet());
    counted.removeIf(name -> !isPodLevel(name));
    return wanted.only(counted);
  }

  private static boolean isPodLevel(String name) {
    return Set.of(Resources.CPU, Resources.MEMORY).contains(name) || name.startsWith("hugepages-");
  }

  private static Resources ofContainer(JsonNode container, JsonNode statuses) {
    var wanted = Json.resources(container.path("resources").path("requests"));
    for (var status : Json.items(statuses))
      if (Json.text(status, "name").equals(Json.text(container, "name")))
        wanted =
            wanted
                .max(Json.resources(status.path("resources").path("requests")))
                .max(Json.resources(status.path("allocatedResources")));
    return wanted;
  }
}
