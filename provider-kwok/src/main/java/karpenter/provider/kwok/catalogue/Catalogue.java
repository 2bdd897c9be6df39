package karpenter.provider.kwok.catalogue;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;

/// Instance types for sale, and the label keys they bring with them.
///
/// @param labels keys that pods and pools may ask for although no NodePool names them: those of
///   KWOK and every key that tells two offerings apart
public record Catalogue(List<InstanceType> types, SortedSet<String> labels) {
  public Catalogue {
    types = List.copyOf(types);
    labels = Collections.unmodifiableSortedSet(new TreeSet<>(labels));
  }

  static Catalogue of(List<InstanceType> types) {
    var settled = Reservations.settled(types);
    var labels = new TreeSet<>(KwokLabels.WELL_KNOWN);
    for (var type : settled) {
      labels.addAll(type.requirements().keys());
      type.offerings().forEach(offering -> labels.addAll(offering.requirements().keys()));
    }
    return new Catalogue(settled, labels);
  }
}
