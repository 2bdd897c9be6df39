package karpenter.app.demo;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.disruption.Verdict;

/// What is wrong with a cluster that had all the time it needs.
final class Ending {
  private Ending() {}

  /// Empty: every pod runs, every node is ready and has something to do, and nothing could be saved
  /// by taking one.
  static List<String> problems(DemoCluster cluster) {
    var picture = Painter.paint(cluster);
    var problems = new ArrayList<String>();
    picture.waiting().forEach(pod -> problems.add("pod %s waits".formatted(pod.name())));
    for (var row : picture.workloads()) {
      if (row.running() != row.replicas()) {
        problems.add(
            "of %d pods of %s %d run".formatted(row.replicas(), row.name(), row.running()));
      }
    }
    for (var node : picture.nodes()) {
      if (!node.state().equals("ready")) {
        problems.add("node %s is %s".formatted(node.name(), node.state()));
      }
    }
    for (var verdict : cluster.verdicts().values()) {
      if (couldGo(verdict)) {
        problems.add("node %s could go".formatted(verdict.node()));
      }
    }
    return problems;
  }

  private static boolean couldGo(Verdict verdict) {
    return verdict.obstacles().isEmpty();
  }
}
