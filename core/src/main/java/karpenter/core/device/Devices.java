package karpenter.core.device;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// The devices of a cluster and every claim for them, whoever made it.
///
/// @param kinds what the selectors of the claims were evaluated for
/// @param claims by [DeviceClaim#id]
public record Devices(
    DeviceKinds kinds, List<DeviceSlice> slices, SortedMap<String, DeviceClaim> claims) {
  public static final Devices NONE =
      new Devices(new DeviceKinds(), List.of(), Collections.emptySortedMap());

  public Devices {
    slices = List.copyOf(slices);
    claims = Collections.unmodifiableSortedMap(new TreeMap<>(claims));
  }
}
