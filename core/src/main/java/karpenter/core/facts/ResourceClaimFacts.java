package karpenter.core.facts;

import karpenter.core.device.ClaimState;

/// A ResourceClaim: what it asks for, and whether it has it.
public record ResourceClaimFacts(String namespace, String name, DeviceAsk ask, ClaimState state) {

  /// How the specs of pods name it.
  public String id() {
    return namespace + "/" + name;
  }
}
