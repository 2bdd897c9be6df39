package karpenter.app.simulate;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import karpenter.simulator.trace.Played;
import karpenter.simulator.trace.Times;

/// A page that needs nothing but itself: no script, no font, no request.
final class HtmlReport {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>karpenter simulate</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <style>
      :root { color-scheme: light dark; }
      body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .3rem; }
      table { border-collapse: collapse; width: 100%; }
      td, th { padding: .15rem .6rem; text-align: right; border-bottom: 1px solid #8883; }
      td:first-child, th:first-child { text-align: left; white-space: pre; }
      svg { width: 100%; height: auto; } svg text { font-size: 11px; fill: currentColor; }
      svg .grid { stroke: #8884; stroke-width: 1; } .key { margin-right: 1.2rem; }
      </style></head><body>
      """;

  private HtmlReport() {}

  static String render(SimulationReport report) {
    var page = new StringBuilder(HEAD);
    var length = report.played().getFirst().length();
    page.append("<h1>").append(escaped(report.trace())).append("</h1>\n");
    page.append("<p>%s of a cluster, seed %d.".formatted(Times.shown(length), report.seed()));
    for (int i = 0; i < report.played().size(); i++) {
      page.append(
          " <span class=\"key\" style=\"color:%s\">&#9644; %s</span>"
              .formatted(Plot.colour(i), escaped(report.played().get(i).setup())));
    }
    page.append("</p>\n");
    plot(page, report, "Cost per hour, dollars", "", played -> played.curves().costPerHour());
    plot(page, report, "Machines", "", played -> played.curves().machines());
    plot(page, report, "Pods running", "", played -> played.curves().running());
    plot(page, report, "Pods waiting", "", played -> played.curves().waiting());
    plot(
        page,
        report,
        "Cores that pods asked for, of those there are",
        " %",
        played -> played.curves().used().stream().map(part -> 100 * part).toList());
    table(page, report);
    return page.append("</body></html>\n").toString();
  }

  private static void plot(
      StringBuilder page,
      SimulationReport report,
      String title,
      String unit,
      Function<Played, List<Double>> curve) {
    var length = report.played().getFirst().length();
    var ends = List.of("0", Times.shown(half(length)), Times.shown(length));
    page.append("<h2>").append(title).append("</h2>\n");
    page.append(Plot.of(report.played().stream().map(curve).toList(), ends, unit)).append('\n');
  }

  private static Duration half(Duration length) {
    return length.dividedBy(2);
  }

  private static void table(StringBuilder page, SimulationReport report) {
    page.append("<h2>Figures</h2>\n<table><tr><th></th>");
    report.played().forEach(one -> page.append(cell("th", one.setup())));
    if (report.played().size() > 1) {
      page.append("<th>change</th>");
    }
    page.append("</tr>\n");
    for (var figures : Figures.of(report.played())) {
      page.append("<tr>").append(cell("td", figures.name()));
      figures.values().forEach(value -> page.append(cell("td", value)));
      if (report.played().size() > 1) {
        page.append(cell("td", figures.change()));
      }
      page.append("</tr>\n");
    }
    page.append("</table>\n");
    for (var played : report.played()) {
      played
          .refused()
          .forEach(
              (what, why) ->
                  page.append("<p>Not taken: %s: %s</p>%n".formatted(escaped(what), escaped(why))));
    }
  }

  private static String cell(String tag, String text) {
    return "<%s>%s</%s>".formatted(tag, escaped(text), tag);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
