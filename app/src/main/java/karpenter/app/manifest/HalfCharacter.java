package karpenter.app.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import karpenter.api.Problem;

/// One half of a surrogate pair. The escapes of JSON and YAML can write it, but no encoding of text
/// can: it would be lost, or joined with what follows it, wherever it is written.
///
/// @param unit of UTF-16
record HalfCharacter(char unit) {

  static Optional<HalfCharacter> in(String text) {
    for (int i = 0; i < text.length(); i++) {
      char unit = text.charAt(i);
      if (!Character.isSurrogate(unit)) continue;
      boolean isWhole =
          i + 1 < text.length() && Character.isSurrogatePair(unit, text.charAt(i + 1));
      if (!isWhole) return Optional.of(new HalfCharacter(unit));
      i++;
    }
    return Optional.empty();
  }

  /// The first in any text or key of the tree.
  static Optional<Problem> firstIn(JsonNode tree) {
    return firstIn(tree, Trail.ROOT);
  }

  private static Optional<Problem> firstIn(JsonNode tree, Trail trail) {
    if (tree.isTextual()) return in(tree.textValue()).map(half -> half.at(trail));
    for (var field : tree.properties()) {
      var key = field.getKey();
      var inside =
          in(key).map(half -> half.at(trail)).or(() -> firstIn(field.getValue(), trail.field(key)));
      if (inside.isPresent()) return inside;
    }
    for (int i = 0; tree.isArray() && i < tree.size(); i++) {
      var inside = firstIn(tree.get(i), trail.item(i));
      if (inside.isPresent()) return inside;
    }
    return Optional.empty();
  }

  Problem at(Trail trail) {
    return Problem.at(trail.path())
        .found("\\u%04x, half of a character".formatted((int) unit))
        .expected("both halves, or none");
  }
}
