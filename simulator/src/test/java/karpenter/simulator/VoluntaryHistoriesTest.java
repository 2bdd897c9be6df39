package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.Killer;
import org.junit.jupiter.api.Test;

/// Generated histories: whatever happens, no voluntary command begins beyond its allowance, and no
/// pod is deleted but by eviction or after a deadline. Those who judge look at the objects of the
/// API server alone and share no arithmetic with the operator.
///
/// `-Dkarpenter.histories=10000` plays more of them, `-Dkarpenter.histories.first=S` from that seed
/// on, `-Dkarpenter.histories.threads=2` on several threads, `-Dkarpenter.histories.seed=S` one
/// alone, with every call that was made.
class VoluntaryHistoriesTest {
  private static final Seeds SEEDS = Seeds.of("histories", 100);
  private static final List<Instant> BEGINNINGS =
      List.of(
          Instant.parse("2026-01-05T09:00:00Z"),
          // An hour before clocks change in Berlin, an hour before they do in New York.
          Instant.parse("2026-03-29T00:57:00Z"),
          Instant.parse("2026-03-08T06:57:00Z"));

  private final Prices prices = new Prices(KwokCatalogue.standard().types());
  private final TreeMap<String, Integer> seen = new TreeMap<>();

  @Test
  void nothing_begins_beyond_its_allowance() throws Exception {
    var failures = SEEDS.play(this::play);

    System.out.printf("%d histories: %s%n", SEEDS.all().size(), seen);
    assertThat(failures).isEmpty();
    // One alone need not have everything.
    if (!SEEDS.isOneAlone()) {
      assertThat(seen).containsKeys("EMPTINESS");
    }
  }

  private List<String> play(int seed) throws Exception {
    var random = new SplittableRandom(seed);
    var calm = Circumstances.calm(seed);
    var circumstances =
        new Circumstances(
            seed,
            BEGINNINGS.get(random.nextInt(BEGINNINGS.size())),
            calm.launch(),
            Duration.ofMillis(random.nextInt(3) == 0 ? 400 : 50),
            Faults.NONE,
            random.nextInt(5) == 0 ? killer(random.split()) : Killer.NEVER,
            calm.rebirth());
    var stage = random.nextInt(4) == 0 ? Stage.CLOUD : Stage.KWOK;
    try (var played = stage.open(circumstances)) {
      var cluster = played.cluster();
      var starts = new StartsJudge(cluster, prices);
      var deletions =
          new DeletionsJudge(
              cluster, random.nextInt(3) == 0 ? Faults.random(random.nextLong(), 40) : Faults.NONE);
      var history = new GeneratedHistory(cluster, random);
      history.begin();
      int steps = 6 + random.nextInt(7);
      for (int step = 0; step < steps; step++) {
        history.step();
        cluster.pass(Duration.ofMillis(500 + random.nextInt(25_000)));
        trouble(cluster, random, starts, deletions);
      }
      cluster.pass(Duration.ofSeconds(60));
      add(starts.nodesByMethod());
      add(deletions.seen());
      add(Map.of("lives", cluster.lives()));
      var wrong = new ArrayList<>(starts.violations());
      wrong.addAll(deletions.violations());
      if (SEEDS.isOneAlone()) {
        cluster.history().lines().forEach(System.out::println);
      }
      return wrong;
    }
  }

  private static Killer killer(SplittableRandom random) {
    return (_, _) -> random.nextInt(1500) == 0;
  }

  private static void trouble(
      SimulatedCluster cluster,
      SplittableRandom random,
      StartsJudge starts,
      DeletionsJudge deletions) {
    switch (random.nextInt(30)) {
      case 0 -> cluster.restartOperator();
      case 1 -> cluster.restartApiServer();
      case 2 -> {
        starts.look();
        deletions.clockIsSet();
        cluster.jump(Duration.ofSeconds(random.nextInt(-600, 600)));
        starts.look();
      }
      default -> {}
    }
  }

  private synchronized void add(Map<String, Integer> more) {
    more.forEach((what, count) -> seen.merge(what, count, Integer::sum));
  }
}
