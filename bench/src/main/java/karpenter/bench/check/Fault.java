package karpenter.bench.check;

import java.util.Comparator;
import java.util.Locale;

/// One broken rule: which one, by whom, and what exactly is wrong.
public record Fault(Code code, String subject, String sentence) implements Comparable<Fault> {
  private static final Comparator<Fault> ORDER =
      Comparator.comparing(Fault::code)
          .thenComparing(Fault::subject)
          .thenComparing(Fault::sentence);

  @Override
  public int compareTo(Fault other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return code.text() + " " + subject + ": " + sentence;
  }

  /// The rules, in the order in which they are reported.
  public enum Code {
    POD_LOST,
    POD_TWICE,
    POD_UNKNOWN,
    POOL_UNUSABLE,
    NODE_UNKNOWN,
    CLAIM_EMPTY,
    TYPE_LIST_EMPTY,
    TYPE_LIST_TOO_LONG,
    TYPE_UNKNOWN,
    TYPE_TWICE,
    REQUIREMENTS_CONTRADICT,
    LABEL_UNDEFINED,
    TYPE_INCOMPATIBLE,
    TYPE_WITHOUT_OFFERING,
    TYPE_TOO_SMALL,
    TYPE_MISSING,
    NOT_CHEAPEST_FIRST,
    PRICE_WRONG,
    MIN_VALUES,
    POOL_LIMIT,
    POOL_LIMIT_LARGEST,
    POOL_WEIGHT,
    RESERVATION_EXCEEDED,
    NODE_AFFINITY,
    TAINT,
    NODE_OVERCOMMITTED,
    HOST_PORT,
    VOLUME_MISSING,
    VOLUME_TOPOLOGY,
    VOLUME_LIMIT,
    DEVICES_IGNORED,
    DEVICE_CLAIM_MISSING,
    DEVICE_TOPOLOGY,
    DEVICES_MISSING,
    SPREAD,
    AFFINITY,
    ANTI_AFFINITY,
    UNPLACED_FITS,
    PRIORITY,
    BOUND_PRICE_NEGATIVE,
    BOUND_NOT_EXCLUSIVE,
    BOUND_QUOTA,
    BOUND_GRANTED,
    BOUND_DUAL_INFEASIBLE,
    BOUND_UNPROVEN,
    BOUND_ABOVE_PRICE,
    NOT_A_CANDIDATE,
    POD_HOMELESS,
    POD_PROTECTED,
    EVICTION_FORBIDDEN,
    NOT_CHEAPER,
    LAUNCH_WRONG;

    /// The name in reports and JSON, as in `pod-lost`.
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }
}
