package karpenter.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/// How solve time grows with the number of pods: the exponent of the power law that fits best, by
/// least squares on logarithms. 1 is linear, 2 quadratic.
final class Growth {

  private static final String FAMILY = "diverse-";
  private static final int FEWEST_POINTS = 3;

  private Growth() {}

  record Point(double pods, double seconds) {}

  static OptionalDouble exponent(List<Point> points) {
    if (points.size() < FEWEST_POINTS) {
      return OptionalDouble.empty();
    }
    double meanX = points.stream().mapToDouble(p -> Math.log(p.pods())).average().orElseThrow();
    double meanY = points.stream().mapToDouble(p -> Math.log(p.seconds())).average().orElseThrow();
    double covariance = 0;
    double variance = 0;
    for (var point : points) {
      double x = Math.log(point.pods()) - meanX;
      covariance += x * (Math.log(point.seconds()) - meanY);
      variance += x * x;
    }
    return variance == 0 ? OptionalDouble.empty() : OptionalDouble.of(covariance / variance);
  }

  /// One sentence per side that was measured on enough sizes of the diverse mix.
  static List<String> sentences(List<Comparison> comparisons) {
    var sentences = new ArrayList<String>();
    sentence(Upstream.NAME, comparisons.stream().map(Growth::upstream).toList())
        .ifPresent(sentences::add);
    sentence(Ours.NAME, comparisons.stream().map(Growth::ours).toList()).ifPresent(sentences::add);
    return sentences;
  }

  private static Optional<String> sentence(String side, List<Optional<Point>> points) {
    var known = points.stream().flatMap(Optional::stream).toList();
    var exponent = exponent(known);
    return exponent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s grows with the %.2fth power of the pods over %d sizes of the diverse mix",
                side,
                exponent.getAsDouble(),
                known.size()));
  }

  private static Optional<Point> ours(Comparison comparison) {
    return point(comparison.workload(), comparison.ours());
  }

  private static Optional<Point> upstream(Comparison comparison) {
    return point(comparison.workload(), comparison.upstream());
  }

  private static Optional<Point> point(String workload, @Nullable Side side) {
    return side == null || !workload.startsWith(FAMILY)
        ? Optional.empty()
        : Optional.of(new Point(side.podsPerSecond() * side.seconds(), side.seconds()));
  }
}
