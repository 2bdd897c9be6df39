package karpenter.app.demo;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import karpenter.app.demo.Feed.Tone;

/// What happens to the shop if nobody intervenes: acts that begin at their time.
final class Story {
  static final Duration END = Duration.ofHours(2);

  private static final Duration STORM = Duration.ofMinutes(15);

  private static final List<Act> ACTS =
      List.of(
          act(0, "The shop opens: a web front end, an API, a database, a log shipper", _ -> {}),
          act(
              10,
              "The report of the night is due: 16 workers",
              cluster -> demand(cluster, "report", 16)),
          act(
              25,
              "Customers come",
              cluster -> {
                demand(cluster, "web", 30);
                demand(cluster, "api", 16);
              }),
          act(40, "A machine dies", cluster -> cluster.busiest().ifPresent(cluster::kill)),
          // Not if somebody who watches has just started one.
          act(55, "A spot storm", cluster -> cluster.storm(STORM)),
          act(
              85,
              "The report is written, customers go home",
              cluster -> {
                demand(cluster, "report", 0);
                demand(cluster, "web", 6);
                demand(cluster, "api", 4);
              }));

  private int begun;
  private boolean isEndTold;

  private record Act(Duration at, String title, Consumer<DemoCluster> begin) {}

  private static Act act(long minute, String title, Consumer<DemoCluster> begin) {
    return new Act(Duration.ofMinutes(minute), title, begin);
  }

  private static void demand(DemoCluster cluster, String workload, int replicas) {
    cluster
        .scale(workload, replicas)
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
  }

  /// Begins what is due.
  void follow(DemoCluster cluster) {
    while (begun < ACTS.size() && ACTS.get(begun).at().compareTo(cluster.elapsed()) <= 0) {
      var act = ACTS.get(begun++);
      cluster.tell(Tone.ACT, act.title());
      act.begin().accept(cluster);
    }
    if (isOver(cluster) && !isEndTold) {
      isEndTold = true;
      cluster.tell(Tone.ACT, "The story is over; the shop stays open");
    }
  }

  /// Leaves out what should have begun by now.
  void skip(DemoCluster cluster) {
    while (begun < ACTS.size() && ACTS.get(begun).at().compareTo(cluster.elapsed()) < 0) {
      begun++;
    }
  }

  /// An act begins with the next slice.
  boolean isAtTurn(DemoCluster cluster) {
    var next = begun < ACTS.size() ? ACTS.get(begun).at() : END;
    return next.compareTo(cluster.elapsed()) <= 0;
  }

  boolean isOver(DemoCluster cluster) {
    return begun == ACTS.size() && END.compareTo(cluster.elapsed()) <= 0;
  }
}
