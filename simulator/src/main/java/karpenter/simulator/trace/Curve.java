package karpenter.simulator.trace;

import java.util.Arrays;

/// A quantity over time: its sum, its peak, and its mean in each of many equal stretches of time.
final class Curve {
  private static final double NANOS_PER_HOUR = 3.6e12;

  private final long stretch;
  private final double[] areas;
  private double value;
  private double peak;
  private long since;

  Curve(long endTicks, int stretches) {
    this.stretch = Math.max(1, Math.ceilDiv(endTicks, stretches));
    this.areas = new double[stretches];
  }

  void add(long now, double change) {
    set(now, value + change);
  }

  void set(long now, double next) {
    settle(now);
    value = next;
    peak = Math.max(peak, next);
  }

  double value() {
    return value;
  }

  double peak() {
    return peak;
  }

  /// Value times hours, until then.
  double hours(long now) {
    settle(now);
    return Arrays.stream(areas).sum() / NANOS_PER_HOUR;
  }

  /// The mean of each stretch that has begun by then.
  double[] means(long now) {
    settle(now);
    int begun = (int) Math.min(areas.length, Math.ceilDiv(Math.max(now, 1), stretch));
    var means = new double[begun];
    for (int i = 0; i < begun; i++) {
      long length = Math.min(stretch, now - i * stretch);
      means[i] = length <= 0 ? value : areas[i] / length;
    }
    return means;
  }

  private void settle(long now) {
    while (since < now) {
      int index = (int) Math.min(areas.length - 1, since / stretch);
      long until = index == areas.length - 1 ? now : Math.min(now, (index + 1) * stretch);
      areas[index] += value * (until - since);
      since = until;
    }
  }
}
