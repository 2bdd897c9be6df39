package karpenter.core.device;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// A device as its driver describes it. Keys of attributes and capacities are qualified with a
/// domain, the driver's where the description names none.
///
/// @param consumes what it takes of its pool's counters when it is given away
/// @param allowsMultiple several claims may share it, each taking a part of its capacity
public record Device(
    String name,
    SortedMap<String, Attribute> attributes,
    SortedMap<String, Capacity> capacity,
    List<Counters> consumes,
    boolean allowsMultiple) {

  public Device {
    attributes = Collections.unmodifiableSortedMap(new TreeMap<>(attributes));
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    consumes = List.copyOf(consumes);
  }

  public static Device plain(String name) {
    return new Device(
        name, Collections.emptySortedMap(), Collections.emptySortedMap(), List.of(), false);
  }
}
