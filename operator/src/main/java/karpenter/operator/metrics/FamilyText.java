package karpenter.operator.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The series of one family in Prometheus' text format, one line each, in the order they are told;
/// their labels by name.
final class FamilyText {
  private final Family family;
  private final int[] order;
  private final StringBuilder lines = new StringBuilder();

  FamilyText(Family family) {
    this.family = family;
    this.order =
        IntStream.range(0, family.labels().size())
            .boxed()
            .sorted(Comparator.comparing(family.labels()::get))
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /// @param labels values in the order of [Family#labels]
  void add(double value, String... labels) {
    if (labels.length != order.length) {
      throw new IllegalStateException(
          "%s has labels %s, not %s".formatted(family.name(), family.labels(), List.of(labels)));
    }
    lines.append(family.name());
    for (int i = 0; i < order.length; i++) {
      lines.append(i == 0 ? '{' : ',').append(family.labels().get(order[i])).append("=\"");
      escape(labels[order[i]]);
      lines.append('"');
    }
    if (labels.length > 0) {
      lines.append('}');
    }
    lines.append(' ');
    number(value);
    lines.append('\n');
  }

  private void escape(String text) {
    if (text.indexOf('"') < 0 && text.indexOf('\\') < 0 && text.indexOf('\n') < 0) {
      lines.append(text);
      return;
    }
    lines.append(text.replace("\\", "\\\\").replace("\n", "\\n").replace("\"", "\\\""));
  }

  private void number(double value) {
    if (Double.isInfinite(value)) {
      lines.append(value > 0 ? "+Inf" : "-Inf");
    } else {
      lines.append(value);
    }
  }

  /// Of a family without series nothing is told.
  void write(OutputStream out) throws IOException {
    if (lines.isEmpty()) {
      return;
    }
    out.write(heading().getBytes(StandardCharsets.UTF_8));
    out.write(lines.toString().getBytes(StandardCharsets.UTF_8));
  }

  private String heading() {
    var help = family.help().replace("\\", "\\\\").replace("\n", "\\n");
    var type = family.type() == Metric.Type.COUNTER ? "counter" : "gauge";
    return "# HELP %s %s\n# TYPE %s %s\n".formatted(family.name(), help, family.name(), type);
  }
}
