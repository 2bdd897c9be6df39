package karpenter.operator.provider;

/// What a cloud may answer to the wish for a machine.
public sealed interface LaunchOutcome {
  record Launched(Instance instance) implements LaunchOutcome {}

  /// Nothing of what the claim lists can be had; the claim is given up and its pods planned anew.
  record NoCapacity(String message) implements LaunchOutcome {}

  record NodeClassNotReady(String message) implements LaunchOutcome {}

  /// It did not work and may work later; the claim is kept and says why.
  record Failed(String reason, String message) implements LaunchOutcome {}
}
