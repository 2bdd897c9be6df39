package karpenter.app.snapshot;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Optional;
import karpenter.api.Json;
import karpenter.api.Problem;

/// The document a snapshot is written as: a Kubernetes `List`, so that whatever reads manifests
/// reads it too, with a field of our own on top (`docs/commands/snapshot.md`).
public final class SnapshotFormat {
  static final String OURS = "karpenterSnapshot";
  static final int VERSION = 1;

  private SnapshotFormat() {}

  public static String write(ClusterImage image) {
    var root = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "List");
    var ours =
        root.putObject(OURS)
            .put("version", VERSION)
            .put("takenAt", image.takenAt().toString())
            .put("namesHashed", image.namesHashed());
    image.catalogue().ifPresent(types -> ours.set("catalogue", types));
    var items = root.putArray("items");
    image.items().forEach(items::add);
    try {
      return Json.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can always be written", e);
    }
  }

  /// What a file turned out to be.
  public sealed interface Reading {
    record Read(ClusterImage image) implements Reading {}

    record Unreadable(Problem problem) implements Reading {}
  }

  /// @param now when the cluster was seen, if the file does not say so: what `kubectl get -o json`
  ///   writes does not
  public static Reading read(String text, Instant now) {
    JsonNode root;
    try {
      root = Json.JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return unreadable("", "text that is no JSON: " + e.getOriginalMessage());
    }
    if (root == null || !root.path("items").isArray()) {
      return unreadable("items", "no list");
    }
    var ours = root.path(OURS);
    if (ours.path("version").asInt(VERSION) != VERSION) {
      return unreadable(OURS + ".version", ours.path("version").asText());
    }
    Instant takenAt;
    try {
      takenAt = ours.has("takenAt") ? Instant.parse(ours.path("takenAt").asText()) : now;
    } catch (DateTimeException e) {
      return unreadable(OURS + ".takenAt", "\"%s\"".formatted(ours.path("takenAt").asText()));
    }
    var image =
        new ClusterImage(
            takenAt,
            ours.path("namesHashed").asBoolean(),
            ours.path("catalogue") instanceof ArrayNode types
                ? Optional.of(types)
                : Optional.empty(),
            new LinkedHashMap<>());
    for (var item : root.path("items")) {
      if (item instanceof ObjectNode object) {
        Kinds.of(object).ifPresent(resource -> image.put(resource, Redaction.of(object)));
      }
    }
    return new Reading.Read(image);
  }

  private static Reading unreadable(String path, String found) {
    return new Reading.Unreadable(
        Problem.at(path)
            .found(found)
            .expected("what `karpenter snapshot` or `kubectl get … -A -o json` writes"));
  }
}
