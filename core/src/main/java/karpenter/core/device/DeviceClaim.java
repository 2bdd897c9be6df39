package karpenter.core.device;

import java.util.List;

/// A claim for devices.
public record DeviceClaim(
    String id, List<DeviceRequest> requests, List<MatchAttribute> constraints, ClaimState state) {
  /// The most devices one claim may have.
  public static final int MAX_DEVICES = 32;

  public DeviceClaim {
    requests = List.copyOf(requests);
    constraints = List.copyOf(constraints);
  }

  DeviceClaim with(ClaimState other) {
    return other.equals(state) ? this : new DeviceClaim(id, requests, constraints, other);
  }
}
