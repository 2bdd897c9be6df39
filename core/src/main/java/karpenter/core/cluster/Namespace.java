package karpenter.core.cluster;

import java.util.SortedMap;

/// A namespace, for affinity terms that select namespaces by label.
public record Namespace(String name, SortedMap<String, String> labels) {}
