package karpenter.core.pod;

import java.util.Optional;
import java.util.SortedSet;

/// Pods meant by an affinity or anti-affinity term, and the topology key within which they must, or
/// must not, be met.
///
/// Namespaces are the listed ones plus those the namespace selector matches; with neither, the
/// pod's own.
public record AffinityTerm(
    String topologyKey,
    LabelSelector selector,
    SortedSet<String> namespaces,
    Optional<LabelSelector> namespaceSelector) {}
