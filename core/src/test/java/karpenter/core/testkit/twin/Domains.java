package karpenter.core.testkit.twin;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;

/// The values each topology key can have, and who offers them (section 4).
final class Domains {
  private record Source(List<Taint> taints, Set<String> values) {}

  private final List<ExistingNode> nodes;
  private final List<Template> templates;
  private final Set<String> wellKnownLabels;
  private final Map<String, List<Source>> sources = new HashMap<>();
  private final Map<String, SortedSet<String>> all = new HashMap<>();

  Domains(List<ExistingNode> nodes, List<Template> templates, Set<String> wellKnownLabels) {
    this.nodes = nodes;
    this.templates = templates;
    this.wellKnownLabels = wellKnownLabels;
  }

  SortedSet<String> of(String key) {
    return all.computeIfAbsent(key, _ -> union(sources(key)));
  }

  /// The values a draft may still have for a key: none if it lacks the key.
  List<String> left(Requirements requirements, String key) {
    return isLackedBy(requirements, key)
        ? List.of()
        : of(key).stream().filter(requirements.get(key)::contains).toList();
  }

  /// Those on a node or template whose taints are tolerated.
  // reading: soft taints are ignored here as in the filter of a group.
  SortedSet<String> of(String key, List<Toleration> tolerations) {
    return union(
        sources(key).stream()
            .filter(
                source ->
                    Toleration.firstUntolerated(tolerations, source.taints, SoftTaints.IGNORED)
                        .isEmpty())
            .toList());
  }

  boolean isLackedBy(Requirements requirements, String key) {
    return !requirements.has(key) && !wellKnownLabels.contains(key) || of(key).isEmpty();
  }

  private static SortedSet<String> union(List<Source> sources) {
    return sources.stream()
        .flatMap(source -> source.values.stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private List<Source> sources(String key) {
    return sources.computeIfAbsent(key, this::find);
  }

  private List<Source> find(String key) {
    List<Source> found = new ArrayList<>();
    for (ExistingNode node : nodes) {
      String value = node.labels().get(key);
      if (value != null) found.add(new Source(node.taints(), Set.of(value)));
    }
    for (Template template : templates) {
      found.add(
          new Source(
              template.pool().taints(),
              template.domains(key, wellKnownLabels).collect(Collectors.toSet())));
    }
    return found;
  }
}
