package karpenter.core.cluster;

import java.util.Collections;
import java.util.SortedMap;

/// A namespace, for affinity terms that select namespaces by label, and for what is set on the one
/// of the release.
///
/// @param controls its annotations under `karpenter-jvm.dev/`; others are not kept
public record Namespace(
    String name, SortedMap<String, String> labels, SortedMap<String, String> controls) {

  public Namespace(String name, SortedMap<String, String> labels) {
    this(name, labels, Collections.emptySortedMap());
  }
}
