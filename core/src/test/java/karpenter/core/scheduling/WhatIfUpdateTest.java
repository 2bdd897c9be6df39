package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.cases.ChangingCluster;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.cases.PlacementText;
import karpenter.core.testkit.twin.Replay;
import org.junit.jupiter.api.Test;

/// A compiled cluster that follows what happens answers like one compiled afresh, and what it
/// remembers is never out of date.
///
/// `-Dwhatif.changes=10000` lets more happen, `-Dwhatif.seed=1000` other things.
class WhatIfUpdateTest {
  private static final int CHANGES = Integer.getInteger("whatif.changes", 1_000);
  private static final int CHANGES_PER_CLUSTER = 20;
  private static final long FIRST = Long.getLong("whatif.seed", 0);
  private static final long LAST = FIRST + CHANGES / CHANGES_PER_CLUSTER;

  @Test
  void a_cluster_that_was_updated_answers_like_one_compiled_afresh() {
    int updated = 0;
    for (long seed = FIRST; seed < LAST; seed++) {
      var cluster = new ChangingCluster(seed);
      var catalogue = catalogue(cluster.now());
      WhatIf whatIf = whatIf(catalogue, cluster.now());
      List<String> story = new ArrayList<>();
      for (int i = 0; i < CHANGES_PER_CLUSTER; i++) {
        var pools = cluster.now().problem().pools();
        story.add(cluster.happen());
        ClusterCase now = cluster.now();
        if (!pools.equals(now.problem().pools())) catalogue = catalogue(now);
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
    assertThat(updated).as("changes that were followed").isGreaterThan(CHANGES / 3);
  }

  @Test
  void what_is_remembered_holds() {
    int older = 0;
    int olderThatBuy = 0;
    int impossible = 0;
    for (long seed = FIRST; seed < LAST; seed++) {
      var cluster = new ChangingCluster(seed);
      var catalogue = catalogue(cluster.now());
      WhatIf whatIf = whatIf(catalogue, cluster.now());
      List<String> story = new ArrayList<>();
      for (int i = 0; i < CHANGES_PER_CLUSTER; i++) {
        ClusterCase before = cluster.now();
        for (var nodes : questions(before, 0)) whatIf.without(nodes, Effort.ONE_NEW_NODE);
        story.add(cluster.happen());
        ClusterCase now = cluster.now();
        // As the controller does: another price or limit is another catalogue.
        if (!before.problem().pools().equals(now.problem().pools())) catalogue = catalogue(now);
        whatIf = updated(whatIf, catalogue, now);
        WhatIf fresh = whatIf(catalogue, now);
        for (SortedSet<String> nodes : questions(now, 0)) {
          Placement answer = whatIf.without(nodes, Effort.ONE_NEW_NODE);
          Placement best = fresh.without(nodes, Effort.ONE_NEW_NODE);
          String about = "seed %d without %s after %s".formatted(seed, nodes, story);
          if (!isPossible(answer, now, nodes)) {
            impossible++;
            assertThat(isPossible(best, now, nodes)).as(about).isFalse();
            continue;
          }
          if (answer.equals(best)) continue;
          assertThat(faults(fresh.reduced(nodes), answer, now))
              .as("%s:%n%s%nafresh:%n%s", about, text(answer), text(best))
              .isEmpty();
          if (isPossible(best, now, nodes)) {
            assertThat(answer.newNodes())
                .as("%s:%n%s%nafresh:%n%s", about, text(answer), text(best))
                .hasSameSizeAs(best.newNodes());
            assertThat(needsUninitialized(answer, now) && !needsUninitialized(best, now))
                .as("%s:%n%s%nafresh:%n%s", about, text(answer), text(best))
                .isFalse();
          }
          older++;
          if (!answer.newNodes().isEmpty()) olderThatBuy++;
        }
      }
    }
    assertThat(older).as("answers that are not the newest").isPositive();
    assertThat(olderThatBuy).as("among them such that buy a node").isPositive();
    assertThat(impossible).as("moves that are not possible").isGreaterThan(CHANGES / 10);
  }

  private static boolean needsUninitialized(Placement found, ClusterCase now) {
    Set<String> uninitialized = new HashSet<>();
    for (ExistingNode node : now.problem().nodes()) {
      if (!node.initialized()) uninitialized.add(node.name());
    }
    return found.existing().stream().anyMatch(use -> uninitialized.contains(use.node()));
  }

  /// All that move have a place, and they opened no more than one node.
  private static boolean isPossible(Placement found, ClusterCase now, SortedSet<String> nodes) {
    Set<Pod> waiting = new HashSet<>(now.problem().pending());
    Set<Pod> moving = new HashSet<>();
    nodes.forEach(node -> moving.addAll(now.movable().getOrDefault(node, List.of())));
    moving.removeAll(waiting);
    long opened =
        found.newNodes().stream()
            .filter(node -> node.pods().stream().noneMatch(waiting::contains))
            .count();
    return new HashSet<>(found.order()).containsAll(moving) && opened <= 1;
  }

  private static String text(Placement placement) {
    return PlacementText.render(placement);
  }

  private static List<String> faults(SchedulingProblem left, Placement answer, ClusterCase now) {
    return Replay.faults(
        withoutWishes(left), answer, pod -> !now.problem().pending().contains(pod), now.closed());
  }

  private static SchedulingProblem withoutWishes(SchedulingProblem problem) {
    Options options = problem.options();
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes(),
        problem.pending(),
        problem.bound(),
        problem.daemons(),
        problem.namespaces(),
        new Options(
            new PreferencePolicy.Ignore(),
            options.minValues(),
            Options.ReservedMode.FALLBACK,
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
