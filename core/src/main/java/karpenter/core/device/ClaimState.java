package karpenter.core.device;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// What has already been decided about a claim in the cluster.
public sealed interface ClaimState {
  /// Nothing: devices have to be found.
  record Open() implements ClaimState {}

  /// It has its devices, and can be used from where they reach.
  ///
  /// @param pods by uid, the pods that use it, if it can be given other devices when all of them
  ///   move; empty if it keeps those it has, because nobody or somebody else uses it
  record Allocated(Reach reach, List<Use> uses, SortedSet<String> pods) implements ClaimState {
    public Allocated {
      uses = List.copyOf(uses);
      pods = Collections.unmodifiableSortedSet(new TreeSet<>(pods));
    }

    /// It keeps the devices it has.
    public Allocated(Reach reach, List<Use> uses) {
      this(reach, uses, Collections.emptySortedSet());
    }
  }

  /// It has no devices yet, but a pod that uses it is expected on this node: there it will get
  /// them.
  record Promised(String node) implements ClaimState {}

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
