package karpenter.core.device;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// The kinds of devices there are, numbered: requests say which kinds they want as a set of these
/// numbers. Mutable while it is filled, then shared.
public final class DeviceKinds {
  private final List<DeviceKind> kinds = new ArrayList<>();
  private final Map<DeviceKind, Integer> numbers = new HashMap<>();

  public DeviceKinds add(DeviceSlice slice) {
    slice.devices().forEach(device -> add(DeviceKind.of(slice.driver(), device)));
    return this;
  }

  public DeviceKinds add(DeviceTemplates templates) {
    for (var slice : templates.slices()) {
      slice.devices().forEach(device -> add(DeviceKind.of(slice.driver(), device)));
    }
    return this;
  }

  private void add(DeviceKind kind) {
    if (numbers.putIfAbsent(kind, kinds.size()) == null) kinds.add(kind);
  }

  public BitSet matching(Predicate<DeviceKind> wanted) {
    var found = new BitSet(kinds.size());
    for (int kind = 0; kind < kinds.size(); kind++) {
      if (wanted.test(kinds.get(kind))) found.set(kind);
    }
    return found;
  }

  /// The number of a device's kind, or -1: a kind no selector was evaluated for is wanted by none.
  int of(String driver, Device device) {
    return numbers.getOrDefault(DeviceKind.of(driver, device), -1);
  }
}
