package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Tenants;
import karpenter.core.pod.Pod;
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
    long start = clock();
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    long compiled = clock();
    var whatIf = WhatIf.of(catalogue, problem, cluster.movable(), cluster.closed());
    for (int i = 0; i < 3; i++) {
      long before = clock();
      whatIf = WhatIf.of(catalogue, problem, cluster.movable(), cluster.closed());
      System.out.printf("%5d nodes: compiled in %d ms%n", size, millis(clock() - before));
    }
    System.out.printf("%5d nodes: catalogue %d ms%n", size, millis(compiled - start));
    List<SortedSet<String>> questions = new ArrayList<>();
    for (ExistingNode node : problem.nodes()) {
      questions.add(new TreeSet<>(List.of(node.name())));
    }
    for (int pass = 0; pass < PASSES; pass++) pass(whatIf, questions, "relocations " + pass, true);
    pass(whatIf, questions, "placements", false);
    pass(whatIf, questions, "again", false);
    List<ExistingNode> nodes = new ArrayList<>(problem.nodes());
    List<BoundPod> bound = new ArrayList<>(problem.bound());
    Map<String, List<Pod>> movable = new HashMap<>(cluster.movable());
    for (int change = 0; change < PASSES; change++) {
      int index = (change * 997 + 13) % size;
      Pod like = bound.get(change * 31).pod();
      var pod = new Pod("added-" + change, "added-" + change, like.created(), like.spec());
      ExistingNode node = nodes.get(index);
      bound.add(new BoundPod(pod, node.name()));
      nodes.set(
          index,
          node.with(
              new Tenants(
                  node.podRequests().plus(pod.spec().requests()),
                  node.daemonRequests(),
                  node.hostPorts(),
                  node.volumes())));
      List<Pod> here = new ArrayList<>(movable.get(node.name()));
      here.add(pod);
      movable.put(node.name(), here);
      var later =
          new SchedulingProblem(
              problem.pools(),
              nodes,
              List.of(),
              bound,
              problem.daemons(),
              problem.namespaces(),
              problem.options());
      long before = clock();
      whatIf = whatIf.updated(catalogue, later, movable, cluster.closed());
      System.out.printf(
          "%5d nodes: one pod bound, updated in %d µs%n", size, (clock() - before) / 1000);
      pass(whatIf, questions, "after it", false);
    }
  }

  private static void pass(
      WhatIf whatIf, List<SortedSet<String>> questions, String what, boolean asRelocation) {
    int existing = 0;
    int bought = 0;
    long before = clock();
    for (var nodes : questions) {
      if (asRelocation) {
        Relocation found = whatIf.relocation(nodes, Effort.ONE_NEW_NODE);
        existing += found.existing().size();
        bought += found.newNodes().size();
      } else {
        Placement found = whatIf.without(nodes, Effort.ONE_NEW_NODE);
        existing += found.existing().size();
        bought += found.newNodes().size();
      }
    }
    long took = clock() - before;
    System.out.printf(
        "%5d nodes: %s in %d ms (%d µs each), %d nodes used, %d bought%n",
        questions.size(), what, millis(took), took / 1000 / questions.size(), existing, bought);
  }

  private static long clock() {
    return System.nanoTime();
  }

  private static long millis(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(nanos);
  }
}
