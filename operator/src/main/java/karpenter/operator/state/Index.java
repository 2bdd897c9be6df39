package karpenter.operator.state;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.operator.kube.ObjectKey;

/// Objects of one kind by something they say, such as pods by the node they are on. Groups are
/// found, never listed; the members of one are in order.
record Index<T>(HashTrie<String, PersistentMap<ObjectKey, T>> groups) {
  static <T> Index<T> empty() {
    return new Index<>(HashTrie.empty());
  }

  List<T> of(String group) {
    var members = groups.find(group);
    return members == null ? List.of() : members.value().list();
  }

  /// Groups that have other members in the other index.
  Set<String> differences(Index<T> other) {
    var names = new HashSet<String>();
    groups.differences(other.groups, names::add);
    return names;
  }

  /// @param before the group the object was in
  /// @param after the group it is in now
  Index<T> moved(ObjectKey key, Optional<String> before, Optional<String> after, Optional<T> now) {
    var next = before.equals(after) ? this : before.map(g -> without(g, key)).orElse(this);
    return after.isPresent() && now.isPresent() ? next.with(after.get(), key, now.get()) : next;
  }

  private Index<T> with(String group, ObjectKey key, T value) {
    var members = groups.find(group);
    PersistentMap<ObjectKey, T> known = members == null ? PersistentMap.empty() : members.value();
    return with(group, known.with(key, value));
  }

  private Index<T> without(String group, ObjectKey key) {
    var members = groups.find(group);
    if (members == null) {
      return this;
    }
    var rest = members.value().without(key);
    return rest.isEmpty() ? new Index<>(groups.without(group)) : with(group, rest);
  }

  private Index<T> with(String group, PersistentMap<ObjectKey, T> members) {
    return new Index<>(groups.with(new HashTrie.Entry<>(group, members)));
  }
}
