package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Pods come in large numbers that differ in hardly more than their names. What is equal in them is
/// kept once, and whoever reads it recognises it.
final class Alike {
  /// Kinds of pods; beyond it all are forgotten, and kept anew.
  private static final int MAX_KEPT = 10_000;

  private final Map<JsonNode, JsonNode> kept = new HashMap<>();

  /// @param pod ours alone
  void share(ObjectNode pod) {
    share(pod, "spec");
    if (pod.get("metadata") instanceof ObjectNode metadata) {
      List.of("labels", "annotations").forEach(field -> share(metadata, field));
    }
  }

  private void share(ObjectNode object, String field) {
    if (object.get(field) instanceof ObjectNode part) {
      if (kept.size() >= MAX_KEPT) {
        kept.clear();
      }
      var known = kept.putIfAbsent(part, part);
      object.set(field, known == null ? part : known);
    }
  }
}
