package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// What the API server held at one moment, as far as allowances depend on it.
final class Picture {
  private static final String POOL = "karpenter.sh/nodepool";

  private final long ticks;
  private final Instant now;
  private final List<ObjectNode> pools;
  private final List<ObjectNode> claims;
  private final List<ObjectNode> nodes;
  private final List<ObjectNode> namespaces;

  /// Made when first asked for: most pictures are never looked at.
  private @Nullable Map<String, ObjectNode> claimsByName;

  private @Nullable Map<String, ObjectNode> nodesById;

  private Picture(InMemoryKube kube, long ticks, Instant now) {
    this.ticks = ticks;
    this.now = now;
    this.pools = kube.view(Resource.NODE_POOLS);
    this.claims = kube.view(Resource.NODE_CLAIMS);
    this.nodes = kube.view(Resource.NODES);
    this.namespaces = kube.view(Resource.NAMESPACES);
  }

  static Picture of(InMemoryKube kube, long ticks, Instant now) {
    return new Picture(kube, ticks, now);
  }

  long ticks() {
    return ticks;
  }

  Instant now() {
    return now;
  }

  List<ObjectNode> pools() {
    return pools;
  }

  List<ObjectNode> claims() {
    return claims;
  }

  JsonNode pool(String name) {
    return named(pools, name);
  }

  JsonNode claim(String name) {
    if (claimsByName == null) {
      claimsByName = new HashMap<>();
      for (var claim : claims) {
        claimsByName.put(Metas.name(claim), claim);
      }
    }
    return found(claimsByName.get(name));
  }

  private static JsonNode found(@Nullable ObjectNode object) {
    return object == null ? MissingNode.getInstance() : object;
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
    return object.path("metadata").path("labels").path(POOL).asText();
  }

  /// The node of a claim.
  JsonNode node(JsonNode claim) {
    if (nodesById == null) {
      nodesById = new HashMap<>();
      for (var node : nodes) {
        nodesById.putIfAbsent(node.path("spec").path("providerID").asText(), node);
      }
    }
    var id = claim.path("status").path("providerID").asText();
    return id.isEmpty() ? MissingNode.getInstance() : found(nodesById.get(id));
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
    return object.path("metadata").has("deletionTimestamp");
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
    return object.path("metadata").path("annotations").path("karpenter-jvm.dev/" + ours).asText();
  }

  static boolean isTrue(JsonNode object, String condition) {
    for (var one : object.path("status").path("conditions")) {
      if (one.path("type").asText().equals(condition)) {
        return one.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
