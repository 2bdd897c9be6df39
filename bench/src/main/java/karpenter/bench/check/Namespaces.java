package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// Labels of every namespace in play, by name.
record Namespaces(SortedMap<String, SortedMap<String, String>> labels) {

  /// Namespaces that only pods mention exist too, with no label but their name.
  static Namespaces read(Collection<JsonNode> declared, Collection<String> mentioned) {
    var labels = new TreeMap<String, SortedMap<String, String>>();
    for (var namespace : declared)
      labels.put(
          Json.text(namespace.path("metadata"), "name"),
          Json.labels(namespace.path("metadata").path("labels")));
    mentioned.forEach(name -> labels.computeIfAbsent(name, _ -> new TreeMap<>()));
    labels.forEach((name, own) -> own.put(LabelKeys.NAMESPACE_NAME, name));
    return new Namespaces(labels);
  }

  SortedSet<String> selected(Selector selector) {
    var names = new TreeSet<String>();
    for (Map.Entry<String, SortedMap<String, String>> namespace : labels.entrySet())
      if (selector.matches(namespace.getValue())) names.add(namespace.getKey());
    return names;
  }
}
