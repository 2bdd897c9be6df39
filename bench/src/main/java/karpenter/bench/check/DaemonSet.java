package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// A pod that comes along with every node it accepts.
record DaemonSet(
    String name,
    Resources requests,
    NodeSelection selection,
    List<Taint.Toleration> tolerations,
    List<HostPort> ports) {

  static DaemonSet read(JsonNode json) {
    var template = json.path("spec").path("template").deepCopy();
    var spec = template.path("spec");
    // No API server has defaulted a template: a limit without a request is a request.
    for (var containers : List.of(spec.path("containers"), spec.path("initContainers")))
      for (var container : Json.items(containers)) fillRequests(container.path("resources"));
    fillRequests(spec.path("resources"));
    return new DaemonSet(
        Json.text(json.path("metadata"), "name"),
        PodRequests.of(template),
        NodeSelection.read(spec),
        Json.items(spec.path("tolerations"), Taint.Toleration::read),
        HostPort.ofPod(spec));
  }

  private static void fillRequests(JsonNode resources) {
    if (!(resources instanceof ObjectNode object) || !object.has("limits")) return;
    var requests = object.withObjectProperty("requests");
    for (var limit : object.path("limits").properties())
      if (!requests.has(limit.getKey())) requests.set(limit.getKey(), limit.getValue());
  }

  boolean tolerates(List<Taint> taints) {
    return Taint.firstUntolerated(taints, tolerations).isEmpty();
  }
}
