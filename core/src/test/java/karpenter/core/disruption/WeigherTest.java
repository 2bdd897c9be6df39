package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.market;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.scheduling.Placement;
import org.junit.jupiter.api.Test;

/// A node of 1.0 an hour whose pods need three of 0.3.
class WeigherTest {
  private static final Candidate NODE = candidate("n", 1.0, 3);

  /// A question after one new node ends at the second; the rest of the pods is not placed.
  private static final WhatIfs THREE =
      new WhatIfs() {
        @Override
        public Placement without(SortedSet<String> claims, boolean consolidation) {
          return needs(newNode("small"), newNode("small"));
        }

        @Override
        public Placement severalInsteadOf(SortedSet<String> claims) {
          return needs(newNode("small"), newNode("small"), newNode("small"));
        }
      };

  @Test
  void what_several_nodes_would_save_is_told_with_all_of_them_counted() {
    var weighed = weigher(THREE, false).weigh(Method.SINGLE_NODE, List.of(NODE));

    assertThat(weighed).isInstanceOf(Weighed.Bad.class);
    assertThat(((Weighed.Bad) weighed).why())
        .isInstanceOfSatisfying(
            MoveObstacle.SeveralReplacements.class,
            why -> assertThat(why.saving().orElseThrow()).isCloseTo(0.1, within(1e-9)));
    assertThat(((Weighed.Bad) weighed).why().sentence())
        .contains("karpenter-jvm.dev/split: allow", "save $0.1 an hour");
  }

  @Test
  void several_nodes_come_where_that_is_allowed() {
    var weighed = weigher(THREE, true).weigh(Method.SINGLE_NODE, List.of(NODE));

    assertThat(weighed).isInstanceOf(Weighed.Good.class);
    assertThat(((Weighed.Good) weighed).plan().command("").replacements()).hasSize(3);
  }

  @Test
  void a_node_that_can_simply_go_is_not_split() {
    var whatIfs = new Exhibits.Script(_ -> fits());

    weigher(whatIfs, true).weigh(Method.SINGLE_NODE, List.of(NODE));

    assertThat(whatIfs.asked).hasSize(1);
  }

  private static Weigher weigher(WhatIfs whatIfs, boolean maySplit) {
    var worth =
        new Worth() {
          @Override
          public double evictionPrice(Candidate candidate) {
            return 0;
          }

          @Override
          public Optional<Obstacle> shortcoming(Plan plan) {
            return Optional.empty();
          }

          @Override
          public boolean maySplit(Candidate candidate) {
            return maySplit;
          }
        };
    return new Weigher(
        whatIfs,
        new Consolidation(market(type("small", 0.3)), true),
        new Balanced(Map.of()),
        worth);
  }
}
