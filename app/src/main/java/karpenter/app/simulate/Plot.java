package karpenter.app.simulate;

import java.util.List;
import java.util.Locale;

/// A plot of one or two curves as an SVG drawing.
final class Plot {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 190;
  private static final int LEFT = 64;
  private static final int BOTTOM = 24;
  private static final int TOP = 10;
  private static final int RIGHT = 10;
  private static final int LINES = 4;
  private static final List<String> COLOURS = List.of("#1f6feb", "#d1571b");

  private Plot() {}

  /// @param ends what is written below the beginning, the middle and the end of the time
  static String of(List<List<Double>> curves, List<String> ends, String unit) {
    double most =
        curves.stream().flatMap(List::stream).mapToDouble(Double::doubleValue).max().orElse(0);
    double top = ceiling(most);
    var svg = new StringBuilder();
    svg.append(
        format(
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">",
            WIDTH, HEIGHT));
    for (int i = 0; i <= LINES; i++) {
      double value = top * i / LINES;
      double y = y(value, top);
      svg.append(
          format(
              "<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>"
                  + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              LEFT, y, WIDTH - RIGHT, y, LEFT - 6, y + 4, number(value) + unit));
    }
    for (int i = 0; i < ends.size(); i++) {
      double x = LEFT + (double) i * (WIDTH - LEFT - RIGHT) / Math.max(1, ends.size() - 1);
      var anchor = i == 0 ? "start" : i == ends.size() - 1 ? "end" : "middle";
      svg.append(
          format(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s</text>",
              x, HEIGHT - 6, anchor, ends.get(i)));
    }
    for (int i = 0; i < curves.size(); i++) {
      svg.append(
          format(
              "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\" points=\"%s\"/>",
              colour(i), points(curves.get(i), top)));
    }
    return svg.append("</svg>").toString();
  }

  static String colour(int index) {
    return COLOURS.get(index % COLOURS.size());
  }

  private static String points(List<Double> curve, double top) {
    var points = new StringBuilder();
    for (int i = 0; i < curve.size(); i++) {
      double x = LEFT + (i + 0.5) * (WIDTH - LEFT - RIGHT) / curve.size();
      points.append(format("%.1f,%.1f ", x, y(curve.get(i), top)));
    }
    return points.toString().strip();
  }

  private static double y(double value, double top) {
    return HEIGHT - BOTTOM - value / top * (HEIGHT - BOTTOM - TOP);
  }

  /// The next 1, 2 or 5 times a power of ten.
  private static double ceiling(double value) {
    if (value <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(value)));
    for (double factor : new double[] {1, 2, 5}) {
      if (value <= factor * power) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? format("%,.0f", value)
        : format(value < 0.1 ? "%.3f" : "%.2f", value);
  }

  private static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
