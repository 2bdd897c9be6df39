package karpenter.core.bound;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;

/// Why of a group of pods only so many share a node. Every pod of a group declares the same
/// exclusion and is itself subject to it, so any two of them exclude each other.
public sealed interface Exclusion {
  String HOSTNAME = "kubernetes.io/hostname";

  /// Required anti-affinity by hostname: one per node.
  record AntiAffinity(SortedSet<String> namespaces, LabelSelector selector) implements Exclusion {
    boolean covers(String namespace, SortedMap<String, String> labels) {
      return namespaces.contains(namespace) && selector.matches(labels);
    }
  }

  /// A hard spread by hostname: `maxSkew` per node, because the emptiest node counts as empty (a
  /// fresh one can be bought, docs/scheduling.md §4).
  ///
  /// @param onlyNodes the nodes that count, where they are limited by the pods' node affinity
  /// @param tolerations given where nodes with taints not tolerated do not count
  record Spread(
      String namespace,
      LabelSelector selector,
      List<Requirements> onlyNodes,
      Optional<List<Toleration>> tolerations)
      implements Exclusion {
    boolean covers(String other, SortedMap<String, String> labels) {
      return namespace.equals(other) && selector.matches(labels);
    }
  }

  /// A port on the node's own address: one per node.
  record Port(HostPort port) implements Exclusion {}

  default String sentence() {
    return switch (this) {
      case AntiAffinity(var namespaces, var selector) ->
          "hostname anti-affinity among %s in %s"
              .formatted(words(selector), String.join(", ", namespaces));
      case Spread(var namespace, var selector, _, _) ->
          "hostname spread of %s in %s".formatted(words(selector), namespace);
      case Port(var port) -> "host port %d/%s".formatted(port.port(), port.protocol());
    };
  }

  static AntiAffinity of(AffinityTerm term, String owner, List<Namespace> all) {
    var namespaces = new TreeSet<>(term.namespaces());
    if (term.namespaces().isEmpty() && term.namespaceSelector().isEmpty()) namespaces.add(owner);
    term.namespaceSelector()
        .ifPresent(
            selector ->
                all.stream()
                    .filter(namespace -> selector.matches(namespace.labels()))
                    .forEach(namespace -> namespaces.add(namespace.name())));
    return new AntiAffinity(namespaces, term.selector());
  }

  static Spread of(SpreadConstraint constraint, PodSpec owner) {
    return new Spread(
        owner.namespace(),
        constraint.selector(),
        constraint.nodeAffinity() == Inclusion.HONOR ? owner.nodeAlternatives() : List.of(),
        constraint.nodeTaints() == Inclusion.HONOR
            ? Optional.of(owner.tolerations())
            : Optional.empty());
  }

  private static String words(LabelSelector selector) {
    return switch (selector) {
      case LabelSelector.Nothing() -> "no pods";
      case LabelSelector.Matching(var labels) ->
          labels.isEmpty() ? "all pods" : "pods with " + labels;
    };
  }
}
