package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.requirement.Requirements;

/// Every counting group of a solve, each once, and a quick way to those that count a given pod.
final class GroupTable {
  private final Map<CountGroup.Key, CountGroup> groups = new LinkedHashMap<>();
  private final Map<String, List<CountGroup>> byLabel = new HashMap<>();
  private final List<CountGroup> withoutLabel = new ArrayList<>();
  private final Function<String, KeySpace> spaces;
  private final Demand.Table demands;
  private final List<Namespace> namespaces;

  GroupTable(Function<String, KeySpace> spaces, Demand.Table demands, List<Namespace> namespaces) {
    this.spaces = spaces;
    this.demands = demands;
    this.namespaces = namespaces;
  }

  Collection<CountGroup> all() {
    return groups.values();
  }

  CountGroup of(SpreadConstraint constraint, PodSpec owner) {
    boolean everywhere =
        constraint.nodeAffinity() == Inclusion.IGNORE
            || owner.nodeAlternatives().stream().anyMatch(Requirements::isEmpty);
    return intern(
        new CountGroup.Key(
            constraint.topologyKey(),
            only(owner.namespace()),
            constraint.selector(),
            everywhere ? List.of() : owner.nodeAlternatives(),
            constraint.nodeTaints() == Inclusion.HONOR ? owner.tolerations() : null));
  }

  CountGroup of(AffinityTerm term, PodSpec owner) {
    return intern(keyOf(term, owner));
  }

  private CountGroup.Key keyOf(AffinityTerm term, PodSpec owner) {
    return new CountGroup.Key(
        term.topologyKey(), namespacesOf(term, owner), term.selector(), List.of(), null);
  }

  boolean knows(AffinityTerm term, PodSpec owner) {
    return groups.containsKey(keyOf(term, owner));
  }

  /// The groups whose selector and namespaces match.
  List<CountGroup> selecting(String namespace, SortedMap<String, String> labels) {
    List<CountGroup> found = new ArrayList<>();
    for (var label : labels.entrySet()) {
      for (CountGroup group : byLabel.getOrDefault(indexKey(label), List.of())) {
        if (group.key.selects(namespace, labels)) found.add(group);
      }
    }
    for (CountGroup group : withoutLabel) {
      if (group.key.selects(namespace, labels)) found.add(group);
    }
    return found;
  }

  private CountGroup intern(CountGroup.Key key) {
    CountGroup known = groups.get(key);
    if (known != null) return known;
    var space =
        key.topologyKey().equals(CountGroup.HOSTNAME) ? null : spaces.apply(key.topologyKey());
    var added = new CountGroup(key, space, key.onlyNodes().stream().map(demands::of).toList());
    groups.put(key, added);
    requiredLabel(key.selector())
        .map(label -> byLabel.computeIfAbsent(label, _ -> new ArrayList<>()))
        .orElse(withoutLabel)
        .add(added);
    return added;
  }

  /// A label every selected pod must have, if the selector names one.
  private static Optional<String> requiredLabel(LabelSelector selector) {
    return switch (selector) {
      case LabelSelector.Nothing() -> Optional.empty();
      case LabelSelector.Matching(var wanted) -> {
        for (String key : wanted.keys()) {
          var set = wanted.get(key);
          var values = set.finiteValues();
          if (!set.allowsAbsent() && values.isPresent() && values.get().size() == 1) {
            yield Optional.of(indexKey(Map.entry(key, values.get().first())));
          }
        }
        yield Optional.empty();
      }
    };
  }

  private static String indexKey(Map.Entry<String, String> label) {
    return label.getKey() + "=" + label.getValue();
  }

  private SortedSet<String> namespacesOf(AffinityTerm term, PodSpec owner) {
    if (term.namespaces().isEmpty() && term.namespaceSelector().isEmpty()) {
      return only(owner.namespace());
    }
    var names = new TreeSet<>(term.namespaces());
    term.namespaceSelector()
        .ifPresent(
            selector -> {
              for (Namespace namespace : namespaces) {
                if (selector.matches(namespace.labels())) names.add(namespace.name());
              }
            });
    return names;
  }

  private static SortedSet<String> only(String name) {
    return new TreeSet<>(Set.of(name));
  }
}
