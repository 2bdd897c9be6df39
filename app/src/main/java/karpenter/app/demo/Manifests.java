package karpenter.app.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import karpenter.api.Json;
import karpenter.operator.kube.Resource;
import karpenter.provider.kwok.KwokProvider;

/// What the shop's owner applies.
final class Manifests {
  private static final String FILE = "shop.yaml";

  private Manifests() {}

  static List<ObjectNode> all() {
    try (var file = Objects.requireNonNull(Manifests.class.getResourceAsStream(FILE), FILE);
        var documents = Json.YAML.readerFor(ObjectNode.class).<ObjectNode>readValues(file)) {
      return documents.readAll();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Resource resource(ObjectNode object) {
    var kind = object.path("kind").asText();
    return switch (kind) {
      case "KWOKNodeClass" -> KwokProvider.NODE_CLASSES;
      case "NodePool" -> Resource.NODE_POOLS;
      case "Deployment" -> Resource.DEPLOYMENTS;
      case "StatefulSet" -> Resource.STATEFUL_SETS;
      case "DaemonSet" -> Resource.DAEMON_SETS;
      case "PodDisruptionBudget" -> Resource.POD_DISRUPTION_BUDGETS;
      default -> throw new IllegalArgumentException("the shop has no " + kind);
    };
  }
}
