package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.market;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.type;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import karpenter.core.disruption.Exhibits.Script;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.facts.PoolFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {
  private static final PoolFacts OTHER = pool("other").build();

  private static Weigher weigher(WhatIfs whatIfs, double evictionPrice) {
    return new Weigher(
        whatIfs,
        new Consolidation(market(type("small", 0.5)), true),
        new Balanced(Map.of()),
        evictionPrice);
  }

  private static void finish(Search search) {
    while (search.step()) {}
  }

  private static List<String> best(Search search) {
    finish(search);
    return search.best().map(Plan::names).orElse(List.of());
  }

  @Test
  void best_single_move_wins_and_not_the_first() {
    var whatIfs = new Script(_ -> fits());
    whatIfs.answers.put(Exhibits.set("first"), needs(newNode("small")));

    // "first" has the better ratio, "second" saves more
    var candidates = List.of(candidate("first", 1.0, 0), candidate("second", 0.9, 1));
    var search = new SingleNodeSearch(weigher(whatIfs, 0), allowing(5), candidates, 0);

    assertThat(best(search)).containsExactly("second");
    assertThat(search.found()).containsOnlyKeys("first", "second");
  }

  @Test
  void equal_savings_go_to_fewer_evictions_then_to_the_name() {
    var candidates =
        List.of(candidate("c", 1.0, 2), candidate("b", 1.0, 1), candidate("a", 1.0, 1));

    assertThat(
            best(
                new SingleNodeSearch(
                    weigher(new Script(_ -> fits()), 0), allowing(5), candidates, 0)))
        .containsExactly("a");
  }

  @Test
  void evictions_have_the_price_somebody_gave_them() {
    var cheap = candidate("cheap", 1.0, 1);
    var busy = candidate("busy", 1.2, 9);
    var whatIfs = new Script(_ -> fits());

    assertThat(
            best(new SingleNodeSearch(weigher(whatIfs, 0), allowing(5), List.of(cheap, busy), 0)))
        .containsExactly("busy");
    assertThat(
            best(new SingleNodeSearch(weigher(whatIfs, 0.1), allowing(5), List.of(cheap, busy), 0)))
        .containsExactly("cheap");
    var search = new SingleNodeSearch(weigher(whatIfs, 2), allowing(5), List.of(cheap), 0);
    assertThat(best(search)).isEmpty();
    assertThat(search.found().get("cheap"))
        .isInstanceOfSatisfying(
            Weighed.Bad.class,
            bad -> assertThat(bad.why().kind()).isEqualTo("not-worth-evictions"));
  }

  @Test
  void node_beyond_the_budget_is_looked_at_and_not_taken() {
    var search =
        new SingleNodeSearch(
            weigher(new Script(_ -> fits()), 0), allowing(0), List.of(candidate("a", 1, 1)), 0);

    assertThat(best(search)).isEmpty();
    assertThat(search.found().get("a")).isInstanceOf(Weighed.Good.class);
  }

  @Test
  void what_goes_wrong_with_one_node_spares_the_others() {
    var whatIfs =
        new Script(
            claims -> {
              if (claims.contains("broken")) {
                throw new IllegalStateException("broken is going already");
              }
              return fits();
            });

    var search =
        new SingleNodeSearch(
            weigher(whatIfs, 0),
            allowing(5),
            List.of(candidate("broken", 9, 1), candidate("fine", 1, 1)),
            0);

    assertThat(best(search)).containsExactly("fine");
  }

  @Test
  void pools_take_turns_and_another_begins_each_time() {
    var candidates =
        List.of(
            candidate("g1", 3, 1),
            candidate("g2", 2, 1),
            candidate("o1", OTHER, "large", "on-demand", 1, 1));

    assertThat(SingleNodeSearch.inTurns(candidates, 0))
        .extracting(Candidate::name)
        .containsExactly("g1", "o1", "g2");
    assertThat(SingleNodeSearch.inTurns(candidates, 1))
        .extracting(Candidate::name)
        .containsExactly("o1", "g1", "g2");
  }

  @Test
  void nodes_beyond_the_limit_of_work_are_named_and_come_first_in_the_next_search() {
    // Two units of work each: one for the node, one for its pod.
    var candidates = nodes(10);
    var seen = new TreeSet<String>();
    for (int turn = 0; turn < 3; turn++) {
      var search =
          new SingleNodeSearch(
              weigher(new Script(_ -> fits()), 0), allowing(50), candidates, turn, 8);
      finish(search);
      var asked = new TreeSet<String>();
      search
          .found()
          .forEach(
              (name, weighed) -> {
                if (weighed instanceof Weighed.Good) {
                  asked.add(name);
                } else {
                  assertThat(weighed)
                      .isInstanceOfSatisfying(
                          Weighed.Bad.class,
                          bad -> assertThat(bad.why().kind()).isEqualTo("search-limit"));
                }
              });

      assertThat(search.found()).as("a verdict on every node").hasSize(10);
      assertThat(asked).as("turn %d", turn).hasSize(4);
      assertThat(search.reachedLimit()).isTrue();
      seen.addAll(asked);
    }

    assertThat(seen).as("three searches ask about all").hasSize(10);
  }

  @Test
  void limit_of_work_leaves_out_none_of_five_thousand_nodes_with_four_hundred_pods_each() {
    assertThat(5_000L * (1 + 400)).isLessThan(SingleNodeSearch.MAX_EFFORT);
  }

  private static List<Candidate> nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> candidate("n%03d".formatted(i), 1.0, 1))
        .toList();
  }

  @Test
  void no_more_nodes_go_at_once_than_the_limit() {
    var search =
        new MultiNodeSearch(
            weigher(new Script(_ -> fits()), 0), allowing(500), nodes(250), SingleMoves.NONE);

    assertThat(best(search)).hasSize(MultiNodeSearch.MAX_NODES);
  }

  @Test
  void one_node_is_no_set() {
    var search =
        new MultiNodeSearch(
            weigher(new Script(_ -> fits()), 0), allowing(5), nodes(1), SingleMoves.NONE);

    assertThat(best(search)).isEmpty();
    assertThat(search.step()).isFalse();
  }

  @Test
  void no_more_nodes_of_a_pool_go_than_its_budget_allows() {
    var shares = new TreeMap<String, Allowances.Share>();
    shares.put("general", new Allowances.Share(3, 1));
    shares.put("other", new Allowances.Share(1, 0));
    var candidates = new ArrayList<>(nodes(6));
    candidates.add(candidate("o1", OTHER, "large", "on-demand", 5, 1));
    candidates.add(candidate("o2", OTHER, "large", "on-demand", 4, 1));

    var found =
        best(
            new MultiNodeSearch(
                weigher(new Script(_ -> fits()), 0),
                new Allowances(Reason.UNDERUTILIZED, shares),
                candidates,
                SingleMoves.NONE));

    assertThat(found).containsExactly("n000", "n001", "o1");
  }

  @Test
  void set_that_is_no_prefix_is_found() {
    // The second in order can never go; upstream's prefixes all contain it.
    var whatIfs = new Script(claims -> claims.contains("n001") ? homeless("p") : fits());

    assertThat(
            best(
                new MultiNodeSearch(weigher(whatIfs, 0), allowing(50), nodes(6), SingleMoves.NONE)))
        .containsExactly("n000", "n002", "n003", "n004", "n005");
  }

  @Test
  void node_that_spoils_a_set_is_left_out() {
    // Together they need a new node; without the cheap one they do not.
    var candidates =
        List.of(candidate("a", 1.0, 1), candidate("b", 1.0, 1), candidate("c", 0.6, 0));
    var whatIfs =
        new Script(
            claims ->
                claims.size() == 3
                    ? needs(newNode("small"))
                    : claims.contains("c") ? homeless("p") : fits());

    var search =
        new MultiNodeSearch(weigher(whatIfs, 0), allowing(50), candidates, SingleMoves.NONE);
    finish(search);

    // two deleted save 2.0, three replaced by one save 2.1
    assertThat(search.best().orElseThrow().saving()).isGreaterThanOrEqualTo(2.0);
  }

  @Test
  void set_must_bring_more_than_its_nodes_one_by_one() {
    // Each alone is had for 0.5 instead of 1; both together for one of 0.5.
    var whatIfs = new Script(_ -> needs(newNode("small")));
    var candidates = List.of(candidate("a", 1.0, 1), candidate("b", 1.0, 1));
    var single = new SingleNodeSearch(weigher(whatIfs, 0), allowing(5), candidates, 0);
    finish(single);

    var together =
        new MultiNodeSearch(weigher(whatIfs, 0), allowing(5), candidates, single.moves());
    var dearer =
        new MultiNodeSearch(
            weigher(whatIfs, 0),
            allowing(5),
            candidates,
            new SingleMoves(Map.of("a", 0.8, "b", 0.8), Set.of()));

    assertThat(single.moves()).isEqualTo(new SingleMoves(Map.of("a", 0.5, "b", 0.5), Set.of()));
    assertThat(best(together)).as("1.5 for 0.5 and 0.5").containsExactly("a", "b");
    assertThat(best(dearer)).as("1.5 for 0.8 and 0.8").isEmpty();
    assertThat(dearer.or(single.best())).isEqualTo(single.best());
  }

  @Test
  void node_that_can_simply_go_comes_before_a_set_that_brings_less() {
    var pair = List.of(candidate("a", 0.6, 1), candidate("b", 0.6, 1));
    var search =
        new MultiNodeSearch(
            weigher(new Script(_ -> fits()), 0), allowing(5), pair, SingleMoves.NONE);
    finish(search);
    var large =
        new SingleNodeSearch(
            weigher(new Script(_ -> fits()), 0), allowing(5), List.of(candidate("c", 5, 1)), 0);
    finish(large);

    assertThat(search.or(large.best())).isEqualTo(large.best());
  }

  /// Each node needs some room and brings some if it stays: a set can go if what is left has room.
  private static Script packing(Map<String, Integer> load, int room) {
    return new Script(
        claims -> {
          int moved = claims.stream().mapToInt(name -> load.getOrDefault(name, 0)).sum();
          int left =
              load.keySet().stream()
                  .filter(name -> !claims.contains(name))
                  .mapToInt(name -> room - load.getOrDefault(name, 0))
                  .sum();
          return moved <= left ? fits() : homeless("p");
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void never_worse_than_the_best_prefix_upstream_would_find(long seed) {
    var random = new Random(seed);
    var load = new HashMap<String, Integer>();
    var candidates = new ArrayList<Candidate>();
    for (int i = 0; i < 40; i++) {
      var one =
          candidate("n%03d".formatted(i), 0.1 + random.nextInt(20) / 10.0, 1 + random.nextInt(8));
      candidates.add(one);
      load.put(one.name(), random.nextInt(10));
    }

    var search =
        new MultiNodeSearch(
            weigher(packing(load, 10), 0), allowing(50), candidates, SingleMoves.NONE);
    finish(search);

    double saving = search.best().map(Plan::saving).orElse(0.0);
    assertThat(saving)
        .as("seed %d", seed)
        .isGreaterThanOrEqualTo(upstream(candidates, packing(load, 10)));
  }

  private static double upstream(List<Candidate> candidates, WhatIfs whatIfs) {
    var order = candidates.stream().sorted(Emptiness.BY_RATIO).toList();
    int low = 1;
    int high = Math.min(order.size() - 1, 100);
    double saved = 0;
    while (low <= high) {
      int middle = (low + high) / 2;
      var prefix = order.subList(0, middle + 1);
      var names = new TreeSet<>(prefix.stream().map(Candidate::name).toList());
      if (whatIfs.without(names, true).unplaced().isEmpty()) {
        saved = Consolidation.price(prefix);
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return saved;
  }

  @Test
  void answer_is_there_after_every_slice_and_only_gets_better() {
    var random = new Random(7);
    var load = new HashMap<String, Integer>();
    var candidates = nodes(100);
    candidates.forEach(c -> load.put(c.name(), random.nextInt(10)));
    var search =
        new MultiNodeSearch(
            weigher(packing(load, 10), 0), allowing(80), candidates, SingleMoves.NONE);

    double last = 0;
    boolean more = true;
    while (more) {
      more = search.step();
      double value = search.best().map(Plan::value).orElse(0.0);
      assertThat(value).isGreaterThanOrEqualTo(last);
      last = value;
    }
    assertThat(last).isPositive();
  }

  @Test
  void search_among_very_many_nodes_asks_about_no_more_of_them_than_the_limit() {
    // Sets above a hundred nodes need one more than there is: it could go on exchanging for ever.
    var random = new Random(11);
    var asked = new ArrayList<Integer>();
    var candidates = nodes(4_000);
    var whatIfs =
        new Script(
            claims -> {
              asked.add(claims.size());
              return claims.size() > 100 && random.nextBoolean() ? homeless("p") : fits();
            });

    finish(new MultiNodeSearch(weigher(whatIfs, 0), allowing(400), candidates, SingleMoves.NONE));

    assertThat(asked.stream().mapToInt(size -> size).sum())
        .isBetween(
            MultiNodeSearch.MAX_EFFORT / 2,
            MultiNodeSearch.MAX_EFFORT
                + MultiNodeSearch.MAX_REGROWTH
                + 2 * MultiNodeSearch.MAX_NODES);
  }
}
