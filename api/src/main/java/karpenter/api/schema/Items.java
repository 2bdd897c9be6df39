package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;

/// Items of lists that are compared with lists of before.
final class Items {
  private Items() {}

  /// Whether the item was in the list already, wherever it stands now.
  ///
  /// @param place where it is looked for first
  static boolean isAmong(JsonNode old, JsonNode item, int place) {
    if (!old.isArray()) {
      return false;
    }
    if (item.equals(old.get(place)) || isShared(old, item)) {
      return true;
    }
    for (var known : old) {
      if (item.equals(known)) {
        return true;
      }
    }
    return false;
  }

  /// Whether it is the very object, which is quickly found out.
  @SuppressWarnings("ReferenceEquality") // what is shared is the same object
  static boolean isShared(JsonNode old, JsonNode item) {
    for (var known : old) {
      if (known == item) {
        return true;
      }
    }
    return false;
  }
}
