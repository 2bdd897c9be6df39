package karpenter.operator.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Stands still until told.
public final class TestClock implements InstantSource {
  private Instant now;

  public TestClock(Instant start) {
    now = start;
  }

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration time) {
    now = now.plus(time);
  }

  public void set(Instant at) {
    now = at;
  }
}
