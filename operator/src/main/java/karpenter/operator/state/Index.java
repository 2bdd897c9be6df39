package karpenter.operator.state;

import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;

/// Objects of one kind by something they say, such as pods by the node they are on.
record Index<T>(PersistentMap<String, PersistentMap<ObjectKey, T>> groups) {
  static <T> Index<T> empty() {
    return new Index<>(PersistentMap.empty());
  }

  List<T> of(String group) {
    var members = groups.get(group);
    return members == null ? List.of() : members.list();
  }

  /// @param before the group the object was in
  /// @param after the group it is in now
  Index<T> moved(ObjectKey key, Optional<String> before, Optional<String> after, Optional<T> now) {
    var next = before.equals(after) ? this : before.map(g -> without(g, key)).orElse(this);
    return after.isPresent() && now.isPresent() ? next.with(after.get(), key, now.get()) : next;
  }

  private Index<T> with(String group, ObjectKey key, T value) {
    var members = groups.get(group);
    PersistentMap<ObjectKey, T> known = members == null ? PersistentMap.empty() : members;
    return new Index<>(groups.with(group, known.with(key, value)));
  }

  private Index<T> without(String group, ObjectKey key) {
    var members = groups.get(group);
    if (members == null) {
      return this;
    }
    var rest = members.without(key);
    return new Index<>(rest.isEmpty() ? groups.without(group) : groups.with(group, rest));
  }
}
