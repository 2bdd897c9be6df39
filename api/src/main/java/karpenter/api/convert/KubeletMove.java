package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Moves kubelet settings from pools to the classes they refer to (spec 03 §10.4). Pools that share
/// a class and differ in settings get a class each.
final class KubeletMove {
  private static final String PATH = "spec.template.spec.kubelet";

  private final Map<String, Draft> classes;

  private KubeletMove(Map<String, Draft> classes) {
    this.classes = classes;
  }

  static void among(List<Draft> drafts) {
    var classes = new LinkedHashMap<String, Draft>();
    for (var draft : drafts) {
      if (draft.isNodeClass() && draft.object().path("spec").isObject()) {
        classes.putIfAbsent(draft.name(), draft);
      }
    }
    var move = new KubeletMove(classes);
    var byClass = new LinkedHashMap<String, List<Draft>>();
    for (var draft : drafts) {
      if (draft.isPool()) {
        byClass.computeIfAbsent(draft.className(), _ -> new ArrayList<>()).add(draft);
      }
    }
    byClass.forEach(move::move);
  }

  private void move(String className, List<Draft> pools) {
    var groups = new LinkedHashMap<JsonNode, List<Draft>>();
    for (var pool : pools) {
      pool.kubelet()
          .ifPresent(block -> groups.computeIfAbsent(block, _ -> new ArrayList<>()).add(pool));
    }
    if (groups.isEmpty()) {
      return;
    }
    var nodeClass = classes.get(className);
    if (nodeClass == null) {
      groups.values().stream().flatMap(List::stream).forEach(pool -> refuse(pool, className));
      return;
    }
    boolean isShared = groups.size() > 1 || pools.stream().anyMatch(p -> p.kubelet().isEmpty());
    // Pools without a block keep the class as it is, so a lone block still needs a class of its
    // own.
    for (var group : groups.entrySet()) {
      if (isShared) {
        split(nodeClass, group.getKey(), group.getValue());
      } else {
        nodeClass.spec().set("kubelet", group.getKey());
        nodeClass
            .report()
            .note("spec.kubelet", "taken over from the pools " + names(group.getValue()));
        group
            .getValue()
            .forEach(
                pool ->
                    pool.report().note(PATH, "is spec.kubelet of the class " + className + " now"));
      }
    }
  }

  private static void refuse(Draft pool, String className) {
    pool.report()
        .problem(
            PATH,
            "settings of the kubelet",
            "them at spec.kubelet of the node class %s; give its manifest in the same input, and they are moved"
                .formatted(className.isEmpty() ? "of the pool" : className));
  }

  private static void split(Draft nodeClass, JsonNode block, List<Draft> pools) {
    var name = nodeClass.name() + "-" + pools.getFirst().name();
    var copy = (ObjectNode) nodeClass.object().deepCopy();
    copy.withObject("/metadata").put("name", name);
    copy.withObject("/spec").set("kubelet", block);
    nodeClass.addCopy(copy);
    nodeClass
        .report()
        .note("spec.kubelet", "copied as %s for the pools %s".formatted(name, names(pools)));
    for (var pool : pools) {
      pool.object().withObject("/spec/template/spec/nodeClassRef").put("name", name);
      pool.report()
          .note(
              PATH,
              "is spec.kubelet of the new class %s, because other pools share %s and differ;"
                      .formatted(name, nodeClass.name())
                  + " nodes of this pool drift to it");
    }
  }

  private static String names(List<Draft> pools) {
    return String.join(", ", pools.stream().map(Draft::name).toList());
  }
}
