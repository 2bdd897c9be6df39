package karpenter.core.wire;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// What may be a label: the rules of the API server.
final class LabelSyntax {
  static final int MAX_NAME = 63;
  static final int MAX_PREFIX = 253;

  /// More than an API server takes for a whole object. Larger maps come from a generator gone wild,
  /// and carrying them through every decision would stall the rest.
  static final long MAX_LABEL_CHARACTERS = 1 << 20;

  static final String KEY_RULE =
      "a label key: an optional DNS prefix and a slash, then at most 63 letters, digits, '-', '_'"
          + " or '.', starting and ending with a letter or digit";
  static final String VALUE_RULE =
      "a label value: empty, or at most 63 letters, digits, '-', '_' or '.', starting and ending"
          + " with a letter or digit";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?");
  private static final Pattern DNS_LABEL = Pattern.compile("[a-z0-9](?:[-a-z0-9]*[a-z0-9])?");

  private LabelSyntax() {}

  static boolean isKey(String key) {
    int slash = key.indexOf('/');
    return slash < 0
        ? isName(key)
        : isDnsName(key.substring(0, slash)) && isName(key.substring(slash + 1));
  }

  static boolean isValue(String value) {
    return value.isEmpty() || isName(value);
  }

  // Lengths are checked first: the regular expressions then see short texts only.
  private static boolean isName(String name) {
    return name.length() <= MAX_NAME && NAME.matcher(name).matches();
  }

  private static boolean isDnsName(String prefix) {
    if (prefix.isEmpty() || prefix.length() > MAX_PREFIX) {
      return false;
    }
    for (var label : prefix.split("\\.", -1)) {
      if (!DNS_LABEL.matcher(label).matches()) {
        return false;
      }
    }
    return true;
  }

  /// A label map; entries that are no labels are reported and left out.
  static SortedMap<String, String> labels(Place place) {
    var labels = new TreeMap<String, String>();
    long characters = 0;
    for (var entry : place.entries().entrySet()) {
      var value = entry.getValue().text("");
      characters += entry.getKey().length() + value.length();
      if (isLabel(entry.getKey(), value, entry.getValue())) {
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

  private static boolean isLabel(String key, String value, Place at) {
    if (!isKey(key)) {
      at.problem("the key " + Place.quoted(key), KEY_RULE);
      return false;
    }
    if (!isValue(value)) {
      at.expected(VALUE_RULE);
      return false;
    }
    return true;
  }
}
