package karpenter.core.device;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Optional;

/// How a claim's wish for a share of a device is rounded: up to one of `validValues`, or into
/// `range`. What cannot be rounded so is not granted.
///
/// @param standard what a claim takes that names no amount; without it, all there is
/// @param validValues ascending; empty when any value goes
public record CapacityPolicy(
    Optional<BigDecimal> standard, List<BigDecimal> validValues, Optional<Range> range) {
  public static final CapacityPolicy NONE =
      new CapacityPolicy(Optional.empty(), List.of(), Optional.empty());

  public CapacityPolicy {
    validValues = validValues.stream().sorted().toList();
  }

  /// From `min` in steps to `max`, where these are given.
  public record Range(BigDecimal min, Optional<BigDecimal> max, Optional<BigDecimal> step) {

    private BigDecimal roundUp(BigDecimal asked) {
      if (asked.compareTo(min) <= 0) return min;
      return step.filter(s -> s.signum() > 0)
          .map(s -> min.add(asked.subtract(min).divide(s, 0, RoundingMode.CEILING).multiply(s)))
          .orElse(asked);
    }

    private boolean allows(BigDecimal amount) {
      return max.isEmpty() || amount.compareTo(max.get()) <= 0;
    }
  }

  /// What a claim takes of `available`; nothing when the policy forbids it.
  public Optional<BigDecimal> consumed(Optional<BigDecimal> asked, BigDecimal available) {
    if (asked.isEmpty()) return permitted(standard.orElse(available));
    var wish = asked.get();
    if (range.isPresent()) return permitted(range.get().roundUp(wish));
    return permitted(
        validValues.stream().filter(v -> wish.compareTo(v) <= 0).findFirst().orElse(wish));
  }

  private Optional<BigDecimal> permitted(BigDecimal amount) {
    return isPermitted(amount) ? Optional.of(amount) : Optional.empty();
  }

  /// The standard amount is fine whatever else the policy says.
  private boolean isPermitted(BigDecimal amount) {
    if (standard.isPresent() && amount.compareTo(standard.get()) == 0) return true;
    if (range.isPresent()) return isStep(range.get(), amount) && range.get().allows(amount);
    return validValues.isEmpty() || validValues.stream().anyMatch(v -> v.compareTo(amount) == 0);
  }

  private static boolean isStep(Range range, BigDecimal amount) {
    return range
        .step()
        .filter(s -> s.signum() > 0)
        .map(s -> amount.subtract(range.min()).remainder(s).signum() == 0)
        .orElse(true);
  }
}
