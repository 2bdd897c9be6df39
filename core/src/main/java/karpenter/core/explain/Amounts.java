package karpenter.core.explain;

import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import karpenter.core.resource.Resources;

/// Amounts and prices as people read them.
final class Amounts {
  private static final long KIBI = 1 << 10;
  private static final long MEBI = 1 << 20;
  private static final long GIBI = 1 << 30;

  private Amounts() {}

  static String of(String resource, long amount) {
    // What the system keeps for itself is seldom round, and ten digits of bytes are no answer.
    if (isInBytes(resource) && amount >= MEBI && amount % KIBI != 0) {
      return amount >= GIBI ? decimal(amount, GIBI) + "Gi" : decimal(amount, MEBI) + "Mi";
    }
    var quantity = Resources.of(Map.of(resource, amount)).toQuantities().get(resource);
    return Objects.requireNonNull(quantity).toString();
  }

  /// The nearest amount a person would write that is no larger.
  static long roundedDown(String resource, long amount) {
    return isInBytes(resource) && amount >= MEBI ? amount / MEBI * MEBI : amount;
  }

  static long roundedUp(String resource, long amount) {
    return isInBytes(resource) && amount >= MEBI ? Math.ceilDiv(amount, MEBI) * MEBI : amount;
  }

  static String price(double hourly) {
    return String.format(Locale.ROOT, "$%.4f/h", hourly);
  }

  private static boolean isInBytes(String resource) {
    return resource.equals(Resources.MEMORY)
        || resource.equals(Resources.EPHEMERAL_STORAGE)
        || resource.startsWith(Resources.HUGE_PAGES_PREFIX);
  }

  private static String decimal(long amount, long unit) {
    return String.format(Locale.ROOT, "%.2f", (double) amount / unit);
  }
}
