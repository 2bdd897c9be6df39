package karpenter.app.demo;

import java.time.Duration;

/// How fast the cluster's time passes beside the time on the wall: how many slices are due. What a
/// busy machine cannot keep up with is dropped, not made up for later.
final class Pace {
  static final double MAX_SPEED = 1000;

  /// Of time on the wall.
  private static final Duration MOST_OWED = Duration.ofMillis(250);

  private final Duration slice;
  private double speed;
  private boolean isPaused;
  private double owed;

  Pace(Duration slice, double speed, boolean isPaused) {
    this.slice = slice;
    this.speed = speed;
    this.isPaused = isPaused;
  }

  /// So much time has passed on the wall: this many slices of the cluster's are to follow.
  int due(Duration passed) {
    if (isPaused) {
      return 0;
    }
    double most = Math.max((double) slice.toNanos(), MOST_OWED.toNanos() * speed);
    owed = Math.min(owed + passed.toNanos() * speed, most);
    int slices = (int) (owed / slice.toNanos());
    owed -= (double) slices * slice.toNanos();
    return slices;
  }

  void pause() {
    isPaused = true;
    owed = 0;
  }

  void resume() {
    isPaused = false;
  }

  boolean isPaused() {
    return isPaused;
  }

  /// Says whether it can be as fast as that.
  boolean runAt(double times) {
    if (!(times >= 1 && times <= MAX_SPEED)) {
      return false;
    }
    speed = times;
    owed = 0;
    return true;
  }

  double speed() {
    return speed;
  }
}
