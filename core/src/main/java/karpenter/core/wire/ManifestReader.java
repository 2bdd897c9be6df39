package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import karpenter.api.Problem;

/// Reads plain Kubernetes manifests into a scheduling problem. One bad object never stops the rest.
public final class ManifestReader {
  private final Inventory inventory = new Inventory();
  private final List<SourcedProblem> unusable = new ArrayList<>();
  private final TreeMap<String, Integer> ignored = new TreeMap<>();

  private ManifestReader() {}

  public static ReadResult read(
      List<SourceObject> objects, Catalogue catalogue, WireOptions options) {
    var reader = new ManifestReader();
    objects.forEach(object -> reader.add(object, ""));
    return new InputReader(reader.inventory, catalogue, options, reader.notes())
        .read()
        .withProblemsBefore(reader.unusable);
  }

  /// Lists are taken apart, however deep: `kubectl get -o yaml` writes one around its answer.
  private void add(SourceObject source, String path) {
    var object = source.object();
    var place = Place.root(path, object, new Problems());
    if (!object.isObject()) {
      place.expected("a Kubernetes object");
    } else if (object.path("items").isArray() && isList(object)) {
      addItems(source, path);
      return;
    } else {
      addObject(source, place);
    }
    place
        .problems()
        .list()
        .forEach(p -> unusable.add(new SourcedProblem(source.source(), "document", p)));
  }

  private static boolean isList(JsonNode object) {
    return object.path("kind").asText("").endsWith("List");
  }

  private void addItems(SourceObject source, String path) {
    var items = source.object().path("items");
    for (int i = 0; i < items.size(); i++) {
      var inner = (path.isEmpty() ? "" : path + ".") + "items[" + i + "]";
      var item = new SourceObject(source.source(), items.get(i));
      // A list of a list does not occur; it would only be a way to overflow the stack.
      if (path.isEmpty()) {
        add(item, inner);
      } else {
        unusable.add(
            new SourcedProblem(
                source.source(),
                "document",
                Problem.at(inner).found("a list inside a list").expected("an object")));
      }
    }
  }

  private void addObject(SourceObject source, Place place) {
    var version = place.get("apiVersion").requiredText("an apiVersion such as v1");
    var kind = place.get("kind").requiredText("a kind such as Pod");
    if (version.isEmpty() || kind.isEmpty()) {
      return;
    }
    Kind.find(version, kind)
        .ifPresentOrElse(
            known -> inventory.add(known, source, place.path()),
            () -> ignored.merge(kind + " (" + version + ")", 1, Integer::sum));
  }

  private List<String> notes() {
    return ignored.entrySet().stream()
        .map(
            entry ->
                "%s: %d %s, which decides nothing here"
                    .formatted(
                        Place.shortened(entry.getKey()),
                        entry.getValue(),
                        entry.getValue() == 1 ? "object" : "objects"))
        .toList();
  }
}
