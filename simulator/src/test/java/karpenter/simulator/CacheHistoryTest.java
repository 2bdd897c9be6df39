package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.operator.LoopContext;
import karpenter.operator.Operator;
import karpenter.operator.disruption.DisruptionDecider;
import karpenter.operator.disruption.DisruptionDecider.Answer;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.PlanDecider;
import karpenter.operator.state.ClusterSnapshot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A decision does not depend on what is cached. Generated histories are followed twice: by caches
/// that are kept from one look to the next, as in the loops, and by none at all. At every look both
/// decide about the same objects, read once when they changed and once anew, and must decide the
/// same: placements, moves, obstacles, verdicts.
///
/// The exceptions are in docs/disruption.md: on which of the nodes that stay a pod is expected, and
/// the set of a search that goes on from the last one. What that finds must be what the same nodes
/// bring with empty caches.
///
/// `-Dkarpenter.caches=1000` plays more of them, `-Dkarpenter.caches.first=S` from that seed on,
/// `-Dkarpenter.caches.threads=2` on several threads, `-Dkarpenter.caches.seed=S` one alone.
class CacheHistoryTest {
  private static final Seeds SEEDS = Seeds.of("caches", 10);
  private static final double NOISE = 0.4;

  private final TreeMap<String, Integer> seen = new TreeMap<>();

  @Test
  void kept_caches_decide_what_empty_ones_do() throws Exception {
    var failures = SEEDS.play(this::play);

    System.out.printf("%d histories: %s%n", SEEDS.all().size(), seen);
    assertThat(failures).isEmpty();
    if (!SEEDS.isOneAlone()) {
      assertThat(seen)
          .containsKeys(
              "new nodes", "moves by SINGLE_NODE", "moves by MULTI_NODE", "searches that go on");
    }
  }

  /// The operator that runs now.
  private static final class Captured implements Program {
    private final OperatorProgram program;
    private @Nullable Operator latest;

    Captured(OperatorProgram program) {
      this.program = program;
    }

    @Override
    public void start(Ports ports) {
      latest = program.open(ports);
    }

    LoopContext context() {
      if (latest == null) {
        throw new IllegalStateException("no operator has been started");
      }
      return latest.context();
    }
  }

  private List<String> play(int seed) throws Exception {
    var random = new SplittableRandom(seed);
    var captured = new ArrayList<Captured>();
    try (var played =
        Stage.CLOUD.open(
            Circumstances.calm(seed),
            program -> {
              captured.add(new Captured(program));
              return captured.getFirst();
            })) {
      var cluster = played.cluster();
      var operator = captured.getFirst();
      var looks = new Looks(cluster, operator);
      var history = new GeneratedHistory(cluster, random);
      history.begin();
      var crowd = new Crowd(cluster, random.split());
      crowd.begin();
      int steps = 10 + random.nextInt(7);
      for (int step = 0; step < steps && looks.wrong.isEmpty(); step++) {
        history.step();
        if (random.nextInt(2) == 0) {
          crowd.scale();
        }
        if (random.nextInt(3) == 0) {
          var noise = random.split();
          played.cloud().reprice((_, o) -> o.price() * (1 + NOISE * (2 * noise.nextDouble() - 1)));
        }
        if (random.nextInt(15) == 0) {
          cluster.restartOperator();
        }
        int pauses = 2 + random.nextInt(6);
        for (int pause = 0; pause < pauses && looks.wrong.isEmpty(); pause++) {
          // The first look finds pods that nobody has planned for yet.
          cluster.pass(Duration.ofMillis(100 + random.nextInt(pause == 0 ? 800 : 6_000)));
          looks.look();
        }
      }
      return looks.wrong;
    }
  }

  /// Looks at one cluster again and again.
  private final class Looks {
    private final SimulatedCluster cluster;
    private final Captured operator;
    private final LoopContext context;
    private final CopiedState state;
    private final DisruptionDecider disruption;
    private final PlanDecider provisioning;
    private final List<String> wrong = new ArrayList<>();

    Looks(SimulatedCluster cluster, Captured operator) {
      this.cluster = cluster;
      this.operator = operator;
      this.context = operator.context();
      this.state = CopiedState.following(cluster.kube(), context);
      this.disruption = new DisruptionDecider(context, types());
      this.provisioning = new PlanDecider(context, types());
    }

    private TypeSource types() {
      return new TypeSource(context.provider());
    }

    void look() {
      var now = cluster.now();
      var kept = state.with(operator.context().state().snapshot().notes());
      var anew = state.readAnew();
      plan(kept, anew, now);
      disrupt(kept, anew, now);
    }

    private void plan(ClusterSnapshot kept, ClusterSnapshot anew, Instant now) {
      var one = provisioning.plan(kept, now);
      var other = new PlanDecider(context, types()).plan(anew, now);
      compare("placement", one.placement(), other.placement(), now);
      compare("seats", one.seated(), other.seated(), now);
      compare("refused pods", one.refused(), other.refused(), now);
      count("new nodes", one.placement().newNodes().size());
    }

    private void disrupt(ClusterSnapshot kept, ClusterSnapshot anew, Instant now) {
      var decided = disruption.decide(kept, now);
      var one = decided.decision();
      var other = new DisruptionDecider(context, types()).decide(anew, now).decision();
      compare("obstacles", one.obstacles(), other.obstacles(), now);
      compare("empty nodes", one.empty(), other.empty(), now);
      compare("static drift", one.staticDrift(), other.staticDrift(), now);
      compare("drift", one.drift(), other.drift(), now);
      compare("single nodes", one.alone(), other.alone(), now);
      compare("best move", one.best(), other.best(), now);
      compare("verdicts", one.verdicts(), other.verdicts(), now);
      var look = decided.look();
      compare("single nodes in the loop", look.alone(), other.alone(), now);
      if (look.isWhole()) {
        compare("best move in the loop", look.best(), other.best(), now);
      } else {
        count("searches that go on", 1);
        count("of them with another answer", look.best().equals(other.best()) ? 0 : 1);
      }
      look.plan()
          .ifPresent(
              plan -> {
                var weighed = new DisruptionDecider(context, types()).weigh(plan, anew, now);
                compare(
                    "move of the loop", new Answer(Optional.empty(), look.best()), weighed, now);
                count("moves by " + plan.method(), 1);
              });
      count("looks", 1);
      count("drifted nodes", one.drift().size());
    }

    private void compare(String what, Object kept, Object empty, Instant now) {
      if (!kept.equals(empty)) {
        wrong.add("%s at %s, kept:%n    %s%n  empty:%n    %s".formatted(what, now, kept, empty));
      }
    }
  }

  private synchronized void count(String what, int more) {
    if (more > 0) {
      seen.merge(what, more, Integer::sum);
    }
  }
}
