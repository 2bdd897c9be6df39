package karpenter.core.wire;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.resource.Quantity;

/// What a namespace's LimitRanges give to containers that say nothing.
record ContainerDefaults(SortedMap<String, Quantity> requests) {
  static final ContainerDefaults NONE = new ContainerDefaults(Collections.emptySortedMap());

  ContainerDefaults {
    requests = Collections.unmodifiableSortedMap(new TreeMap<>(requests));
  }

  /// One LimitRange. A missing `defaultRequest` is the `default` limit, which in turn is the `max`;
  /// failing those it is the `min`.
  static ContainerDefaults of(Place limitRange) {
    var requests = new TreeMap<String, Quantity>();
    for (var item : limitRange.get("spec", "limits").items()) {
      if (item.get("type").text("").equals("Container")) {
        for (var source : List.of("defaultRequest", "default", "max", "min")) {
          Amounts.of(item.get(source)).forEach(requests::putIfAbsent);
        }
      }
    }
    return new ContainerDefaults(requests);
  }

  /// The defaults of this range, then those of another where this one is silent.
  ContainerDefaults orElse(ContainerDefaults other) {
    var joint = new TreeMap<>(requests);
    other.requests.forEach(joint::putIfAbsent);
    return new ContainerDefaults(joint);
  }
}
