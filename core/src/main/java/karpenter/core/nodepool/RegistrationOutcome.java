package karpenter.core.nodepool;

/// How the start of a pool's claim ended.
public sealed interface RegistrationOutcome {
  record Registered() implements RegistrationOutcome {}

  /// It took too long to launch or to register.
  record TimedOut(String reason, String message) implements RegistrationOutcome {}
}
