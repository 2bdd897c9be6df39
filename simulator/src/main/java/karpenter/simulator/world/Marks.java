package karpenter.simulator.world;

/// How plugins of the scheduler turn what they count into marks from 0 to 100. The array given is
/// the array returned.
final class Marks {
  static final double BEST = 100;

  private Marks() {}

  /// In parts of the greatest.
  static double[] ofMost(double[] marks) {
    double most = greatest(marks);
    for (int i = 0; i < marks.length; i++) {
      marks[i] = most <= 0 ? 0 : marks[i] * BEST / most;
    }
    return marks;
  }

  /// None is best, the greatest worst.
  static double[] fromLeast(double[] marks) {
    double most = greatest(marks);
    for (int i = 0; i < marks.length; i++) {
      marks[i] = most <= 0 ? BEST : BEST - marks[i] * BEST / most;
    }
    return marks;
  }

  /// The fewer the better; what is infinite is not asked for.
  static double[] reversed(double[] marks) {
    double most = greatest(marks);
    double least = most;
    for (double mark : marks) {
      least = Math.min(least, mark);
    }
    for (int i = 0; i < marks.length; i++) {
      if (Double.isInfinite(marks[i])) {
        marks[i] = 0;
      } else {
        marks[i] = most <= 0 ? BEST : BEST * (most + least - marks[i]) / most;
      }
    }
    return marks;
  }

  /// From the least to the greatest.
  static double[] stretched(double[] marks) {
    double most = greatest(marks);
    double least = most;
    for (double mark : marks) {
      least = Math.min(least, mark);
    }
    for (int i = 0; i < marks.length; i++) {
      marks[i] = most > least ? BEST * (marks[i] - least) / (most - least) : 0;
    }
    return marks;
  }

  private static double greatest(double[] marks) {
    double most = Double.NEGATIVE_INFINITY;
    for (double mark : marks) {
      most = Double.isInfinite(mark) ? most : Math.max(most, mark);
    }
    return most;
  }
}
