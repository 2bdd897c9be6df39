package karpenter.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.TreeMap;

/// How much there is to do over a day, in UTC, such as `00:00=4 08:00=40 18:00=12`: straight lines
/// between the points, and from the last to the first.
record LoadCurve(TreeMap<LocalTime, Double> points) {
  private static final double DAY = Duration.ofDays(1).toSeconds();

  static LoadCurve parse(String text) {
    var points = new TreeMap<LocalTime, Double>();
    for (var point : text.strip().split("[\\s,]+")) {
      var parts = point.split("=");
      if (parts.length != 2) {
        throw new IllegalArgumentException("a load is such as 08:00=40, not " + point);
      }
      points.put(LocalTime.parse(parts[0]), Double.parseDouble(parts[1]));
    }
    return new LoadCurve(points);
  }

  double at(Instant now) {
    var time = now.atZone(ZoneOffset.UTC).toLocalTime();
    var before = points.floorEntry(time);
    before = before == null ? points.lastEntry() : before;
    var after = points.ceilingEntry(time);
    after = after == null ? points.firstEntry() : after;
    double length = seconds(before.getKey(), after.getKey());
    double part = length == 0 ? 0 : seconds(before.getKey(), time) / length;
    return before.getValue() + part * (after.getValue() - before.getValue());
  }

  /// From one to the other, over midnight if need be.
  private static double seconds(LocalTime from, LocalTime to) {
    double seconds = to.toSecondOfDay() - from.toSecondOfDay();
    return seconds < 0 ? seconds + DAY : seconds;
  }
}
