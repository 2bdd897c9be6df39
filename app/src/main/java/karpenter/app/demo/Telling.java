package karpenter.app.demo;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import karpenter.app.demo.DemoCluster.Consolidation;
import karpenter.app.demo.Feed.Line;
import karpenter.app.demo.Feed.Tone;

/// The story as text.
final class Telling {
  private final PrintWriter out;
  private final long seed;

  Telling(PrintWriter out, long seed) {
    this.out = out;
    this.seed = seed;
  }

  /// Plays the story to its end, then once more without consolidation to know what that saves.
  ///
  /// @return what is wrong at the end; empty when it ends well
  List<String> tell() {
    try (var cluster = new DemoCluster(seed, Consolidation.ON)) {
      cluster.feed().onLine(this::print);
      var story = new Story();
      while (!story.isOver(cluster)) {
        if (story.isAtTurn(cluster) && !cluster.elapsed().isZero()) {
          sum(cluster);
        }
        story.follow(cluster);
        cluster.pass();
      }
      sum(cluster);
      var problems = Ending.problems(cluster);
      close(cluster, problems, spentWithoutConsolidation());
      return problems;
    }
  }

  private double spentWithoutConsolidation() {
    try (var cluster = new DemoCluster(seed, Consolidation.OFF)) {
      var story = new Story();
      while (!story.isOver(cluster)) {
        story.follow(cluster);
        cluster.pass();
      }
      return cluster.bill().spent();
    }
  }

  private void print(Line line) {
    if (line.tone() == Tone.DETAIL) {
      return;
    }
    var clock = Painter.CLOCK.format(line.at());
    if (line.tone() == Tone.ACT) {
      out.printf("%n%s  %s%n", clock, line.text());
    } else {
      out.printf("%s    %-6s %s%n", clock, line.tone().word(), line.text());
    }
    out.flush();
  }

  /// How things stand when an act ends.
  private void sum(DemoCluster cluster) {
    var picture = Painter.paint(cluster);
    out.printf(
        "%s    %-6s %d nodes, %d pods run, %d wait; %s%n",
        picture.clock(),
        "=",
        picture.nodes().size(),
        picture.running(),
        picture.waiting().size(),
        Money.perHour(picture.perHour()));
  }

  private void close(DemoCluster cluster, List<String> problems, double without) {
    var bill = cluster.bill();
    out.println();
    if (problems.isEmpty()) {
      out.println("Every pod runs, and no node could go: the cluster is consolidated.");
      for (var node : Painter.paint(cluster).nodes()) {
        out.printf(
            "  %s (%s, %s, %s) stays: %s%n",
            node.name(), node.type(), node.capacity(), Money.perHour(node.price()), node.verdict());
      }
    } else {
      out.println("It did not end well:");
      problems.forEach(problem -> out.println("  " + problem));
    }
    out.printf(
        Locale.ROOT,
        "In %d minutes %d machines were bought. %s at the most, %s now; %s in all.%n",
        cluster.elapsed().toMinutes(),
        cluster.launched(),
        Money.perHour(bill.peak()),
        Money.perHour(bill.perHour()),
        Money.amount(bill.spent()));
    out.printf(
        Locale.ROOT,
        "The same story without consolidation: %s, so it saved %.0f %%.%n",
        Money.amount(without),
        100 * (1 - bill.spent() / without));
    out.flush();
  }
}
