package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The objects of the input by kind. Of two objects with one name the first counts.
final class Inventory {
  private static final Comparator<Item> BY_NAME =
      Comparator.comparing(Item::namespace).thenComparing(Item::name);

  private final List<Item> all = new ArrayList<>();
  private final Map<Kind, List<Item>> byKind = new EnumMap<>(Kind.class);
  private final Map<String, Item> byKey = new HashMap<>();

  void add(Kind kind, SourceObject object, String path) {
    var item = new Item(kind, object, path, all.size());
    all.add(item);
    if (item.name().isEmpty()) {
      return;
    }
    if (byKey.putIfAbsent(item.key(), item) == null) {
      byKind.computeIfAbsent(kind, _ -> new ArrayList<>()).add(item);
    } else {
      item.metadata()
          .get("name")
          .problem("a second " + item.title(), "one object of this kind and name");
    }
  }

  /// In the order of the input.
  List<Item> of(Kind kind) {
    return byKind.getOrDefault(kind, List.of());
  }

  List<Item> byName(Kind kind) {
    return of(kind).stream().sorted(BY_NAME).toList();
  }

  Optional<Item> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  List<SourcedProblem> problems() {
    return all.stream().flatMap(item -> item.sourcedProblems().stream()).toList();
  }
}
