package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// What the API server held at one moment, as far as allowances depend on it.
record Picture(
    long ticks,
    Instant now,
    List<ObjectNode> pools,
    List<ObjectNode> claims,
    List<ObjectNode> nodes,
    List<ObjectNode> namespaces) {
  private static final String POOL = "/metadata/labels/karpenter.sh~1nodepool";

  static Picture of(InMemoryKube kube, long ticks, Instant now) {
    return new Picture(
        ticks,
        now,
        kube.view(Resource.NODE_POOLS),
        kube.view(Resource.NODE_CLAIMS),
        kube.view(Resource.NODES),
        kube.view(Resource.NAMESPACES));
  }

  JsonNode pool(String name) {
    return named(pools, name);
  }

  JsonNode claim(String name) {
    return named(claims, name);
  }

  JsonNode namespace() {
    return named(namespaces, "default");
  }

  private static JsonNode named(List<ObjectNode> objects, String name) {
    for (var object : objects) {
      if (Metas.name(object).equals(name)) {
        return object;
      }
    }
    return MissingNode.getInstance();
  }

  static String poolOf(JsonNode object) {
    return object.at(POOL).asText();
  }

  /// The node of a claim.
  JsonNode node(JsonNode claim) {
    var id = claim.at("/status/providerID").asText();
    for (var node : nodes) {
      if (!id.isEmpty() && node.at("/spec/providerID").asText().equals(id)) {
        return node;
      }
    }
    return MissingNode.getInstance();
  }

  /// Nodes a pool's budgets are measured by, by claim name.
  List<String> counted(String pool) {
    var names = new ArrayList<String>();
    for (var claim : claims) {
      if (poolOf(claim).equals(pool)
          && isTrue(claim, "Initialized")
          && !isTrue(claim, "InstanceTerminating")) {
        names.add(Metas.name(claim));
      }
    }
    return names;
  }

  /// Whether the claim's node is going, about to go, or not ready: it takes from the budget.
  boolean goes(String name) {
    var claim = claim(name);
    var node = node(claim);
    return isGoing(claim)
        || isTrue(claim, "DisruptionReason")
        || candidates(claim).contains(name)
        || isGoing(node)
        || !isTrue(node, "Ready");
  }

  static boolean isGoing(JsonNode object) {
    return object.at("/metadata").has("deletionTimestamp");
  }

  /// The claims that go with the command the claim is part of.
  static Set<String> candidates(JsonNode claim) {
    return names(claim, "command-candidates");
  }

  static Set<String> names(JsonNode claim, String annotation) {
    var text = annotation(claim, annotation);
    return text.isEmpty() ? Set.of() : Set.of(text.split(","));
  }

  static String annotation(JsonNode object, String ours) {
    return object.at("/metadata/annotations").path("karpenter-jvm.dev/" + ours).asText();
  }

  static boolean isTrue(JsonNode object, String condition) {
    for (var one : object.at("/status/conditions")) {
      if (one.path("type").asText().equals(condition)) {
        return one.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
