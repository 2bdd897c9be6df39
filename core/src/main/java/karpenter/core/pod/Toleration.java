package karpenter.core.pod;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Which taints a pod puts up with. An empty key with `Exists` tolerates every taint; no effect
/// means every effect.
public record Toleration(
    String key, Operator operator, String value, Optional<Taint.Effect> effect) {

  public enum Operator {
    EXISTS,
    EQUAL,
    LESS_THAN,
    GREATER_THAN
  }

  /// Whether `PreferNoSchedule` taints stand in the way.
  public enum SoftTaints {
    HONOURED,
    IGNORED
  }

  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]{1,18}");

  public boolean tolerates(Taint taint) {
    if (effect.isPresent() && effect.get() != taint.effect()) return false;
    if (!key.isEmpty() && !key.equals(taint.key())) return false;
    return switch (operator) {
      case EXISTS -> true;
      case EQUAL -> !key.isEmpty() && value.equals(taint.value());
      case LESS_THAN -> areIntegers(taint) && number(taint.value()) < number(value);
      case GREATER_THAN -> areIntegers(taint) && number(taint.value()) > number(value);
    };
  }

  /// The first taint that none of `tolerations` covers.
  public static Optional<Taint> firstUntolerated(
      List<Toleration> tolerations, List<Taint> taints, SoftTaints soft) {
    for (Taint taint : taints) {
      if (soft == SoftTaints.IGNORED && taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE) continue;
      if (tolerations.stream().noneMatch(toleration -> toleration.tolerates(taint))) {
        return Optional.of(taint);
      }
    }
    return Optional.empty();
  }

  private boolean areIntegers(Taint taint) {
    return INTEGER.matcher(value).matches() && INTEGER.matcher(taint.value()).matches();
  }

  private static long number(String text) {
    return Long.parseLong(text);
  }
}
