package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.twin.Testimony;
import org.junit.jupiter.api.Test;

/// What is told about a pod that would lose its place is what the slow twin finds: who refuses it,
/// and for what.
///
/// `-Dwhatif.cases=5000` asks about more clusters.
class WhatIfExplainTest {
  private static final int CASES = Integer.getInteger("whatif.cases", 300);

  @Test
  void every_refusal_is_one_of_the_slow_twin() {
    int asked = 0;
    Set<Testimony.Test> seen = EnumSet.noneOf(Testimony.Test.class);
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      var slow = new SlowWhatIf(cluster.problem(), cluster.movable(), cluster.closed());
      var whatIf = whatIf(cluster);
      for (ExistingNode node : cluster.problem().nodes()) {
        SortedSet<String> nodes = new TreeSet<>(Set.of(node.name()));
        if (slow.ranks(nodes)) continue;
        for (var unplaced : whatIf.without(nodes).unplaced()) {
          if (unplaced.deferred() || !slow.moving(nodes).contains(unplaced.pod())) continue;
          Pod pod = unplaced.pod();
          String about = "seed %d without %s: %s".formatted(seed, nodes, pod.name());
          Testimony testimony = slow.testimony(nodes, pod);
          compare(whatIf.explain(nodes, pod), testimony, pod, hasLimits(cluster), about);
          testimony.nodes().values().forEach(seen::addAll);
          asked++;
        }
      }
    }
    assertThat(asked).isGreaterThan(CASES / 10);
    assertThat(seen)
        .contains(
            Testimony.Test.TAINTS,
            Testimony.Test.LABELS,
            Testimony.Test.ROOM,
            Testimony.Test.TOPOLOGY);
  }

  @Test
  void closed_nodes_are_not_asked() {
    for (long seed = 0; seed < CASES; seed++) {
      var cluster = ClusterCase.generate(seed);
      if (cluster.closed().isEmpty()) continue;
      var whatIf = whatIf(cluster);
      for (ExistingNode node : cluster.problem().nodes()) {
        SortedSet<String> nodes = new TreeSet<>(Set.of(node.name()));
        for (var unplaced : whatIf.without(nodes).unplaced()) {
          assertThat(whatIf.explain(nodes, unplaced.pod()).verdicts())
              .noneMatch(
                  verdict ->
                      verdict.candidate() instanceof Candidate.Existing(var name)
                          && (cluster.closed().contains(name) || nodes.contains(name)));
        }
      }
    }
  }

  private static void compare(
      Trace trace, Testimony testimony, Pod pod, boolean hasLimits, String about) {
    Map<String, Set<Testimony.Test>> nodes = new TreeMap<>();
    int drafts = 0;
    for (var verdict : trace.verdicts()) {
      switch (verdict.candidate()) {
        case Candidate.Existing(var name) -> nodes.put(name, tests(verdict));
        case Candidate.Planned(var index, var _) -> {
          assertThat(verdict.refuses()).as(about).isEqualTo(!testimony.drafts().get(index));
          drafts++;
        }
        case Candidate.Fresh(var pool) -> {
          // The twin is asked without making room below limits.
          if (!hasLimits && !testimony.waitsForReservation()) {
            assertThat(verdict.refuses())
                .as("%s, pool %s", about, pool)
                .isEqualTo(!testimony.pools().getOrDefault(pool, false));
          }
        }
      }
    }
    assertThat(drafts).as(about).isEqualTo(testimony.drafts().size());
    assertThat(nodes.keySet()).as(about).isEqualTo(testimony.nodes().keySet());
    nodes.forEach(
        (name, told) -> {
          var failed = testimony.nodes().getOrDefault(name, Set.of());
          assertThat(told.isEmpty()).as("%s, %s", about, name).isEqualTo(failed.isEmpty());
          // What counts in a topology is of no interest on a node the pod is not meant for.
          var hard = new TreeSet<>(failed);
          hard.remove(Testimony.Test.TOPOLOGY);
          var toldHard = new TreeSet<>(told);
          toldHard.remove(Testimony.Test.TOPOLOGY);
          // One way to ask is one answer.
          if (pod.spec().nodeAlternatives().size() == 1
              && pod.spec().volumeAlternatives().size() <= 1) {
            assertThat(toldHard).as("%s, %s", about, name).isEqualTo(hard);
          }
        });
  }

  /// The tests that the refusals speak of.
  private static Set<Testimony.Test> tests(Trace.Verdict verdict) {
    Set<Testimony.Test> tests = EnumSet.noneOf(Testimony.Test.class);
    if (!verdict.refuses()) return tests;
    for (var attempt : verdict.attempts()) {
      for (var refusal : attempt.refusals()) {
        tests.add(
            switch (refusal) {
              case Refusal.UntoleratedTaint _ -> Testimony.Test.TAINTS;
              case Refusal.LabelMismatch _, Refusal.ContradictoryRequirements _ ->
                  Testimony.Test.LABELS;
              case Refusal.HostPortTaken _ -> Testimony.Test.PORTS;
              case Refusal.VolumeLimit _ -> Testimony.Test.VOLUME_LIMITS;
              case Refusal.VolumeElsewhere _ -> Testimony.Test.VOLUMES;
              case Refusal.NoRoom _, Refusal.UnknownResource _ -> Testimony.Test.ROOM;
              case Refusal.SpreadViolated _,
                  Refusal.SpreadWithoutDomain _,
                  Refusal.TopologyKeyMissing _,
                  Refusal.AffinityUnmet _,
                  Refusal.AntiAffinity _,
                  Refusal.NoCommonDomain _,
                  Refusal.NoCombination _ ->
                  Testimony.Test.TOPOLOGY;
              case Refusal.NoTypeFits _,
                  Refusal.LimitReached _,
                  Refusal.MinValuesUnmet _,
                  Refusal.ReservedTaken _,
                  Refusal.NotAsked _,
                  Refusal.ClaimsUnmet _ ->
                  throw new AssertionError("a node that is there has no say in " + refusal);
            });
      }
    }
    return tests;
  }

  private static boolean hasLimits(ClusterCase cluster) {
    return cluster.problem().pools().stream().anyMatch(pool -> pool.limits().isPresent());
  }

  private static WhatIf whatIf(ClusterCase cluster) {
    var problem = cluster.problem();
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return WhatIf.of(catalogue, problem, cluster.movable(), cluster.closed());
  }
}
