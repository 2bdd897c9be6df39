package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was made of a part of a document, found by the part itself and not by what is in it. Where
/// the versions of an object share what did not change, that is then read once.
///
/// Each part has two places. One that finds the first taken moves the other to the second; what is
/// pushed out of there is forgotten, and read again.
final class Recall<T extends Object> {
  private final @Nullable JsonNode[] parts;
  private final @Nullable Object[] values;

  private Recall(int places) {
    this.parts = new JsonNode[places];
    this.values = new Object[places];
  }

  /// @param places a power of two beyond one, or none at all: nothing is kept then
  static <T> Recall<T> of(int places) {
    return new Recall<>(places);
  }

  /// Only what was read without a complaint is kept, because a complaint says where.
  T of(Place place, Function<Place, T> reader) {
    var known = find(place.node(), place.node());
    if (known != null) {
      return known;
    }
    int complaints = place.problems().count();
    var value = reader.apply(place);
    if (place.problems().count() == complaints) {
      keep(place.node(), place.node(), value);
    }
    return value;
  }

  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // the value was put there with its part
  @Nullable T find(JsonNode part, JsonNode other) {
    if (parts.length == 0) {
      return null;
    }
    int slot = slot(part, other);
    if (parts[slot] == part) {
      return (T) values[slot];
    }
    return parts[slot ^ 1] == part ? (T) values[slot ^ 1] : null;
  }

  /// @param other read with it: what is read from the same part with another one has its own place
  /// @param value read without a complaint
  void keep(JsonNode part, JsonNode other, T value) {
    // Texts and numbers are shared by documents that have nothing to do with each other.
    if (parts.length > 0 && part.isContainerNode()) {
      int slot = slot(part, other);
      if (parts[slot] != null) {
        parts[slot ^ 1] = parts[slot];
        values[slot ^ 1] = values[slot];
      }
      parts[slot] = part;
      values[slot] = value;
    }
  }

  private int slot(JsonNode part, JsonNode other) {
    int hash = 31 * System.identityHashCode(part) + System.identityHashCode(other);
    return (hash ^ (hash >>> 16)) & (parts.length - 1);
  }
}
