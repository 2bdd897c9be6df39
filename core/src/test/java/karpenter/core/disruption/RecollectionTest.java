package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.type;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import karpenter.core.scheduling.Placement;
import org.junit.jupiter.api.Test;

/// What one look leaves to the next.
class RecollectionTest {
  private static final Map<String, PoolTypes> SOLD =
      Map.of("general", PoolTypes.of(List.of(type("small", 0.5), type("large", 9.0))));
  private static final int NODES = 60;

  /// Nodes with a load each; a set can go if what is left has room for it.
  private static final class Cluster implements WhatIfs {
    private static final int ROOM = 10;
    final Map<String, Integer> load = new HashMap<>();
    final List<Candidate> candidates = new ArrayList<>();
    int asked;

    Cluster(Random random) {
      for (int i = 0; i < NODES; i++) {
        var name = "n%03d".formatted(i);
        candidates.add(candidate(name, 0.1 + random.nextInt(20) / 10.0, 1 + random.nextInt(8)));
        load.put(name, random.nextInt(ROOM + 1));
      }
    }

    /// A node is not what it was, in load and in pods.
    void change(int index, Random random) {
      var was = candidates.get(index);
      candidates.set(index, candidate(was.name(), was.price(), 1 + random.nextInt(8)));
      load.put(was.name(), random.nextInt(ROOM + 1));
    }

    @Override
    public Placement without(SortedSet<String> claims, boolean consolidation) {
      asked++;
      int moved = claims.stream().mapToInt(name -> load.getOrDefault(name, 0)).sum();
      int left =
          load.entrySet().stream()
              .filter(node -> !claims.contains(node.getKey()))
              .mapToInt(node -> ROOM - node.getValue())
              .sum();
      return moved <= left ? fits() : homeless("p");
    }

    boolean canGo(List<String> names) {
      return names.size() > 1 && without(new TreeSet<>(names), true).unplaced().isEmpty();
    }
  }

  private static Weigher weigher(Recollection recollection, WhatIfs whatIfs) {
    return recollection.weigher(whatIfs, SOLD, false, new Balanced(Map.of()), Worth.ofEvictions(0));
  }

  private static MultiNodeSearch search(
      Recollection recollection, Cluster cluster, Allowances allowances) {
    var search =
        recollection.search(
            weigher(recollection, cluster),
            allowances,
            cluster.candidates,
            SingleMoves.NONE,
            false);
    while (search.step()) {}
    recollection.keep(search);
    return search;
  }

  private static List<String> names(MultiNodeSearch search) {
    return search.best().map(Plan::names).orElse(List.of());
  }

  private static double saving(MultiNodeSearch search) {
    return search.best().map(Plan::saving).orElse(0.0);
  }

  @Test
  void search_that_goes_on_is_never_worse_than_the_set_it_remembers() {
    int resumed = 0;
    for (long seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      var cluster = new Cluster(random);
      var recollection = new Recollection();
      var last = search(recollection, cluster, allowing(40));
      for (int change = 0; change < 8; change++) {
        cluster.change(random.nextInt(NODES), random);
        double remembered = cluster.canGo(names(last)) ? saving(last) : 0;

        var now = search(recollection, cluster, allowing(40));

        assertThat(saving(now)).as("seed %d", seed).isGreaterThanOrEqualTo(remembered - 1e-9);
        assertThat(names(now).isEmpty() || cluster.canGo(names(now))).as("seed %d", seed).isTrue();
        resumed += now.isWhole() ? 0 : 1;
        last = now;
      }
    }
    assertThat(resumed).as("searches that went on").isGreaterThan(100);
  }

  @Test
  void same_story_has_the_same_end() {
    for (long seed = 0; seed < 30; seed++) {
      assertThat(story(seed)).as("seed %d", seed).isEqualTo(story(seed));
    }
  }

  private static List<List<String>> story(long seed) {
    var random = new Random(seed);
    var cluster = new Cluster(random);
    var recollection = new Recollection();
    var found = new ArrayList<List<String>>();
    for (int look = 0; look < 6; look++) {
      found.add(names(search(recollection, cluster, allowing(40))));
      cluster.change(random.nextInt(NODES), random);
    }
    return found;
  }

  @Test
  void budgets_that_shrink_are_kept_to() {
    for (long seed = 0; seed < 50; seed++) {
      var random = new Random(seed);
      var cluster = new Cluster(random);
      var recollection = new Recollection();
      for (int allowed = 30; allowed > 0; allowed -= 7) {
        var found = search(recollection, cluster, allowing(allowed));

        assertThat(names(found)).as("seed %d", seed).hasSizeLessThanOrEqualTo(allowed);
        cluster.change(random.nextInt(NODES), random);
      }
    }
  }

  @Test
  void budget_that_eases_lets_it_look_everywhere() {
    var cluster = new Cluster(new Random(1));
    var recollection = new Recollection();
    search(recollection, cluster, allowing(2));

    assertThat(search(recollection, cluster, allowing(2)).isWhole()).isFalse();
    assertThat(search(recollection, cluster, allowing(20)).isWhole()).isTrue();
  }

  @Test
  void one_change_costs_a_few_questions() {
    var cluster = new Cluster(new Random(3));
    var recollection = new Recollection();
    search(recollection, cluster, allowing(40));
    int whole = cluster.asked;
    // One that is not in the set, and has come to need more.
    var best = names(search(recollection, cluster, allowing(40)));
    int index =
        IntStream.range(0, NODES)
            .filter(i -> !best.contains(cluster.candidates.get(i).name()))
            .findFirst()
            .orElseThrow();
    cluster.candidates.set(index, candidate(cluster.candidates.get(index).name(), 0.1, 9));
    cluster.asked = 0;

    var resumed = search(recollection, cluster, allowing(40));

    assertThat(resumed.isWhole()).isFalse();
    assertThat(cluster.asked).isLessThan(whole / 20);
  }

  @Test
  void many_changes_let_it_look_everywhere() {
    var random = new Random(4);
    var cluster = new Cluster(random);
    var recollection = new Recollection();
    search(recollection, cluster, allowing(40));
    for (int i = 0; i < NODES / 10; i++) {
      cluster.candidates.set(i, candidate(cluster.candidates.get(i).name(), 0.1, 9));
    }

    assertThat(search(recollection, cluster, allowing(40)).isWhole()).isTrue();
  }

  @Test
  void what_was_found_of_a_node_is_found_anew_when_prices_move() {
    var placement = needs(newNode("small"));
    WhatIfs whatIfs = (_, _) -> placement;
    var recollection = new Recollection();
    var node = List.of(candidate("n", 1.0, 1));
    var dear = Map.of("general", PoolTypes.of(List.of(type("small", 2.0))));

    assertThat(weigher(recollection, whatIfs).weigh(Method.SINGLE_NODE, node))
        .isInstanceOf(Weigher.Weighed.Good.class);
    assertThat(
            recollection
                .weigher(whatIfs, dear, false, new Balanced(Map.of()), Worth.ofEvictions(0))
                .weigh(Method.SINGLE_NODE, node))
        .isInstanceOf(Weigher.Weighed.Bad.class);
  }
}
