package karpenter.operator.provider;

import java.time.Instant;

/// A warning from the cloud that a machine will go or should be replaced.
///
/// @param id to acknowledge it by
/// @param kind the event reason it is told with, such as `SpotInterrupted`
/// @param response what to do with the node
public record Notice(
    String id, String providerId, String kind, String message, Instant sent, Response response) {

  public enum Response {
    /// Only tell.
    TELL,
    /// Drain and replace.
    REPLACE,
    /// Replace without waiting for the drain.
    REPLACE_AT_ONCE
  }
}
