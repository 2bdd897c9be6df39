package karpenter.core.termination;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import karpenter.core.facts.Meta;
import karpenter.core.facts.PdbFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import org.junit.jupiter.api.Test;

class BudgetShelfTest {
  private static final List<String> KEYS = List.of("app", "tier", "team");
  private static final List<String> VALUES = List.of("a", "b", "c");
  private static final int SEEDS = 500;

  @Test
  void what_is_found_is_what_trying_each_would_find() {
    for (int seed = 0; seed < SEEDS; seed++) {
      var random = new Random(seed);
      List<PdbFacts> budgets = new ArrayList<>();
      for (int i = 0; i < random.nextInt(8); i++) {
        budgets.add(budget("budget-" + i, selector(random)));
      }
      var shelf = new BudgetShelf(budgets);
      for (int i = 0; i < 10; i++) {
        var labels = labels(random);

        assertThat(shelf.covering(labels))
            .as("seed %d, labels %s", seed, labels)
            .isEqualTo(budgets.stream().filter(b -> b.selector().matches(labels)).toList());
      }
    }
  }

  private static LabelSelector selector(Random random) {
    if (random.nextInt(10) == 0) {
      return LabelSelector.NOTHING;
    }
    var wanted = Requirements.none();
    for (int i = 0; i < random.nextInt(3); i++) {
      var value = one(random, VALUES);
      var set =
          switch (random.nextInt(4)) {
            case 0 -> ValueSet.in(value, one(random, VALUES));
            case 1 -> ValueSet.notIn(value);
            default -> ValueSet.in(value);
          };
      wanted = wanted.and(one(random, KEYS), set);
    }
    return new LabelSelector.Matching(wanted);
  }

  private static Map<String, String> labels(Random random) {
    var labels = new TreeMap<String, String>();
    for (var key : KEYS) {
      if (random.nextInt(3) > 0) {
        labels.put(key, one(random, VALUES));
      }
    }
    return labels;
  }

  private static String one(Random random, List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private static PdbFacts budget(String name, LabelSelector selector) {
    return new PdbFacts(
        new Meta(
            "default",
            name,
            name,
            "1",
            1,
            Instant.EPOCH,
            Optional.empty(),
            Collections.emptySortedMap(),
            Collections.emptySortedMap(),
            List.of(),
            List.of()),
        selector,
        0,
        Optional.empty(),
        Optional.empty(),
        false);
  }
}
