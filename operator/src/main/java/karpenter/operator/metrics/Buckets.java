package karpenter.operator.metrics;

import java.util.ArrayList;
import java.util.List;

/// Upper bounds of histogram buckets.
final class Buckets {
  static final List<Double> NONE = List.of();
  static final List<Double> PROMETHEUS =
      List.of(.005, .01, .025, .05, .1, .25, .5, 1.0, 2.5, 5.0, 10.0);

  static final List<Double> DURATIONS =
      List.of(
          .005, .01, .025, .05, .1, .15, .2, .25, .3, .35, .4, .45, .5, .6, .7, .8, .9, 1.0, 1.25,
          1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 15.0, 20.0, 25.0,
          30.0, 40.0, 50.0, 60.0, 120.0, 150.0, 300.0, 450.0, 600.0);

  /// As upstream's framework has them: [#DURATIONS] up to a minute.
  static final List<Double> RECONCILES = DURATIONS.subList(0, DURATIONS.indexOf(60.0) + 1);

  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  static final List<Double> LIFETIMES =
      List.of(
          15 * MINUTE,
          30 * MINUTE,
          45 * MINUTE,
          HOUR,
          2 * HOUR,
          4 * HOUR,
          6 * HOUR,
          8 * HOUR,
          10 * HOUR,
          12 * HOUR,
          16 * HOUR,
          20 * HOUR,
          DAY,
          2 * DAY,
          3 * DAY,
          5 * DAY,
          10 * DAY,
          15 * DAY,
          20 * DAY,
          25 * DAY,
          30 * DAY);

  static final List<Double> SCORES = List.of(.1, .25, .33, .5, 1.0, 2.0, 5.0, 10.0);

  private Buckets() {}

  static List<Double> doubling(double first, int count) {
    return growing(first, 2, count);
  }

  static List<Double> growing(double first, double factor, int count) {
    var bounds = new ArrayList<Double>();
    for (double bound = first; bounds.size() < count; bound *= factor) {
      bounds.add(bound);
    }
    return List.copyOf(bounds);
  }
}
