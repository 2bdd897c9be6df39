package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Preference;

/// Reads pod affinity and anti-affinity (spec 01 §4.18.5).
record PodAffinityReader(String namespace, Map<String, String> labels) {
  static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
  static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
  static final int MAX_WEIGHT = 100;

  List<AffinityTerm> required(Place affinity) {
    var terms = new ArrayList<AffinityTerm>();
    for (var place : affinity.get(REQUIRED).items()) {
      terms.add(term(place));
    }
    return List.copyOf(terms);
  }

  List<Preference> preferred(Place affinity, BiFunction<Integer, AffinityTerm, Preference> of) {
    var preferences = new ArrayList<Preference>();
    for (var place : affinity.get(PREFERRED).items()) {
      preferences.add(of.apply(weight(place.get("weight")), term(place.get("podAffinityTerm"))));
    }
    return List.copyOf(preferences);
  }

  static int weight(Place place) {
    if (place.isAbsent()) {
      place.expected("an integer between 1 and " + MAX_WEIGHT);
    }
    return place.integer(1, MAX_WEIGHT).orElse(1);
  }

  private AffinityTerm term(Place place) {
    var listed = new TreeSet<>(place.get("namespaces").texts());
    var namespaceSelector = namespaceSelector(place.get("namespaceSelector"));
    if (listed.isEmpty() && namespaceSelector.isEmpty()) {
      listed.add(namespace);
    }
    return new AffinityTerm(
        SpreadReader.topologyKey(place.get("topologyKey")),
        selector(place),
        Collections.unmodifiableSortedSet(listed),
        namespaceSelector);
  }

  /// The API server merges the label keys when it stores a pod; manifests have not met it yet, and
  /// merging twice changes nothing.
  private LabelSelector selector(Place place) {
    var same =
        SelectorReader.withKeys(
            SelectorReader.read(place.get("labelSelector")),
            SelectorReader.Merge.SAME_VALUE,
            place.get("matchLabelKeys"),
            labels);
    return SelectorReader.withKeys(
        same, SelectorReader.Merge.OTHER_VALUE, place.get("mismatchLabelKeys"), labels);
  }

  private static Optional<LabelSelector> namespaceSelector(Place place) {
    return place.isAbsent() ? Optional.empty() : Optional.of(SelectorReader.read(place));
  }
}
