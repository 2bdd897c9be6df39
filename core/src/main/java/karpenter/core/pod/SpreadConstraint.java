package karpenter.core.pod;

import java.util.OptionalInt;

/// Keep matching pods evenly spread over the domains of a topology key. The selector already
/// carries `matchLabelKeys`.
public record SpreadConstraint(
    String topologyKey,
    int maxSkew,
    OptionalInt minDomains,
    Strength strength,
    LabelSelector selector,
    Inclusion nodeAffinity,
    Inclusion nodeTaints) {

  public enum Strength {
    DO_NOT_SCHEDULE,
    SCHEDULE_ANYWAY
  }

  /// Whether only nodes the pod could use take part in the count.
  public enum Inclusion {
    HONOR,
    IGNORE
  }
}
