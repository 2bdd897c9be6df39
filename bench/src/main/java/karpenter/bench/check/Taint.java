package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/// A taint, and the tolerations that let a pod ignore it.
record Taint(String key, String value, String effect) {
  private static final String PREFERENCE = "PreferNoSchedule";

  static Taint read(JsonNode json) {
    return new Taint(Json.text(json, "key"), Json.text(json, "value"), Json.text(json, "effect"));
  }

  /// `PreferNoSchedule` only asks; it never keeps a pod away.
  boolean repels() {
    return !effect.equals(PREFERENCE);
  }

  boolean sameKeyAndEffect(Taint other) {
    return key.equals(other.key) && effect.equals(other.effect);
  }

  /// Whether some taint, though it only asks, asks these pods to keep away.
  static boolean isAvoidable(List<Taint> taints, List<Toleration> tolerations) {
    return taints.stream()
        .anyMatch(
            taint -> !taint.repels() && tolerations.stream().noneMatch(t -> t.tolerates(taint)));
  }

  static Optional<Taint> firstUntolerated(List<Taint> taints, List<Toleration> tolerations) {
    return taints.stream()
        .filter(Taint::repels)
        .filter(taint -> tolerations.stream().noneMatch(t -> t.tolerates(taint)))
        .findFirst();
  }

  @Override
  public String toString() {
    return key + (value.isEmpty() ? "" : "=" + value) + ":" + effect;
  }

  record Toleration(String key, String operator, String value, String effect) {
    static Toleration read(JsonNode json) {
      return new Toleration(
          Json.text(json, "key"),
          Json.text(json, "operator", "Equal"),
          Json.text(json, "value"),
          Json.text(json, "effect"));
    }

    boolean tolerates(Taint taint) {
      if (!effect.isEmpty() && !effect.equals(taint.effect)) return false;
      if (!key.isEmpty() && !key.equals(taint.key)) return false;
      return switch (operator) {
        case "Exists" -> true;
        case "Equal" -> !key.isEmpty() && value.equals(taint.value);
        case "Gt" -> compare(taint).filter(sign -> sign > 0).isPresent();
        case "Lt" -> compare(taint).filter(sign -> sign < 0).isPresent();
        default -> false;
      };
    }

    /// How the taint's number compares with ours; nothing if either is not an integer.
    private Optional<Integer> compare(Taint taint) {
      try {
        return Optional.of(Long.compare(Long.parseLong(taint.value), Long.parseLong(value)));
      } catch (NumberFormatException notAnInteger) {
        return Optional.empty();
      }
    }
  }
}
