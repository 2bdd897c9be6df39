package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Days in the life of a cluster in which everything goes wrong that can. Whatever happens, no
/// machine is left behind, no node is nobody's, nothing begins beyond its allowance, and an hour
/// after the last fault every pod runs.
///
/// By default 20 days of 40 nodes. `-Dkarpenter.faults=1000` plays so many days,
/// `-Dkarpenter.faults.first=S` from that seed on, `-Dkarpenter.faults.threads=2` on several
/// threads, `-Dkarpenter.faults.seed=S` one alone, with every call that was made;
/// `-Dkarpenter.faults.nodes=N` in clusters of about N nodes. Every 20th seed is played twice, and
/// must be the same to the letter.
class FaultSeedsTest {
  private static final Seeds SEEDS = Seeds.of("faults", 20);
  private static final int NODES = Integer.getInteger("karpenter.faults.nodes", 40);
  private static final int TWICE_EVERY = 20;

  private final TreeMap<String, Integer> seen = new TreeMap<>();

  @Test
  void whatever_happens_the_cluster_comes_to_rest_and_nothing_is_left() throws Exception {
    long begin = ProcessTime.millis();
    var failures = SEEDS.play(this::play);

    System.out.printf(
        "%d days of about %d nodes: %s; %.2f seconds of cpu each%n",
        SEEDS.all().size(),
        NODES,
        seen,
        (ProcessTime.millis() - begin) / 1000.0 / SEEDS.all().size());
    assertThat(failures).isEmpty();
  }

  private List<String> play(int seed) throws Exception {
    var once = FaultyDay.of(seed, NODES);
    add(once.seen());
    var wrong = new ArrayList<>(once.wrong());
    if (seed % TWICE_EVERY == 0) {
      add(Map.of("played twice", 1));
      var again = FaultyDay.of(seed, NODES);
      if (!again.history().equals(once.history())) {
        wrong.add("it went two ways: " + firstDifference(once.history(), again.history()));
      }
    }
    if (SEEDS.isOneAlone()) {
      once.history().forEach(System.out::println);
    }
    return wrong;
  }

  private static String firstDifference(List<String> one, List<String> other) {
    for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
      if (!one.get(i).equals(other.get(i))) {
        return "line %d: %s / %s".formatted(i, one.get(i), other.get(i));
      }
    }
    return "%d lines, %d lines".formatted(one.size(), other.size());
  }

  private synchronized void add(Map<String, Integer> more) {
    more.forEach((what, count) -> seen.merge(what, count, Integer::sum));
  }
}
