package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import karpenter.core.resource.Resources;

/// Resources by number, so that amounts are arrays. The first `known` are those the catalogue
/// offers; the rest are asked for but sold nowhere.
final class ResourceIndex {
  private final List<String> names;
  private final Map<String, Integer> ids = new HashMap<>();
  private final int known;

  private ResourceIndex(List<String> names, int known) {
    this.names = List.copyOf(names);
    this.known = known;
    for (int i = 0; i < names.size(); i++) ids.put(names.get(i), i);
  }

  static ResourceIndex ofCatalogue(Collection<String> offered) {
    var names = List.copyOf(new TreeSet<>(offered));
    return new ResourceIndex(names, names.size());
  }

  ResourceIndex with(Collection<String> asked) {
    var all = new ArrayList<>(names);
    for (String name : new TreeSet<>(asked)) if (!ids.containsKey(name)) all.add(name);
    return all.size() == names.size() ? this : new ResourceIndex(all, known);
  }

  int size() {
    return names.size();
  }

  int known() {
    return known;
  }

  String name(int id) {
    return names.get(id);
  }

  int id(String name) {
    return ids.getOrDefault(name, -1);
  }

  long[] vector(Resources amounts) {
    long[] vector = new long[names.size()];
    for (String name : amounts.names()) {
      Integer id = ids.get(name);
      if (id != null) vector[id] = amounts.get(name);
    }
    return vector;
  }
}
