package karpenter.operator;

import java.time.Duration;
import java.util.Optional;

/// The other side did not answer, or said to come back later. Back off and try again.
public final class Unreachable extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Optional<Duration> retryAfter;

  public Unreachable(String message) {
    this(message, Optional.empty());
  }

  public Unreachable(String message, Throwable cause) {
    super(message, cause);
    this.retryAfter = Optional.empty();
  }

  public Unreachable(String message, Optional<Duration> retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /// What the other side asked for, if it did.
  public Optional<Duration> retryAfter() {
    return retryAfter == null ? Optional.empty() : retryAfter;
  }
}
