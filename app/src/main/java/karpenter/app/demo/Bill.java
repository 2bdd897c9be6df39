package karpenter.app.demo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What the cluster has cost, and how that went. The history is as fine as it can be with so many
/// points: when they are too many, every second one goes.
final class Bill {
  private static final double SECONDS_PER_HOUR = 3600;
  private static final int MAX_POINTS = 720;

  private final List<Point> points = new ArrayList<>();
  private Duration spacing = Duration.ofSeconds(5);
  private double perHour;
  private double spent;
  private double peak;

  /// @param seconds since the beginning
  /// @param perHour what the cluster cost then
  record Point(long seconds, double perHour) {}

  /// So much time went by with machines that cost so much.
  void charge(Duration elapsed, Duration passed, double nowPerHour) {
    perHour = nowPerHour;
    spent += nowPerHour * passed.toMillis() / 1000 / SECONDS_PER_HOUR;
    peak = Math.max(peak, nowPerHour);
    boolean isDue =
        points.isEmpty() || elapsed.toSeconds() - points.getLast().seconds() >= spacing.toSeconds();
    if (isDue) {
      points.add(new Point(elapsed.toSeconds(), nowPerHour));
    }
    if (points.size() > MAX_POINTS) {
      thin();
    }
  }

  private void thin() {
    var kept = new ArrayList<Point>();
    for (int i = 0; i < points.size(); i += 2) {
      kept.add(points.get(i));
    }
    points.clear();
    points.addAll(kept);
    spacing = spacing.multipliedBy(2);
  }

  double perHour() {
    return perHour;
  }

  double spent() {
    return spent;
  }

  double peak() {
    return peak;
  }

  List<Point> points() {
    return List.copyOf(points);
  }
}
