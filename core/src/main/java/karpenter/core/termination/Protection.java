package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import karpenter.core.facts.DoNotDisrupt;
import karpenter.core.facts.PodFacts;

/// Whether a pod's owner asked us to leave it where it is, and for how much longer (spec 02 §2.4).
public sealed interface Protection {
  /// Whether it holds now.
  boolean isActive();

  /// The owner asked for nothing.
  record None() implements Protection {
    @Override
    public boolean isActive() {
      return false;
    }
  }

  record ForEver() implements Protection {
    @Override
    public boolean isActive() {
      return true;
    }
  }

  /// The time asked for begins when the pod starts, which it has not.
  record UntilStartedFor(Duration time) implements Protection {
    @Override
    public boolean isActive() {
      return true;
    }
  }

  record Until(Instant end) implements Protection {
    @Override
    public boolean isActive() {
      return true;
    }
  }

  record Elapsed(Instant end) implements Protection {
    @Override
    public boolean isActive() {
      return false;
    }
  }

  /// The annotation says nothing we understand.
  record Unclear(String text) implements Protection {
    @Override
    public boolean isActive() {
      return false;
    }
  }

  static Protection of(PodFacts pod, Instant now) {
    if (pod.doNotDisrupt().isEmpty()) {
      return new None();
    }
    return switch (pod.doNotDisrupt().get()) {
      case DoNotDisrupt.Always() -> new ForEver();
      case DoNotDisrupt.Never() -> new None();
      case DoNotDisrupt.Unclear(var text) -> new Unclear(text);
      case DoNotDisrupt.For(var time) ->
          pod.started()
              .map(start -> since(start, time, now))
              .orElseGet(() -> new UntilStartedFor(time));
    };
  }

  private static Protection since(Instant start, Duration time, Instant now) {
    // Compared as lengths: a duration of centuries added to a time may leave what a time can be.
    if (Duration.between(start, now).compareTo(time) >= 0) {
      return new Elapsed(start.plus(time));
    }
    return new Until(start.plus(time));
  }
}
