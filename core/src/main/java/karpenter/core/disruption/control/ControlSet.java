package karpenter.core.disruption.control;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/// The controls set on one object.
///
/// @param allow outside all of them nothing is disrupted; none: always
/// @param deny inside any of them nothing is disrupted
/// @param splits whether a node may be replaced by several smaller ones
/// @param evictionPrice dollars of one eviction; 0: evictions cost nothing
/// @param problems what could not be understood, as sentences; then nothing is disrupted here
public record ControlSet(
    Scope scope,
    Optional<MinimumSaving> minimumSaving,
    Optional<Payback> payback,
    List<Window> allow,
    List<Window> deny,
    Optional<Rate> rate,
    Optional<Pause> pause,
    Optional<DriftPolicy> drift,
    Optional<SpotBreaker> spotBreaker,
    Optional<Rotation> rotation,
    Optional<Boolean> splits,
    OptionalDouble evictionPrice,
    List<String> problems) {

  public ControlSet {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    problems = List.copyOf(problems);
  }

  public static ControlSet none(Scope scope) {
    return new ControlSet(
        scope,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        List.of());
  }

  public ControlSet withProblems(List<String> changed) {
    return new ControlSet(
        scope,
        minimumSaving,
        payback,
        allow,
        deny,
        rate,
        pause,
        drift,
        spotBreaker,
        rotation,
        splits,
        evictionPrice,
        changed);
  }

  public boolean isEmpty() {
    return equals(none(scope));
  }

  /// No later than when one of them begins or ceases to hold by itself.
  Optional<Instant> nextChange(Instant now) {
    Optional<Instant> first = pause.map(Pause::until).filter(until -> until.isAfter(now));
    first = earlier(first, rotation.map(Rotation::before).filter(at -> at.isAfter(now)));
    for (var window : allow) {
      first = earlier(first, window.nextChange(now));
    }
    for (var window : deny) {
      first = earlier(first, window.nextChange(now));
    }
    return first;
  }

  static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().isBefore(other.get()) ? one : other;
  }
}
