package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A frozen cluster that commands are carried out on, one after the other.
final class LivingCluster {
  private final Workload.Files files;
  private final Map<String, JsonNode> nodes = new LinkedHashMap<>();
  private final Map<String, JsonNode> pods = new LinkedHashMap<>();

  LivingCluster(Workload.Files files) {
    this.files = files;
    files.nodes().forEach(node -> nodes.put(Json.text(node.path("metadata"), "name"), node));
    files.boundPods().forEach(pod -> pods.put(Json.text(pod.path("metadata"), "uid"), pod));
  }

  JsonNode node(String name) {
    return nodes.getOrDefault(name, MissingNode.getInstance());
  }

  List<JsonNode> podsOn(List<String> names) {
    return pods.values().stream()
        .filter(pod -> names.contains(Json.text(pod.path("spec"), "nodeName")))
        .toList();
  }

  /// The question the command answers: these nodes are leaving, where do their pods go?
  Workload without(List<String> names) throws IOException {
    var all = new ArrayList<JsonNode>();
    nodes.forEach((name, node) -> all.add(names.contains(name) ? leaving(node) : node));
    return Workload.of(files.with(all, List.copyOf(pods.values())));
  }

  private static JsonNode leaving(JsonNode node) {
    ObjectNode copy = node.deepCopy();
    copy.withObject("/metadata").put("deletionTimestamp", "2026-01-02T00:00:00Z");
    return copy;
  }

  void carryOut(Command command) {
    var homes = new HashMap<String, String>();
    for (var onNode : command.placement().existing())
      onNode.pods().forEach(pod -> homes.put(pod, onNode.node()));
    for (int i = 0; i < command.launched().size(); i++) {
      var node = command.launched().get(i);
      var name = Json.text(node.path("metadata"), "name");
      nodes.put(name, node);
      if (i < command.placement().claims().size())
        command.placement().claims().get(i).pods().forEach(pod -> homes.put(pod, name));
    }
    command.nodes().forEach(nodes::remove);
    homes.forEach(
        (pod, node) ->
            pods.computeIfPresent(
                pod,
                (_, old) -> {
                  ObjectNode copy = old.deepCopy();
                  copy.withObject("/spec").put("nodeName", node);
                  return copy;
                }));
    pods.values()
        .removeIf(pod -> command.nodes().contains(Json.text(pod.path("spec"), "nodeName")));
  }
}
