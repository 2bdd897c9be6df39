package karpenter.operator.gauges;

import java.util.Locale;
import karpenter.core.resource.Resources;

/// Resources as metrics tell them.
final class Amounts {
  private static final double MILLI = 1000;

  private Amounts() {}

  /// Takes one resource at a time.
  interface Taker {
    /// @param type such as `ephemeral_storage`
    /// @param value cores, or base units
    void take(String type, double value);
  }

  static void each(Resources resources, Taker taker) {
    for (var name : resources.names()) {
      taker.take(type(name), value(name, resources.get(name)));
    }
  }

  static String type(String resource) {
    return resource.toLowerCase(Locale.ROOT).replace('-', '_');
  }

  private static double value(String name, long amount) {
    return name.equals(Resources.CPU) ? amount / MILLI : amount;
  }
}
