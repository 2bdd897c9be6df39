package karpenter.core.device;

import java.math.BigDecimal;

/// An amount a device has, and how much of it a claim takes when the device is shared.
public record Capacity(BigDecimal value, CapacityPolicy policy) {

  public static Capacity of(BigDecimal value) {
    return new Capacity(value, CapacityPolicy.NONE);
  }
}
