package karpenter.app.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Takes apart what `kubectl get -o yaml` prints: a `List` of objects, or a `PodList` whose items
/// leave their kind out because the list says it.
final class Lists {
  private static final String SUFFIX = "List";

  private Lists() {}

  static List<Document> unwrap(Document document) {
    var kind = document.object().path("kind").asText();
    var items = document.object().path("items");
    if (!kind.endsWith(SUFFIX) || !items.isArray()) return List.of(document);
    List<Document> unwrapped = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      var inside = "items[%d]".formatted(i);
      var item = items.get(i);
      if (item instanceof ObjectNode object && !object.has("kind") && !kind.equals(SUFFIX)) {
        object.put("kind", kind.substring(0, kind.length() - SUFFIX.length()));
        object.set("apiVersion", document.object().path("apiVersion"));
      }
      unwrapped.add(
          new Document(
              document.file(),
              document.lineOf(inside),
              item,
              path -> document.lineOf(path.isEmpty() ? inside : inside + "." + path)));
    }
    return unwrapped;
  }
}
