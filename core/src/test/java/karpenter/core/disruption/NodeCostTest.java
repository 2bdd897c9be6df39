package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.around;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.market;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.ready;
import static karpenter.core.disruption.Exhibits.type;
import static karpenter.core.disruption.Exhibits.withNodeCost;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import org.junit.jupiter.api.Test;

/// What a node costs beside its instance, in consolidation.
class NodeCostTest {
  private static final double CENTS = 1e-9;
  private static final Candidate ONE = withNodeCost(candidate("a", 1.0, 1), 0.1);
  private static final Candidate OTHER = withNodeCost(candidate("b", 1.0, 1), 0.1);
  private static final Market MARKET =
      market(type("small", 0.5), type("same", 1.0), type("pair", 2.05), type("dear", 2.2));

  private static NewNode node(double nodeCost, String... types) {
    return withNodeCost(newNode(types), nodeCost);
  }

  private static Finding find(Placement placement, Candidate... candidates) {
    return new Consolidation(MARKET, true).find(List.of(candidates), placement, Set.of());
  }

  private static Plan plan(Finding finding, double saving, Candidate... candidates) {
    return new Plan(Method.MULTI_NODE, List.of(candidates), finding, saving, saving);
  }

  @Test
  void nodes_have_the_node_cost_of_their_pool() {
    var around = around(GENERAL, type("large", 1.0));
    var types = Map.of("general", PoolTypes.of(List.of(type("large", 1.0))).withNodeCost(0.1));

    var assessed =
        Candidates.assess(
            ready("n"),
            List.of(),
            new Surroundings(around.pools(), types, around.budgets(), around.now()));

    assertThat(assessed.candidate().orElseThrow().nodeCost()).isEqualTo(0.1);
  }

  @Test
  void deleting_nodes_saves_their_node_costs() {
    var finding = find(fits(), ONE, OTHER);

    assertThat(((Finding.Delete) finding).saving()).isCloseTo(2.2, within(CENTS));
  }

  @Test
  void replacing_one_node_by_one_has_no_part_of_node_cost() {
    var finding = find(needs(node(0.1, "small", "same")), ONE);

    assertThat(((Finding.Replace) finding).saving()).isEqualTo(0.5);
    assertThat(((Finding.Replace) finding).node().types()).hasSize(1);
  }

  @Test
  void one_node_for_two_may_be_dearer_than_their_instances_by_one_node_cost() {
    var finding = find(needs(node(0.1, "pair", "dear")), ONE, OTHER);

    assertThat(((Finding.Replace) finding).saving()).isCloseTo(0.05, within(CENTS));
    assertThat(((Finding.Replace) finding).node().types())
        .extracting(Placement.TypeChoice::type)
        .containsExactly("pair");
  }

  @Test
  void one_node_for_two_that_saves_less_than_its_instance_is_dearer_is_refused() {
    var finding = find(needs(node(0.1, "dear")), ONE, OTHER);

    var why = ((Finding.Nothing) finding).why();
    assertThat(why).isInstanceOf(MoveObstacle.NothingCheaper.class);
    assertThat(why.sentence())
        .isEqualTo(
            "No instance type that suits its pods is sure to cost less than $2 an hour and $0.1 an"
                + " hour of node cost");
  }

  @Test
  void pool_with_the_higher_node_cost_must_have_the_cheaper_instance_by_more() {
    var why = ((Finding.Nothing) find(needs(node(0.6, "small")), ONE)).why();

    assertThat(why.sentence()).endsWith("$1 an hour less $0.5 an hour of node cost");
  }

  @Test
  void node_of_unknown_price_is_not_replaced_for_its_node_cost() {
    var unknown = withNodeCost(candidate("a", 0, 1), 9);

    assertThat(find(needs(node(0, "small")), unknown)).isInstanceOf(Finding.Nothing.class);
    assertThat(find(fits(), unknown)).isInstanceOf(Finding.Delete.class);
  }

  @Test
  void two_nodes_for_one_save_one_node_cost_less() {
    var market = market(type("third", 0.3));
    var placement = needs(node(0.1, "third"), node(0.1, "third"));

    var split = new Consolidation(market, true).find(List.of(ONE), placement, Set.of(), true);

    assertThat(((Finding.Split) split).saving()).isCloseTo(0.3, within(CENTS));
  }

  @Test
  void two_nodes_for_one_are_refused_where_the_node_cost_is_what_they_would_save() {
    var market = market(type("third", 0.46));
    var placement = needs(node(0.1, "third"), node(0.1, "third"));

    var split = new Consolidation(market, true).find(List.of(ONE), placement, Set.of(), true);

    assertThat(split).isInstanceOf(Finding.Nothing.class);
  }

  @Test
  void score_of_balanced_counts_prices_only() {
    var candidates = List.of(withNodeCost(scored("a"), 5), withNodeCost(scored("b"), 5));
    var balanced = new Balanced(Map.of("scored", new Balanced.Totals(4, 8)));
    var plan = new Plan(Method.MULTI_NODE, candidates, new Finding.Delete(fits(), 12), 12, 12);

    assertThat(balanced.scores(plan)).isEqualTo(balanced.scores(candidates, 2));
  }

  private static Candidate scored(String name) {
    return candidate(
        name, pool("scored").policy(Consolidation.BALANCED).build(), "large", "on-demand", 1.0, 1);
  }

  @Test
  void move_tells_what_of_the_saving_is_node_cost() {
    var replace = (Finding.Replace) find(needs(node(0.1, "pair")), ONE, OTHER);

    assertThat(plan(replace, replace.saving(), ONE, OTHER).move().savingSentence())
        .isEqualTo("$0.05 an hour: instances $0.05 more, node cost $0.1 less");
    assertThat(plan(replace, replace.saving(), ONE, OTHER).command("").sentence())
        .endsWith("(saves $0.05 an hour: instances $0.05 more, node cost $0.1 less)");
  }

  @Test
  void nothing_is_told_of_node_cost_where_there_is_none() {
    var delete = new Finding.Delete(fits(), 1);

    assertThat(plan(delete, 1, candidate("a", 1.0, 1)).move().savingSentence())
        .isEqualTo("$1 an hour");
  }

  @Test
  void a_node_for_the_pods_is_estimated_with_its_node_cost() {
    var types = Map.of("general", PoolTypes.of(List.of(type("small", 0.5))).withNodeCost(0.1));

    var cost = new RightSizedCost(new Market(types), List.of(candidate("a", 1.0, 0)));

    assertThat(cost.of(candidate("a", 1.0, 0))).isCloseTo(0.6, within(CENTS));
  }
}
