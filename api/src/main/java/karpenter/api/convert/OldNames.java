package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import karpenter.api.FieldPath;

/// Old labels and annotations in documents that are not ours: they are named, not changed, because
/// both names may have to be there while nodes move.
final class OldNames {
  private static final Map<String, String> TODAY =
      Map.of(
          Names.PROVISIONER,
          "karpenter.sh/nodepool",
          "karpenter.sh/do-not-evict",
          "karpenter.sh/do-not-disrupt",
          "karpenter.sh/do-not-consolidate",
          "karpenter.sh/do-not-disrupt");

  private OldNames() {}

  static void note(JsonNode document, Report report) {
    note(document, "", report);
  }

  private static void note(JsonNode node, String path, Report report) {
    for (var field : node.properties()) {
      var here = FieldPath.field(path, field.getKey());
      if (TODAY.containsKey(field.getKey())) {
        report.note(here, "is called " + TODAY.get(field.getKey()) + " now; not changed here");
      }
      note(field.getValue(), here, report);
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      note(node.get(i), FieldPath.item(path, i), report);
    }
    if (node.isTextual() && TODAY.containsKey(node.textValue())) {
      report.note(
          path,
          node.textValue()
              + " is called "
              + TODAY.get(node.textValue())
              + " now; not changed here");
    }
  }
}
