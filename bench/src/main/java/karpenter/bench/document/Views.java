package karpenter.bench.document;

import static java.util.Map.entry;
import static karpenter.bench.document.Figures.mebibytes;
import static karpenter.bench.document.Figures.milliseconds;
import static karpenter.bench.document.Figures.number;
import static karpenter.bench.document.Figures.pair;
import static karpenter.bench.document.Figures.ratio;
import static karpenter.bench.document.Figures.seconds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// All views, by the name a block gives.
final class Views {
  private static final String VERDICTS =
      "cluster, nodes compared, same verdict, both take it, only ours takes it,"
          + " only upstream takes it, other move, other saving, savings ours, savings upstream";

  static final SortedMap<String, View> ALL =
      new TreeMap<>(
          Map.ofEntries(
              entry(
                  "time",
                  view(
                      "workload, upstream s, ours ms, optimised ms, ratio, optimised ratio,"
                          + " with set-up, first solve, MiB upstream, MiB ours",
                      Views::time)),
              entry(
                  "reading",
                  view(
                      "workload, upstream reads ms, ours reads ms, first ms, optimised ms, upstream"
                          + " in all s, ours in all ms, ratio, ours in all in a fresh JVM ms",
                      Views::reading)),
              entry(
                  "money",
                  view(
                      "workload, nodes upstream, price, cost, nodes ours, price, cost, bound,"
                          + " ours above it, bound at equal service, ours above it, preference weight, unplaced, faults",
                      Views::money)),
              entry(
                  "growth",
                  view(
                      "workload, solve ms, optimised ms, read ms, allocated MiB, peak heap MiB,"
                          + " peak RSS MiB, new nodes",
                      Views::growth)),
              entry(
                  "first-command",
                  view(
                      "cluster, ours s, optimised s, saves (nodes), upstream s, saves (nodes),"
                          + " a verdict: ours ms, optimised ms, upstream ms, times as fast, faults",
                      Views::firstCommand)),
              entry(
                  "fixed-point",
                  view(
                      "cluster, ours saves, commands, s, nodes left, upstream saves, commands, s,"
                          + " nodes left",
                      Views::fixedPoint)),
              entry("verdicts", view(VERDICTS, one -> verdicts(one, "verdicts"))),
              entry(
                  "verdicts-after-first",
                  view(VERDICTS, one -> verdicts(one, "verdicts_after_first"))),
              entry(
                  "passes",
                  view(
                      "cluster, flags, reading s, whole pass s, after a known pod s,"
                          + " full search a minute later s, after a new pod s, full s,"
                          + " after 1 % of nodes s, full s, after 5 % of nodes s, full s",
                      Views::shippedPasses)),
              entry("timed", view("command, s, peak RSS MiB", Views::timed)),
              entry("text", new View(List.of(), _ -> List.of()))));

  private Views() {}

  static View named(String name) {
    var view = ALL.get(name);
    if (view == null) {
      throw new IllegalArgumentException("no view is called " + name + ", only " + ALL.keySet());
    }
    return view;
  }

  private static View view(String columns, Function<JsonNode, List<String>> row) {
    return new View(Arrays.stream(columns.split(",")).map(String::strip).toList(), row);
  }

  private static List<String> time(JsonNode one) {
    return List.of(
        one.path("workload").asText(),
        seconds(one.at("/upstream/seconds")),
        milliseconds(one.at("/ours/seconds")),
        milliseconds(one.at("/optimised/seconds")),
        ratio(one.path("ratio")),
        number(one.path("optimised_ratio"), 0),
        number(one.path("setup_ratio"), 0),
        number(one.path("first_solve_ratio"), 0),
        mebibytes(one.at("/upstream/allocated_bytes")),
        mebibytes(one.at("/ours/allocated_bytes")));
  }

  private static List<String> reading(JsonNode one) {
    return List.of(
        one.path("workload").asText(),
        milliseconds(one.at("/upstream/reading_seconds")),
        milliseconds(one.at("/ours/reading_seconds")),
        milliseconds(one.at("/ours/first_reading_seconds")),
        milliseconds(one.at("/optimised/reading_seconds")),
        seconds(one.at("/upstream/total_seconds")),
        milliseconds(one.at("/ours/total_seconds")),
        ratio(one.path("total_ratio")),
        milliseconds(one.at("/ours/first_total_seconds")));
  }

  private static List<String> money(JsonNode one) {
    var ours = one.path("ours");
    var upstream = one.path("upstream");
    return List.of(
        one.path("workload").asText(),
        number(upstream.path("nodes"), 0),
        number(upstream.path("price"), 2),
        number(upstream.path("cost"), 2),
        number(ours.path("nodes"), 0),
        number(ours.path("price"), 2),
        "**" + number(ours.path("cost"), 2) + "**",
        number(one.path("lower_bound"), 2),
        above(ours, one.path("lower_bound")),
        number(one.path("equal_service_bound"), 2),
        above(ours, one.path("equal_service_bound")),
        pair(upstream.path("preference_weight"), ours.path("preference_weight")),
        pair(upstream.path("unplaced"), ours.path("unplaced")),
        upstream.path("faults").size() + " / " + ours.path("faults").size());
  }

  private static String above(JsonNode ours, JsonNode bound) {
    double above = ours.path("cost").asDouble() / bound.asDouble() - 1;
    return bound.asDouble() > 0 ? number(100 * above, 1) + " %" : "–";
  }

  private static List<String> growth(JsonNode one) {
    var ours = one.path("ours");
    return List.of(
        one.path("workload").asText(),
        milliseconds(ours.path("seconds")),
        milliseconds(one.at("/optimised/seconds")),
        milliseconds(ours.path("reading_seconds")),
        mebibytes(ours.path("allocated_bytes")),
        mebibytes(ours.path("peak_heap_bytes")),
        mebibytes(ours.path("peak_rss_bytes")),
        number(ours.path("nodes"), 0));
  }

  private static List<String> firstCommand(JsonNode one) {
    var ours = one.path("ours");
    var upstream = one.path("upstream");
    return List.of(
        cluster(one),
        seconds(ours.path("first_command_seconds")),
        seconds(one.at("/optimised/first_command_seconds")),
        saved(ours),
        seconds(upstream.path("first_command_seconds")),
        saved(upstream),
        milliseconds(ours.path("seconds_per_verdict")),
        milliseconds(one.at("/optimised/seconds_per_verdict")),
        milliseconds(upstream.path("seconds_per_verdict")),
        ratio(one.path("verdict_ratio")),
        upstream.path("faults").size() + " / " + ours.path("faults").size());
  }

  private static String cluster(JsonNode one) {
    return one.path("workload").asText().replace("consolidation-", "");
  }

  private static String saved(JsonNode side) {
    return "%s (%s)"
        .formatted(number(side.path("first_command_savings"), 2), side.path("first_command_nodes"));
  }

  /// Larger clusters are not followed to the end.
  private static List<String> fixedPoint(JsonNode one) {
    if (!one.at("/ours/fixed_point").isObject()) {
      return List.of();
    }
    List<String> cells = new ArrayList<>(List.of(cluster(one)));
    for (var side : List.of("ours", "upstream")) {
      var reached = one.path(side).path("fixed_point");
      boolean broken = reached.isObject() && !reached.path("complete").asBoolean();
      cells.add(number(one.path(side).path("savings"), 2) + (broken ? " (broken off)" : ""));
      cells.add(number(reached.path("commands"), 0));
      cells.add(seconds(reached.path("seconds")));
      cells.add(number(reached.path("nodes"), 0));
    }
    return cells;
  }

  /// Larger clusters are not asked about again.
  private static List<String> verdicts(JsonNode one, String field) {
    var verdicts = one.path(field);
    if (!verdicts.isObject()) {
      return List.of();
    }
    return List.of(
        cluster(one),
        number(verdicts.path("compared"), 0),
        number(verdicts.path("agree"), 0),
        number(verdicts.path("both_take"), 0),
        number(verdicts.path("only_ours"), 0),
        number(verdicts.path("only_upstream"), 0),
        number(verdicts.path("other_move"), 0),
        number(verdicts.path("other_saving"), 0),
        number(verdicts.path("savings_ours"), 2),
        number(verdicts.path("savings_upstream"), 2));
  }

  private static List<String> shippedPasses(JsonNode one) {
    List<String> cells = new ArrayList<>(List.of(cluster(one), "shipped / optimised"));
    cells.add(both(one, "/first_reading_seconds"));
    cells.add(both(one, "/pass_seconds"));
    for (int change = 0; change < 4; change++) {
      cells.add(both(one, "/changes/" + change + "/seconds"));
      cells.add(both(one, "/changes/" + change + "/fullSeconds"));
    }
    return cells;
  }

  private static String both(JsonNode one, String path) {
    return seconds(one.path("ours").at(path)) + " / " + seconds(one.path("optimised").at(path));
  }

  private static List<String> timed(JsonNode one) {
    return List.of(
        "`" + one.path("command").asText() + "`",
        one.path("exitCode").asInt() == TIMED_OUT
            ? "not done in " + number(one.path("seconds"), 0)
            : seconds(DoubleNode.valueOf(one.path("seconds").asDouble())),
        mebibytes(one.path("peakRssBytes")));
  }

  /// What `timeout` exits with.
  private static final int TIMED_OUT = 124;
}
