package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.cases.ChangingCluster;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.twin.SlowTwin;
import org.junit.jupiter.api.Test;

/// A compiled cluster that follows what happens answers like one compiled afresh, and what it
/// remembers is never out of date.
///
/// `-Dwhatif.changes=10000` lets more happen.
class WhatIfUpdateTest {
  private static final int CHANGES = Integer.getInteger("whatif.changes", 1_000);
  private static final int CHANGES_PER_CLUSTER = 20;

  @Test
  void a_cluster_that_was_updated_answers_like_one_compiled_afresh() {
    int updated = 0;
    for (long seed = 0; seed < CHANGES / CHANGES_PER_CLUSTER; seed++) {
      var cluster = new ChangingCluster(seed);
      var catalogue = catalogue(cluster.now());
      WhatIf whatIf = whatIf(catalogue, cluster.now());
      List<String> story = new ArrayList<>();
      for (int i = 0; i < CHANGES_PER_CLUSTER; i++) {
        story.add(cluster.happen());
        ClusterCase now = cluster.now();
        WhatIf before = whatIf;
        whatIf = updated(whatIf, catalogue, now);
        if (before.isSuperseded()) updated++;
        WhatIf fresh = whatIf(catalogue, now);
        for (SortedSet<String> nodes : questions(now, i)) {
          for (Effort effort : Effort.values()) {
            assertThat(whatIf.relocation(nodes, effort).toString())
                .as("seed %d without %s after %s", seed, nodes, story)
                .isEqualTo(fresh.relocation(nodes, effort).toString());
          }
        }
      }
    }
    assertThat(updated).as("changes that were followed").isGreaterThan(CHANGES / 2);
  }

  @Test
  void what_is_remembered_holds() {
    int remembered = 0;
    for (long seed = 0; seed < CHANGES / CHANGES_PER_CLUSTER; seed++) {
      var cluster = new ChangingCluster(seed);
      var catalogue = catalogue(cluster.now());
      WhatIf whatIf = whatIf(catalogue, cluster.now());
      List<String> story = new ArrayList<>();
      for (int i = 0; i < CHANGES_PER_CLUSTER; i++) {
        ClusterCase before = cluster.now();
        for (var nodes : questions(before, 0)) whatIf.without(nodes, Effort.ONE_NEW_NODE);
        story.add(cluster.happen());
        ClusterCase now = cluster.now();
        whatIf = updated(whatIf, catalogue, now);
        WhatIf fresh = whatIf(catalogue, now);
        for (SortedSet<String> nodes : questions(now, 0)) {
          Placement answer = whatIf.without(nodes, Effort.ONE_NEW_NODE);
          Placement best = fresh.without(nodes, Effort.ONE_NEW_NODE);
          String about = "seed %d without %s after %s".formatted(seed, nodes, story);
          if (!isPossible(answer, now, nodes)) {
            assertThat(isPossible(best, now, nodes)).as(about).isFalse();
          } else if (!answer.equals(best)) {
            remembered++;
            check(fresh.reduced(nodes), answer, now, about);
          }
        }
      }
    }
    assertThat(remembered).as("answers that are not the newest").isPositive();
  }

  private static boolean isPossible(Placement found, ClusterCase now, SortedSet<String> nodes) {
    long placed = found.order().stream().filter(pod -> moves(pod, now, nodes)).count();
    long toMove =
        nodes.stream().mapToLong(n -> now.movable().getOrDefault(n, List.of()).size()).sum();
    return placed == toMove && found.newNodes().size() <= 1;
  }

  private static boolean moves(Pod pod, ClusterCase now, SortedSet<String> nodes) {
    return nodes.stream()
        .anyMatch(
            name ->
                now.movable().getOrDefault(name, List.of()).stream()
                    .anyMatch(one -> one.uid().equals(pod.uid())));
  }

  /// Puts the pods one after the other where the answer says; the twin must agree with each.
  private static void check(
      SchedulingProblem left, Placement answer, ClusterCase now, String about) {
    SchedulingProblem problem = withoutWishes(left, left.nodes(), left.bound());
    List<ExistingNode> nodes = new ArrayList<>(left.nodes());
    List<BoundPod> bound = new ArrayList<>(left.bound());
    for (Pod pod : answer.bindOrder()) {
      var use = answer.existing().stream().filter(u -> u.pods().contains(pod)).findFirst();
      if (use.isEmpty()) continue;
      String name = use.get().node();
      Set<String> others = new TreeSet<>();
      nodes.forEach(node -> others.add(node.name()));
      others.remove(name);
      var found =
          SlowTwin.place(withoutWishes(problem, nodes, bound), List.of(), List.of(pod), others);
      assertThat(found.existing().stream().map(Placement.NodeUse::node))
          .as("%s: %s on %s", about, pod.name(), name)
          .containsExactly(name);
      bound.add(new BoundPod(pod, name));
      nodes.replaceAll(node -> node.name().equals(name) ? with(node, pod) : node);
    }
    for (var use : answer.existing()) {
      if (use.pods().stream().anyMatch(pod -> !now.problem().pending().contains(pod))) {
        boolean isClosed = now.closed().contains(use.node());
        boolean onlyWaiting = now.problem().pending().containsAll(use.pods());
        assertThat(isClosed && !onlyWaiting).as(about).isFalse();
      }
    }
  }

  private static ExistingNode with(ExistingNode node, Pod pod) {
    List<HostPort> ports = new ArrayList<>(node.hostPorts());
    ports.addAll(pod.spec().hostPorts());
    var volumes = new TreeSet<>(node.volumes());
    volumes.addAll(pod.spec().volumes());
    return new ExistingNode(
        node.name(),
        node.hostname(),
        node.labels(),
        node.taints(),
        node.capacity(),
        node.allocatable(),
        node.podRequests().plus(pod.spec().requests()),
        node.daemonRequests(),
        node.pool(),
        node.initialized(),
        ports,
        volumes,
        node.volumeLimits());
  }

  private static SchedulingProblem withoutWishes(
      SchedulingProblem problem, List<ExistingNode> nodes, List<BoundPod> bound) {
    Options options = problem.options();
    return new SchedulingProblem(
        problem.pools(),
        nodes,
        List.of(),
        bound,
        problem.daemons(),
        problem.namespaces(),
        new Options(
            new PreferencePolicy.Ignore(),
            options.minValues(),
            options.reserved(),
            options.wellKnownLabels(),
            options.reservationLabel(),
            0));
  }

  private static CompiledCatalogue catalogue(ClusterCase cluster) {
    var problem = cluster.problem();
    return CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
  }

  private static WhatIf whatIf(CompiledCatalogue catalogue, ClusterCase cluster) {
    return WhatIf.of(catalogue, cluster.problem(), cluster.movable(), cluster.closed());
  }

  private static WhatIf updated(WhatIf whatIf, CompiledCatalogue catalogue, ClusterCase cluster) {
    return whatIf.updated(catalogue, cluster.problem(), cluster.movable(), cluster.closed());
  }

  private static List<SortedSet<String>> questions(ClusterCase cluster, int turn) {
    List<String> names = cluster.problem().nodes().stream().map(ExistingNode::name).toList();
    List<SortedSet<String>> questions = new ArrayList<>();
    for (String name : names) questions.add(new TreeSet<>(Set.of(name)));
    if (names.size() > 2) {
      questions.add(
          new TreeSet<>(
              Set.of(names.get(turn % names.size()), names.get((turn + 1) % names.size()))));
    }
    return questions;
  }
}
