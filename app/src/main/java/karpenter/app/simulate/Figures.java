package karpenter.app.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import karpenter.simulator.trace.Percentiles;
import karpenter.simulator.trace.Played;

/// The figures of a report, line by line, for people.
///
/// @param values one for each configuration
/// @param change from the first to the second; empty if there is one only, or nothing to compare
record Figures(String name, List<String> values, String change) {

  static List<Figures> of(List<Played> played) {
    var lines = new ArrayList<Figures>();
    lines.add(line("cost", played, Played::cost, "$%,.2f"));
    lines.add(line("  an hour, on the average", played, Figures::costPerHour, "$%,.4f"));
    if (played.stream().anyMatch(one -> one.nodeCost() > 0)) {
      lines.add(line("  node cost beside it", played, Played::nodeCost, "$%,.2f"));
    }
    lines.add(line("machine hours", played, one -> one.machines().hours(), "%,.1f"));
    lines.add(line("machines launched", played, one -> one.machines().launched(), "%,.0f"));
    lines.add(line("  ended", played, one -> one.machines().ended(), "%,.0f"));
    lines.add(line("  at once, at most", played, one -> one.machines().atMost(), "%,.0f"));
    lines.add(line("  broke on purpose", played, one -> one.machines().killed(), "%,.0f"));
    lines.add(line("cores asked for, of those paid for", played, Figures::used, "%.1f %%"));
    lines.add(line("pods arrived", played, one -> one.pods().arrived(), "%,.0f"));
    lines.add(line("  ran to their end", played, one -> one.pods().done(), "%,.0f"));
    lines.add(line("  run at the end", played, one -> one.pods().running(), "%,.0f"));
    lines.add(line("  wait at the end", played, one -> one.pods().waiting(), "%,.0f"));
    lines.add(
        line("  never ran and were taken away", played, one -> one.pods().givenUp(), "%,.0f"));
    lines.add(line("evictions", played, one -> one.pods().evicted(), "%,.0f"));
    lines.add(line("pods lost with their node", played, one -> one.pods().lost(), "%,.0f"));
    waits("wait until it runs", played, Played::first, lines);
    waits("wait to run again", played, Played::again, lines);
    return lines;
  }

  private interface Of {
    Percentiles of(Played played);
  }

  private static void waits(String name, List<Played> played, Of of, List<Figures> lines) {
    lines.add(line(name + ", half of the pods", played, one -> of.of(one).p50(), "%,.1f s"));
    lines.add(line("  90 of 100", played, one -> of.of(one).p90(), "%,.1f s"));
    lines.add(line("  99 of 100", played, one -> of.of(one).p99(), "%,.1f s"));
    lines.add(line("  longest", played, one -> of.of(one).max(), "%,.1f s"));
  }

  private static double costPerHour(Played played) {
    double hours = played.length().toNanos() / 3.6e12;
    return hours == 0 ? 0 : played.cost() / hours;
  }

  private static double used(Played played) {
    return 100 * played.machines().used();
  }

  private static Figures line(
      String name, List<Played> played, ToDoubleFunction<Played> figure, String form) {
    return new Figures(
        name,
        played.stream()
            .map(one -> String.format(Locale.ROOT, form, figure.applyAsDouble(one)))
            .toList(),
        played.size() < 2 ? "" : change(played, figure));
  }

  private static String change(List<Played> played, ToDoubleFunction<Played> figure) {
    double before = figure.applyAsDouble(played.get(0));
    double after = figure.applyAsDouble(played.get(1));
    if (before == after) {
      return "=";
    }
    return before == 0
        ? ""
        : String.format(Locale.ROOT, "%+.1f %%", 100 * (after - before) / before);
  }
}
