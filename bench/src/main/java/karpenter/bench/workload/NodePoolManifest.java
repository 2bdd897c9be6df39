package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/// NodePools of the KWOK node class, ready to be used.
final class NodePoolManifest {

  private NodePoolManifest() {}

  static ObjectNode named(Draw draw, String name) {
    return object(
        "apiVersion", "karpenter.sh/v1",
        "kind", "NodePool",
        "metadata",
            object(
                "name", name,
                "uid", draw.uid("nodepool/" + name),
                "creationTimestamp", Draw.created(0)),
        "spec",
            object(
                "template",
                object(
                    "metadata",
                    object("labels", object("testing/cluster", "unspecified")),
                    "spec",
                    object(
                        "nodeClassRef",
                        object(
                            "group", "karpenter.kwok.sh",
                            "kind", "KWOKNodeClass",
                            "name", "default"),
                        "requirements",
                        List.of()))),
        "status", object("conditions", List.of(object("type", "Ready", "status", "True"))));
  }

  /// The pool of upstream's own benchmark: no requirements, limits nobody reaches.
  static ObjectNode unconstrained(Draw draw) {
    var pool = named(draw, "default");
    limit(pool, Map.of("cpu", "10000000"));
    limit(pool, Map.of("memory", "10000000Gi"));
    return pool;
  }

  static void limit(ObjectNode pool, Map<String, String> limits) {
    limits.forEach((resource, most) -> pool.withObject("/spec/limits").put(resource, most));
  }

  static void weigh(ObjectNode pool, int weight) {
    pool.withObject("/spec").put("weight", weight);
  }

  static void require(ObjectNode pool, ObjectNode requirement) {
    template(pool).withArray("/spec/requirements").add(requirement);
  }

  static void label(ObjectNode pool, String label, String value) {
    template(pool).withObject("/metadata/labels").put(label, value);
  }

  static void taint(ObjectNode pool, String key, String value) {
    template(pool)
        .withArray("/spec/taints")
        .add(object("key", key, "value", value, "effect", "NoSchedule"));
  }

  private static ObjectNode template(ObjectNode pool) {
    return pool.withObject("/spec/template");
  }
}
