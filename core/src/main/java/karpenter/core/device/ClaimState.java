package karpenter.core.device;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What has already been decided about a claim in the cluster.
public sealed interface ClaimState {
  /// Nothing: devices have to be found.
  record Open() implements ClaimState {}

  /// It has its devices, and can be used from where they reach.
  record Allocated(Reach reach, List<Use> uses) implements ClaimState {
    public Allocated {
      uses = List.copyOf(uses);
    }
  }

  /// It has devices, but only pods that are leaving use them: they are free, and the claim gets
  /// others.
  record Moving() implements ClaimState {}

  /// A device in use, and how much of it where it is shared.
  record Use(DeviceId device, SortedMap<String, BigDecimal> consumed) {
    public Use {
      consumed = Collections.unmodifiableSortedMap(new TreeMap<>(consumed));
    }
  }
}
