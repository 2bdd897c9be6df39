package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.cases.LargeCluster;

/// Prints how long it takes to ask about every node of a cluster. Not a test: run `main`.
final class WhatIfBench {
  private static final int PASSES = 6;

  private WhatIfBench() {}

  /// Arguments: how full the nodes are in percent, then sizes.
  public static void main(String[] arguments) {
    int fill = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 35;
    List<Integer> sizes = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) sizes.add(Integer.valueOf(arguments[i]));
    if (sizes.isEmpty()) sizes.addAll(List.of(100, 500, 2000, 5000));
    for (int size : sizes) measure(size, fill);
  }

  private static void measure(int size, int fill) {
    ClusterCase cluster = LargeCluster.generate(size, 20, 300, fill, 1);
    var problem = cluster.problem();
    long start = System.nanoTime();
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    long compiled = System.nanoTime();
    WhatIf whatIf = null;
    for (int i = 0; i < 3; i++) {
      long before = System.nanoTime();
      whatIf = WhatIf.of(catalogue, problem, cluster.movable(), cluster.closed());
      System.out.printf("%5d nodes: compiled in %d ms%n", size, millis(System.nanoTime() - before));
    }
    System.out.printf("%5d nodes: catalogue %d ms%n", size, millis(compiled - start));
    List<SortedSet<String>> questions = new ArrayList<>();
    for (ExistingNode node : problem.nodes()) {
      questions.add(new TreeSet<>(List.of(node.name())));
    }
    for (int pass = 0; pass < PASSES; pass++) {
      int possible = 0;
      int bought = 0;
      long before = System.nanoTime();
      for (var nodes : questions) {
        Relocation found = whatIf.relocation(nodes, Effort.ONE_NEW_NODE);
        if (found.isPossible()) possible++;
        bought += found.newNodes().size();
      }
      long took = System.nanoTime() - before;
      System.out.printf(
          "%5d nodes: pass %d in %d ms (%d µs each), %d possible, %d new nodes%n",
          size, pass, millis(took), took / 1000 / size, possible, bought);
    }
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
