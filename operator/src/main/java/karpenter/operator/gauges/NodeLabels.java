package karpenter.operator.gauges;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import karpenter.api.Labels;
import karpenter.core.facts.NodeFacts;

/// The labels every metric of a node begins with: its name, phase, whether it is ours, and one for
/// each label key that instance types describe.
final class NodeLabels {
  // Nodes have had no phase for years; the label stays because dashboards ask for it.
  private static final String PHASE = "";

  private final List<String> names;
  private final List<String> keys;

  /// @param providers label keys the provider adds
  NodeLabels(SortedSet<String> providers) {
    Map<String, String> keyByName = new LinkedHashMap<>();
    for (var key : Labels.WELL_KNOWN) {
      keyByName.put(name(key), key);
    }
    for (var key : providers) {
      keyByName.putIfAbsent(name(key), key);
    }
    var all = new ArrayList<>(List.of("node_name", "phase", "managed"));
    all.addAll(keyByName.keySet());
    this.names = List.copyOf(all);
    this.keys = List.copyOf(keyByName.values());
  }

  List<String> names() {
    return names;
  }

  List<String> of(NodeFacts node) {
    var values = new ArrayList<String>(names.size());
    values.add(node.name());
    values.add(PHASE);
    values.add(String.valueOf(node.meta().labels().containsKey(Labels.NODE_POOL)));
    keys.forEach(key -> values.add(node.meta().label(key)));
    return values;
  }

  /// `topology.kubernetes.io/zone` is `zone`, `karpenter.sh/capacity-type` is `capacity_type`.
  private static String name(String key) {
    return key.substring(key.lastIndexOf('/') + 1).replace('-', '_').replace('.', '_');
  }
}
