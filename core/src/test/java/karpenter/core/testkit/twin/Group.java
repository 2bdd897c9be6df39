package karpenter.core.testkit.twin;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;

/// Which pods are counted together, and on which nodes (section 4).
record Group(
    String key,
    SortedSet<String> namespaces,
    LabelSelector selector,
    Optional<List<Requirements>> alternatives,
    Optional<List<Toleration>> tolerations) {

  static Group of(SpreadConstraint constraint, PodSpec owner) {
    return new Group(
        constraint.topologyKey(),
        new TreeSet<>(Set.of(owner.namespace())),
        constraint.selector(),
        constraint.nodeAffinity() == Inclusion.HONOR
            ? Optional.of(owner.nodeAlternatives())
            : Optional.empty(),
        constraint.nodeTaints() == Inclusion.HONOR
            ? Optional.of(owner.tolerations())
            : Optional.empty());
  }

  static Group of(AffinityTerm term, PodSpec owner, List<Namespace> known) {
    var namespaces = new TreeSet<>(term.namespaces());
    term.namespaceSelector()
        .ifPresent(
            selector ->
                known.stream()
                    .filter(namespace -> selector.matches(namespace.labels()))
                    .forEach(namespace -> namespaces.add(namespace.name())));
    if (term.namespaces().isEmpty() && term.namespaceSelector().isEmpty()) {
      namespaces.add(owner.namespace());
    }
    return new Group(
        term.topologyKey(), namespaces, term.selector(), Optional.empty(), Optional.empty());
  }

  boolean selects(PodSpec pod) {
    return namespaces.contains(pod.namespace()) && selector.matches(pod.labels());
  }

  boolean admits(Site site, Set<String> wellKnownLabels) {
    boolean labels =
        alternatives.isEmpty()
            || alternatives.get().stream()
                .anyMatch(
                    alternative ->
                        switch (site) {
                          case Site.Node node -> node.labels.satisfies(alternative, Set.of());
                          case Site.Draft draft ->
                              draft.shape.requirements().satisfies(alternative, wellKnownLabels);
                        });
    boolean taints =
        tolerations.isEmpty()
            || Toleration.firstUntolerated(tolerations.get(), site.taints(), SoftTaints.IGNORED)
                .isEmpty();
    return labels && taints;
  }
}
