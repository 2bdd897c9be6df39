package karpenter.app.manifest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/// Takes apart what `kubectl get -o yaml` prints: a `List` of objects, or a `PodList` whose items
/// leave their kind out because the list says it.
final class Lists {
  private static final String SUFFIX = "List";
  private static final String ITEMS = "items";

  private Lists() {}

  static List<Document> unwrap(Document document) {
    var kind = document.object().path("kind").asText();
    var items = document.object().path(ITEMS);
    if (!kind.endsWith(SUFFIX) || !items.isArray()) return List.of(document);
    var lines = document.lines().linesOfItems(ITEMS);
    List<Document> unwrapped = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      var item = items.get(i);
      if (item instanceof ObjectNode object && !object.has("kind") && !kind.equals(SUFFIX)) {
        object.put("kind", kind.substring(0, kind.length() - SUFFIX.length()));
        object.set("apiVersion", document.object().path("apiVersion"));
      }
      var inside = new ItemLines(document.lines(), "%s[%d]".formatted(ITEMS, i));
      unwrapped.add(new Document(document.file(), lines.get(i), item, "", inside));
    }
    return unwrapped;
  }

  /// Paths of an item are paths of the list, further in.
  private record ItemLines(Document.FieldLines list, String prefix) implements Document.FieldLines {
    @Override
    public int lineOf(String path) {
      return list.lineOf(inside(path));
    }

    @Override
    public List<Integer> linesOfItems(String path) {
      return list.linesOfItems(inside(path));
    }

    private String inside(String path) {
      return path.isEmpty() ? prefix : prefix + "." + path;
    }
  }
}
