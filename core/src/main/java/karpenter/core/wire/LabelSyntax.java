package karpenter.core.wire;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.LabelText;

/// What may be a label: the rules of the API server.
final class LabelSyntax {
  /// More than an API server takes for a whole object. Larger maps come from a generator gone wild,
  /// and carrying them through every decision would stall the rest.
  static final long MAX_LABEL_CHARACTERS = 1 << 20;

  static final String KEY_RULE = "a label key such as example.com/team";

  private LabelSyntax() {}

  /// Whether the text may be a key; if not, a problem says what would be right.
  static boolean checkKey(String key, Place place) {
    var fault = LabelText.faultOfKey(key);
    fault.ifPresent(right -> place.problem("the key " + Place.quoted(key), right));
    return fault.isEmpty();
  }

  static boolean checkValue(String value, Place place) {
    var fault = LabelText.faultOfValue(value);
    fault.ifPresent(right -> place.problem(Place.quoted(value), right));
    return fault.isEmpty();
  }

  /// A label map; entries that are no labels are reported and left out.
  static SortedMap<String, String> labels(Place place) {
    var labels = new TreeMap<String, String>();
    long characters = 0;
    for (var entry : place.entries().entrySet()) {
      var value = entry.getValue().text("");
      characters += entry.getKey().length() + value.length();
      if (checkKey(entry.getKey(), entry.getValue()) && checkValue(value, entry.getValue())) {
        labels.put(entry.getKey(), value);
      }
    }
    if (characters > MAX_LABEL_CHARACTERS) {
      place.problem(
          "%d labels of %d characters".formatted(place.node().size(), characters),
          "at most %d characters: an API server takes no larger object"
              .formatted(MAX_LABEL_CHARACTERS));
      return Collections.emptySortedMap();
    }
    return Collections.unmodifiableSortedMap(labels);
  }
}
