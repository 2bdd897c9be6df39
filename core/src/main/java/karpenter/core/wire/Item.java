package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import karpenter.api.Problem;

/// One object of the input, with what was found wrong in it.
final class Item {
  private final Kind kind;
  private final String source;
  private final Place place;
  private final String name;

  /// @param ordinal tells objects apart that leave their name to the server
  Item(Kind kind, SourceObject object, String path, int ordinal) {
    this.kind = kind;
    this.source = object.source();
    this.place = Place.root(path, object.object(), new Problems());
    this.name = name(place.get("metadata"), ordinal);
  }

  private static String name(Place metadata, int ordinal) {
    var prefix = metadata.get("generateName").text("");
    return metadata.get("name").isAbsent() && !prefix.isEmpty()
        ? prefix + ordinal
        : metadata.get("name").requiredText("a name");
  }

  Kind kind() {
    return kind;
  }

  Place place() {
    return place;
  }

  JsonNode node() {
    return place.node();
  }

  boolean isFaultless() {
    return place.problems().isEmpty();
  }

  /// A problem found by somebody who knows the object alone, not the list it may stand in.
  void add(Problem problem) {
    place.problems().add(problem.inside(place.path()));
  }

  /// Empty when there is none, which is a problem.
  String name() {
    return name;
  }

  String namespace() {
    return kind.isNamespaced() ? PodReader.namespace(metadata()) : "";
  }

  Place metadata() {
    return place.get("metadata");
  }

  boolean isDeleting() {
    return metadata().get("deletionTimestamp").isPresent();
  }

  /// How people call it: `Pod default/web-1`.
  String title() {
    return kind.kindName()
        + " "
        + (kind.isNamespaced() ? namespace() + "/" : "")
        + Place.shortened(name());
  }

  /// Unlike the title, unique among all objects.
  String key() {
    return Fellows.key(kind.kindName(), namespace(), name());
  }

  /// The key of the object that made this one.
  Optional<String> controller() {
    return metadata().get("ownerReferences").items().stream()
        .filter(owner -> owner.get("controller").flag())
        .findFirst()
        .map(
            owner ->
                Fellows.key(owner.get("kind").text(""), namespace(), owner.get("name").text("")));
  }

  boolean isOwnedBy(String kindName) {
    return metadata().get("ownerReferences").items().stream()
        .anyMatch(owner -> owner.get("kind").text("").equals(kindName));
  }

  List<SourcedProblem> sourcedProblems() {
    return place.problems().list().stream()
        .map(problem -> new SourcedProblem(source, title(), problem))
        .toList();
  }
}
