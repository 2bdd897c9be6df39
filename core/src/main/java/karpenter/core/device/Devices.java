package karpenter.core.device;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

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

  /// What is left when nodes go: without the slices they own, and with claims that only pods which
  /// move use free to get other devices.
  ///
  /// @param pods by uid
  public Devices without(Set<String> nodes, Set<String> pods) {
    var left =
        slices.stream().filter(slice -> slice.owner().filter(nodes::contains).isEmpty()).toList();
    var changed = new TreeMap<>(claims);
    changed.replaceAll((_, claim) -> claim.with(without(claim.state(), pods)));
    return left.size() == slices.size() && changed.equals(claims)
        ? this
        : new Devices(kinds, left, changed);
  }

  private static ClaimState without(ClaimState state, Set<String> pods) {
    if (!(state instanceof ClaimState.Allocated(var reach, var uses, var users))
        || users.stream().noneMatch(pods::contains)) {
      return state;
    }
    var others = new TreeSet<>(users);
    others.removeAll(pods);
    return others.isEmpty()
        ? new ClaimState.Moving()
        : new ClaimState.Allocated(reach, uses, others);
  }

  /// With claims that will get their devices on nodes where pods are expected.
  ///
  /// @param expected nodes by the id of the claim
  public Devices promising(Map<String, String> expected) {
    var changed = new TreeMap<>(claims);
    expected.forEach(
        (id, node) ->
            changed.computeIfPresent(
                id,
                (_, claim) ->
                    claim.state() instanceof ClaimState.Allocated
                        ? claim
                        : claim.with(new ClaimState.Promised(node))));
    return changed.equals(claims) ? this : new Devices(kinds, slices, changed);
  }
}
