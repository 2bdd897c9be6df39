package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;

/// What a trace says of a pod: what it asks for, and where it may run.
///
/// @param rest other fields of the pod's spec, such as `affinity` or `tolerations`; not changed
record PodShape(
    SortedMap<String, String> requests, SortedMap<String, String> labels, ObjectNode rest) {
  static final String GPU = "nvidia.com/gpu";

  static PodShape asking(Map<String, String> requests, Map<String, String> labels) {
    return new PodShape(
        new TreeMap<>(requests), new TreeMap<>(labels), JsonNodeFactory.instance.objectNode());
  }

  ObjectNode pod(ObjectKey key) {
    var pod = JsonNodeFactory.instance.objectNode();
    var metadata = pod.putObject("metadata");
    metadata.put("name", key.name()).put("namespace", key.namespace());
    if (!labels.isEmpty()) {
      labels.forEach(metadata.putObject("labels")::put);
    }
    var spec = pod.putObject("spec");
    // Shared by all pods of a line: copies of a large spec would not fit into memory.
    spec.setAll(rest);
    var container =
        spec.putArray("containers").addObject().put("name", "main").put("image", "none");
    var asked = container.putObject("resources").putObject("requests");
    requests.forEach(asked::put);
    // An API server takes extended resources only where request and limit agree.
    requests.forEach(
        (name, amount) -> {
          if (name.contains("/")) {
            container
                .withObjectProperty("resources")
                .withObjectProperty("limits")
                .put(name, amount);
          }
        });
    return pod;
  }
}
