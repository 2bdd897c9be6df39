package karpenter.operator.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.operator.kube.ObjectKey;
import org.jspecify.annotations.Nullable;

/// The objects of one kind in one snapshot.
final class Table<T> {
  private final PersistentMap<ObjectKey, Held<T>> rows;
  private volatile @Nullable List<T> list;

  private Table(PersistentMap<ObjectKey, Held<T>> rows) {
    this.rows = rows;
  }

  /// @param version newer news of the object must be of a later one
  record Held<T>(T value, String uid, String version) {}

  static <T> Table<T> empty() {
    return new Table<>(PersistentMap.empty());
  }

  Optional<Held<T>> find(ObjectKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  Table<T> with(ObjectKey key, Held<T> held) {
    return new Table<>(rows.with(key, held));
  }

  Table<T> without(ObjectKey key) {
    return new Table<>(rows.without(key));
  }

  /// Keys under which the other has not the same object.
  Set<ObjectKey> differences(Table<T> other) {
    return rows.differences(other.rows);
  }

  int size() {
    return rows.size();
  }

  /// Listed once, whoever asks: two readers may both do it, with the same result.
  List<T> all() {
    var known = list;
    if (known == null) {
      var values = new ArrayList<T>(rows.size());
      for (var held : rows.list()) {
        values.add(held.value());
      }
      known = Collections.unmodifiableList(values);
      list = known;
    }
    return known;
  }
}
