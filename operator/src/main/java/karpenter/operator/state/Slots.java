package karpenter.operator.state;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import karpenter.operator.kube.Resource;

/// A number for each kind that is watched, from 0.
final class Slots {
  private final Resource[] kinds;
  private final Map<Resource, Integer> numbers = new HashMap<>();

  private Slots(Resource[] kinds) {
    this.kinds = kinds;
    for (int i = 0; i < kinds.length; i++) {
      numbers.put(kinds[i], i);
    }
  }

  static Slots of(Collection<Resource> watched) {
    return new Slots(new LinkedHashSet<>(watched).toArray(new Resource[0]));
  }

  List<Resource> kinds() {
    return List.of(kinds);
  }

  int size() {
    return kinds.length;
  }

  /// Its number; -1 for a kind that is not watched. Almost always it is asked with the very
  /// constant that was watched, and there are some twenty of them: looking along them is cheaper
  /// than adding up the hash of a kind's names.
  @SuppressWarnings("ReferenceEquality") // those that are equal but not the same follow
  int find(Resource resource) {
    for (int i = 0; i < kinds.length; i++) {
      if (kinds[i] == resource) {
        return i;
      }
    }
    return numbers.getOrDefault(resource, -1);
  }
}
