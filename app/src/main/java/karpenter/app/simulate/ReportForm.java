package karpenter.app.simulate;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// How a simulation is shown.
enum ReportForm {
  TEXT,
  JSON,
  HTML;

  static Optional<ReportForm> named(String name) {
    return Arrays.stream(values())
        .filter(form -> form.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst();
  }

  String render(SimulationReport report) {
    return switch (this) {
      case TEXT -> TextReport.render(report);
      case JSON -> JsonReport.render(report);
      case HTML -> HtmlReport.render(report);
    };
  }
}
