package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was made of a part of a document, found by the part itself and not by what is in it. Where
/// the versions of an object share what did not change, that is then read once.
///
/// A part that finds its place taken by another takes that place; what is forgotten is read again.
final class Recall<T> {
  private final @Nullable JsonNode[] parts;
  private final @Nullable Object[] values;

  private Recall(int places) {
    this.parts = new JsonNode[places];
    this.values = new Object[places];
  }

  /// @param places a power of two, or none at all: nothing is kept then
  static <T> Recall<T> of(int places) {
    return new Recall<>(places);
  }

  /// Only what was read without a complaint is kept, because a complaint says where.
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // the value was put there with its part
  T of(Place place, Function<Place, T> reader) {
    var part = place.node();
    if (parts.length == 0 || !part.isContainerNode()) {
      return reader.apply(place);
    }
    int slot = slot(part);
    if (parts[slot] == part && values[slot] != null) {
      return (T) values[slot];
    }
    int complaints = place.problems().count();
    var value = reader.apply(place);
    if (place.problems().count() == complaints) {
      parts[slot] = part;
      values[slot] = value;
    }
    return value;
  }

  private int slot(JsonNode part) {
    int hash = System.identityHashCode(part);
    return (hash ^ (hash >>> 16)) & (parts.length - 1);
  }
}
