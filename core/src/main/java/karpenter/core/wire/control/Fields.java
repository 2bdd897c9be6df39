package karpenter.core.wire.control;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// A value of the form `name=value; name=value`.
final class Fields {
  private final Value whole;
  private final SortedMap<String, String> texts;

  private Fields(Value whole, SortedMap<String, String> texts) {
    this.whole = whole;
    this.texts = texts;
  }

  /// Empty, and told, when it has another form, names something unknown, or something twice.
  static Optional<Fields> of(Value whole, List<String> known) {
    var texts = new TreeMap<String, String>();
    var expected = "fields of " + String.join(", ", known) + ", as name=value, separated by ;";
    for (var part : whole.text().split(";")) {
      if (part.isBlank()) {
        continue;
      }
      var pair = part.split("=", 2);
      var name = pair[0].strip();
      if (pair.length < 2 || !known.contains(name)) {
        return whole.part(part).refuse(expected);
      }
      if (texts.put(name, pair[1].strip()) != null) {
        return whole.part(part).refuse("each field once");
      }
    }
    return texts.isEmpty() ? whole.refuse(expected) : Optional.of(new Fields(whole, texts));
  }

  boolean has(String name) {
    return texts.containsKey(name);
  }

  /// A missing field is found to be empty, and refused as such by whoever needs it.
  Value get(String name) {
    return whole.at(name, texts.getOrDefault(name, ""));
  }
}
