package karpenter.core.testkit.cases;

import static karpenter.core.testkit.cases.ConstraintKind.AFFINITY;
import static karpenter.core.testkit.cases.ConstraintKind.ANTI_AFFINITY;
import static karpenter.core.testkit.cases.ConstraintKind.AWAY_PREFERENCE;
import static karpenter.core.testkit.cases.ConstraintKind.BOUND_POD;
import static karpenter.core.testkit.cases.ConstraintKind.DAEMONS;
import static karpenter.core.testkit.cases.ConstraintKind.EXISTING_NODE;
import static karpenter.core.testkit.cases.ConstraintKind.HARD_TAINT;
import static karpenter.core.testkit.cases.ConstraintKind.MIN_VALUES;
import static karpenter.core.testkit.cases.ConstraintKind.NODE_PREFERENCE;
import static karpenter.core.testkit.cases.ConstraintKind.NODE_SELECTOR;
import static karpenter.core.testkit.cases.ConstraintKind.POD_PORTS;
import static karpenter.core.testkit.cases.ConstraintKind.RESERVATION_CAPACITY;
import static karpenter.core.testkit.cases.ConstraintKind.SCHEDULE_ANYWAY;
import static karpenter.core.testkit.cases.ConstraintKind.SPREAD_CAPACITY_TYPE;
import static karpenter.core.testkit.cases.ConstraintKind.SPREAD_CUSTOM_KEY;
import static karpenter.core.testkit.cases.ConstraintKind.SPREAD_ZONE;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Which kinds of constraint a case draws from. A case with all of them at once would place nothing
/// and so prove nothing.
record Mix(Set<ConstraintKind> kinds, List<String> zones, List<String> tiers) {
  private static final List<ConstraintKind> SPREAD_KINDS =
      List.of(SPREAD_ZONE, SPREAD_ZONE, SPREAD_CAPACITY_TYPE, SPREAD_CUSTOM_KEY);

  static Mix draw(Dice dice) {
    Set<ConstraintKind> kinds = EnumSet.noneOf(ConstraintKind.class);
    for (ConstraintKind kind : ConstraintKind.values()) {
      if (dice.chance(kind.share())) kinds.add(kind);
    }
    for (ConstraintKind kind : List.copyOf(kinds)) kinds.addAll(companions(kind, dice));
    return new Mix(
        kinds,
        List.of("zone-a", "zone-b", "zone-c").subList(0, dice.pick(1, 2, 2, 3, 3)),
        List.of("bronze", "gold", "silver").subList(0, dice.between(2, 3)));
  }

  /// What a kind needs beside it to matter at all.
  private static List<ConstraintKind> companions(ConstraintKind kind, Dice dice) {
    return switch (kind) {
      case TOLERATION -> List.of(HARD_TAINT);
      case MAX_SKEW, MIN_DOMAINS -> List.of(dice.pick(SPREAD_KINDS));
      case NODE_AFFINITY_POLICY ->
          List.of(dice.pick(SPREAD_KINDS), NODE_SELECTOR, EXISTING_NODE, BOUND_POD);
      case NODE_TAINTS_POLICY ->
          List.of(dice.pick(SPREAD_KINDS), HARD_TAINT, EXISTING_NODE, BOUND_POD);
      case NAMESPACE_LIST, NAMESPACE_SELECTOR -> List.of(dice.pick(AFFINITY, ANTI_AFFINITY));
      case BOUND_ANTI_AFFINITY -> List.of(EXISTING_NODE, BOUND_POD);
      case NODE_PORTS -> List.of(POD_PORTS, EXISTING_NODE);
      case DAEMON_PORTS -> List.of(POD_PORTS, DAEMONS);
      case ATTACH_LIMIT, UNINITIALIZED_NODE -> List.of(EXISTING_NODE);
      case MIN_VALUES_BEST_EFFORT -> List.of(MIN_VALUES);
      case RESERVED_STRICT -> List.of(RESERVATION_CAPACITY);
      case PREFERENCES_IGNORED, PREFERENCES_WEIGHED ->
          List.of(dice.pick(NODE_PREFERENCE, SCHEDULE_ANYWAY, AWAY_PREFERENCE));
      default -> List.of();
    };
  }

  boolean has(ConstraintKind kind) {
    return kinds.contains(kind);
  }
}
