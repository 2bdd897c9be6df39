package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.cases.PlacementText;
import karpenter.core.testkit.twin.SlowTwin.Moved;
import org.junit.jupiter.api.Test;

/// Questions asked of one compiled cluster, one after the other, have the answers that placing
/// afresh gives.
///
/// `-Dwhatif.cases=5000` asks more clusters.
class WhatIfTest {
  private static final int CASES = Integer.getInteger("whatif.cases", 300);

  @Test
  void an_answer_is_what_solving_without_the_nodes_gives() {
    int asked = 0;
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      if (!cluster.problem().pending().isEmpty()) continue;
      var whatIf = whatIf(cluster, Set.of());
      for (SortedSet<String> nodes : questions(cluster, seed)) {
        SchedulingProblem left = onePacking(whatIf.reduced(nodes));
        assertThat(PlacementText.render(whatIf.without(nodes)))
            .as("seed %d without %s", seed, nodes)
            .isEqualTo(PlacementText.render(Scheduler.solve(left)));
        asked++;
      }
    }
    assertThat(asked).isGreaterThan(CASES);
  }

  @Test
  void an_answer_is_what_the_slow_twin_gives_with_waiting_pods_first() {
    int asked = 0;
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      var whatIf = whatIf(cluster, cluster.closed());
      for (SortedSet<String> nodes : questions(cluster, seed)) {
        var slow = new SlowWhatIf(cluster.problem(), cluster.movable(), cluster.closed());
        if (slow.ranks(nodes)) continue;
        Placement answer = whatIf.without(nodes);
        // The twin does not give limited nodes types back.
        if (!answer.newNodes().isEmpty() && hasLimits(cluster.problem())) continue;
        assertThat(PlacementText.render(answer))
            .as("seed %d without %s", seed, nodes)
            .isEqualTo(PlacementText.render(slow.without(nodes)));
        asked++;
      }
    }
    assertThat(asked).isGreaterThan(CASES);
  }

  /// The twin goes on where the question ends, so an answer that ended early is one it must
  /// confirm.
  @Test
  void a_question_for_one_new_node_is_answered_as_the_slow_twin_would() {
    int possible = 0;
    int hopeless = 0;
    int several = 0;
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      var whatIf = whatIf(cluster, cluster.closed());
      var slow = new SlowWhatIf(cluster.problem(), cluster.movable(), cluster.closed());
      for (SortedSet<String> nodes : questions(cluster, seed)) {
        if (slow.ranks(nodes) || hasLimits(cluster.problem())) continue;
        String about = "seed %d without %s".formatted(seed, nodes);
        List<Moved> ways = slow.ways(nodes);
        Relocation answer = whatIf.relocation(nodes, Effort.ONE_NEW_NODE);
        if (answer.isPossible()) {
          possible++;
          assertThat(PlacementText.render(whatIf.without(nodes, Effort.ONE_NEW_NODE)))
              .as(about)
              .isEqualTo(PlacementText.render(ways.getLast().placement()));
        } else if (!answer.unplaced().isEmpty()) {
          hopeless++;
          Pod pod = answer.stoppedAt().orElseThrow();
          assertThat(ways.stream().map(way -> homeless(way, slow.moving(nodes))))
              .as("%s: %s has no place", about, pod.name())
              .anyMatch(left -> left.contains(pod.uid()));
        } else {
          several++;
          assertThat(ways).as(about).allMatch(way -> way.opened() > 1);
        }
        if (!answer.isPossible()) {
          assertThat(isPossible(ways.getFirst(), slow.moving(nodes))).as(about).isFalse();
        }
      }
    }
    assertThat(List.of(possible, hopeless, several)).allMatch(count -> count > CASES / 20);
  }

  private static boolean isPossible(Moved way, List<Pod> moving) {
    return way.opened() <= 1 && homeless(way, moving).isEmpty();
  }

  private static Set<String> homeless(Moved way, List<Pod> moving) {
    Set<String> uids = new TreeSet<>();
    for (var unplaced : way.placement().unplaced()) {
      if (moving.contains(unplaced.pod())) uids.add(unplaced.pod().uid());
    }
    return uids;
  }

  @Test
  void a_question_that_ends_early_ends_as_it_would_afresh() {
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      var whatIf = whatIf(cluster, cluster.closed());
      for (SortedSet<String> nodes : questions(cluster, seed)) {
        assertThat(PlacementText.render(whatIf.without(nodes, Effort.ONE_NEW_NODE)))
            .as("seed %d without %s", seed, nodes)
            .isEqualTo(PlacementText.render(whatIf.afreshPlacement(nodes, Effort.ONE_NEW_NODE)));
      }
    }
  }

  @Test
  void the_same_question_has_the_same_answer_whatever_was_asked_between() {
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      var whatIf = whatIf(cluster, cluster.closed());
      List<SortedSet<String>> questions = questions(cluster, seed);
      List<String> first = new ArrayList<>();
      for (var nodes : questions) first.add(answers(whatIf, nodes));
      for (int i = questions.size() - 1; i >= 0; i--) {
        assertThat(answers(whatIf, questions.get(i)))
            .as("seed %d without %s", seed, questions.get(i))
            .isEqualTo(first.get(i));
      }
    }
  }

  private static String answers(WhatIf whatIf, SortedSet<String> nodes) {
    return PlacementText.render(whatIf.without(nodes))
        + whatIf.relocation(nodes, Effort.WHOLE)
        + whatIf.relocation(nodes, Effort.ONE_NEW_NODE);
  }

  private static WhatIf whatIf(ClusterCase cluster, Set<String> closed) {
    var problem = cluster.problem();
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return WhatIf.of(catalogue, problem, cluster.movable(), closed);
  }

  /// Each node alone, and a few sets.
  private static List<SortedSet<String>> questions(ClusterCase cluster, long seed) {
    List<String> names = cluster.problem().nodes().stream().map(ExistingNode::name).toList();
    List<SortedSet<String>> questions = new ArrayList<>();
    for (String name : names) questions.add(new TreeSet<>(Set.of(name)));
    var random = new Random(seed);
    for (int i = 0; i < 3 && names.size() > 1; i++) {
      SortedSet<String> several = new TreeSet<>();
      for (String name : names) if (random.nextInt(3) == 0) several.add(name);
      if (!several.isEmpty()) questions.add(several);
    }
    return questions;
  }

  private static boolean hasLimits(SchedulingProblem problem) {
    return problem.pools().stream().anyMatch(pool -> pool.limits().isPresent());
  }

  private static SchedulingProblem onePacking(SchedulingProblem problem) {
    Options options = problem.options();
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes(),
        problem.pending(),
        problem.bound(),
        problem.daemons(),
        problem.namespaces(),
        new Options(
            options.preferences(),
            options.minValues(),
            options.reserved(),
            options.wellKnownLabels(),
            options.reservationLabel(),
            0));
  }
}
