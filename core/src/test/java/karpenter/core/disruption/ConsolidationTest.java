package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.AT_REST;
import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.around;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.capacityTypes;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.market;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static karpenter.core.disruption.Exhibits.offering;
import static karpenter.core.disruption.Exhibits.ready;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.disruption.Exhibits.type;
import static karpenter.core.disruption.Exhibits.unavailable;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.TypeChoice;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsolidationTest {
  private static final Candidate LARGE = candidate("a", 1.0, 1);
  private static final Candidate SPOT = candidate("s", GENERAL, "large", "spot", 1.0, 1);

  private static Finding find(Market market, Placement placement, Candidate... candidates) {
    return new Consolidation(market, true).find(List.of(candidates), placement, Set.of());
  }

  private static Obstacle why(Finding finding) {
    assertThat(finding).isInstanceOf(Finding.Nothing.class);
    return ((Finding.Nothing) finding).why();
  }

  private static Finding.Replace replace(Finding finding) {
    assertThat(finding).isInstanceOf(Finding.Replace.class);
    return (Finding.Replace) finding;
  }

  private static List<String> types(Finding finding) {
    return replace(finding).node().types().stream().map(TypeChoice::type).toList();
  }

  @Test
  void nodes_whose_pods_fit_elsewhere_are_deleted() {
    var finding = find(market(), fits(), LARGE, candidate("b", 2.0, 1));

    assertThat(finding).isInstanceOf(Finding.Delete.class);
    assertThat(((Finding.Delete) finding).saving()).isEqualTo(3.0);
  }

  @Test
  void pod_that_would_become_pending_holds_its_node() {
    assertThat(why(find(market(), homeless("p", "q"), LARGE)))
        .isEqualTo(new MoveObstacle.PodsWithoutPlace(List.of("default/p", "default/q"), 2));
  }

  @Test
  void pods_that_wait_in_vain_anyway_hold_nothing() {
    var finding =
        new Consolidation(market(), true)
            .find(List.of(LARGE), homeless("pending"), Set.of("uid-pending"));

    assertThat(finding).isInstanceOf(Finding.Delete.class);
  }

  @Test
  void new_nodes_for_pods_that_wait_anyway_are_no_replacements() {
    var finding =
        new Consolidation(market(), true)
            .find(List.of(LARGE), needs(newNode("small")), Set.of("uid-moved"));

    assertThat(finding).isInstanceOf(Finding.Delete.class);
  }

  @Test
  void one_node_is_not_replaced_by_two() {
    assertThat(why(find(market(), needs(newNode("small"), newNode("small")), LARGE)))
        .isEqualTo(new MoveObstacle.SeveralReplacements(OptionalDouble.empty()));
  }

  @Test
  void one_node_is_replaced_by_two_where_that_is_allowed_and_sure_to_cost_less() {
    var market = market(type("small", 0.3), type("middle", 0.4), type("same", 0.8));
    var placement = needs(newNode("small", "middle", "same"), newNode("middle", "same"));
    var consolidation = new Consolidation(market, true);

    var split = consolidation.find(List.of(LARGE), placement, Set.of(), true);

    assertThat(split)
        .isInstanceOfSatisfying(
            Finding.Split.class,
            found -> {
              assertThat(found.saving()).isCloseTo(0.3, within(1e-9));
              // 0.4 + 0.4 < 1 whichever is launched; 0.8 would not leave enough.
              assertThat(found.nodes().getFirst().types())
                  .extracting(TypeChoice::type)
                  .containsExactly("small", "middle");
            });
  }

  @Test
  void one_node_is_not_replaced_by_two_that_cost_as_much() {
    var market = market(type("half", 0.5));
    var placement = needs(newNode("half"), newNode("half"));

    assertThat(why(new Consolidation(market, true).find(List.of(LARGE), placement, Set.of(), true)))
        .isEqualTo(new MoveObstacle.SeveralReplacements(OptionalDouble.empty()));
  }

  @Test
  void replacement_must_be_strictly_cheaper() {
    var market = market(type("small", 0.5), type("same", 1.0), type("dear", 1.5));

    var finding = find(market, needs(newNode("small", "same", "dear")), LARGE);

    assertThat(types(finding)).containsExactly("small");
    assertThat(replace(finding).saving()).isCloseTo(0.5, within(1e-9));
    assertThat(why(find(market, needs(newNode("same", "dear")), LARGE)))
        .isEqualTo(new MoveObstacle.NothingCheaper(1.0));
  }

  @Test
  void replacement_is_judged_by_the_dearest_zone_it_may_launch_in() {
    var risky =
        type("risky", offering("zone-a", "on-demand", 0.1), offering("zone-b", "on-demand", 2.0));

    assertThat(why(find(market(risky), needs(newNode("risky")), LARGE)).kind())
        .isEqualTo("nothing-cheaper");
  }

  @Test
  void offerings_that_are_sold_out_do_not_count() {
    var sold =
        type(
            "small",
            offering("zone-a", "on-demand", 0.5),
            unavailable(offering("zone-b", "on-demand", 2.0)));

    assertThat(types(find(market(sold), needs(newNode("small")), LARGE))).containsExactly("small");
  }

  @Test
  void node_of_unknown_price_may_be_deleted_and_never_replaced() {
    var unknown = candidate("a", 0, 1);

    assertThat(find(market(), fits(), unknown)).isInstanceOf(Finding.Delete.class);
    assertThat(why(find(market(type("small", 0.1)), needs(newNode("small")), unknown)).kind())
        .isEqualTo("nothing-cheaper");
  }

  @Test
  void on_demand_is_replaced_by_spot_alone_where_both_would_do() {
    var both = type("small", offering("zone-a", "spot", 0.2), offering("zone-a", "on-demand", 3.0));

    var finding =
        find(market(both), needs(newNode(capacityTypes("spot", "on-demand"), "small")), LARGE);

    assertThat(replace(finding).node().requirements().get("karpenter.sh/capacity-type"))
        .isEqualTo(capacityTypes("spot").get("karpenter.sh/capacity-type"));
    assertThat(replace(finding).saving()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void on_demand_is_replaced_by_on_demand_where_no_spot_is_sold() {
    var finding = find(market(type("small", 0.2)), needs(newNode("small")), LARGE);

    assertThat(replace(finding).saving()).isCloseTo(0.8, within(1e-9));
    assertThat(replace(finding).node().types()).hasSize(1);
  }

  private static InstanceType[] spotTypes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> type("t%02d".formatted(i), offering("zone-a", "spot", 0.01 * (i + 1))))
        .toArray(InstanceType[]::new);
  }

  private static String[] names(int count) {
    return IntStream.range(0, count).mapToObj("t%02d"::formatted).toArray(String[]::new);
  }

  @Test
  void spot_is_not_replaced_by_spot_unless_the_gate_is_on() {
    var finding =
        new Consolidation(market(spotTypes(20)), false)
            .find(List.of(SPOT), needs(newNode(capacityTypes("spot"), names(20))), Set.of());

    assertThat(why(finding)).isEqualTo(new MoveObstacle.SpotToSpotOff());
  }

  @Test
  void spot_is_deleted_whatever_the_gate_says() {
    assertThat(new Consolidation(market(), false).find(List.of(SPOT), fits(), Set.of()))
        .isInstanceOf(Finding.Delete.class);
  }

  @ParameterizedTest
  @CsvSource({"14, false", "15, true"})
  void one_spot_node_needs_fifteen_cheaper_types(int count, boolean isReplaced) {
    var finding =
        find(market(spotTypes(count)), needs(newNode(capacityTypes("spot"), names(count))), SPOT);

    assertThat(finding instanceof Finding.Replace).isEqualTo(isReplaced);
    if (!isReplaced) {
      assertThat(why(finding)).isEqualTo(new MoveObstacle.TooFewSpotTypes(14, 15));
    }
  }

  @Test
  void one_spot_node_is_replaced_by_one_of_the_fifteen_cheapest() {
    var finding =
        find(market(spotTypes(30)), needs(newNode(capacityTypes("spot"), names(30))), SPOT);

    assertThat(types(finding)).containsExactly(names(15));
  }

  @Test
  void launch_list_is_longer_where_min_values_ask_for_more() {
    var wanted = capacityTypes("spot").withMinValues("node.kubernetes.io/instance-type", 20);

    var finding = find(market(spotTypes(30)), needs(newNode(wanted, names(30))), SPOT);

    assertThat(types(finding)).containsExactly(names(20));
  }

  @Test
  void several_spot_nodes_need_no_number_of_types() {
    var other = candidate("t", GENERAL, "large", "spot", 1.0, 1);

    assertThat(
            types(
                find(
                    market(spotTypes(2)),
                    needs(newNode(capacityTypes("spot"), names(2))),
                    SPOT,
                    other)))
        .containsExactly("t00", "t01");
  }

  @Test
  void spot_and_on_demand_merge_without_the_gate() {
    var finding =
        new Consolidation(market(spotTypes(1)), false)
            .find(
                List.of(SPOT, LARGE, candidate("b", 1.0, 1)),
                needs(newNode(capacityTypes("spot", "on-demand"), "t00")),
                Set.of());

    assertThat(types(finding)).containsExactly("t00");
  }

  @Test
  void replacement_that_offers_too_few_values_is_none() {
    var wanted = Requirements.none().withMinValues("node.kubernetes.io/instance-type", 2);

    assertThat(
            why(
                find(
                    market(type("small", 0.5), type("dear", 2.0)),
                    needs(newNode(wanted, "small", "dear")),
                    LARGE)))
        .isEqualTo(new MoveObstacle.TooFewValues("general"));
  }

  private static Finding merged(Market market, Placement placement, Candidate... candidates) {
    var consolidation = new Consolidation(market, true);
    var all = List.of(candidates);
    return consolidation.withoutSameType(all, consolidation.find(all, placement, Set.of()));
  }

  @Test
  void two_large_and_a_small_are_not_replaced_by_a_small() {
    var small = candidate("c", GENERAL, "small", "on-demand", 0.5, 1);

    var finding =
        merged(
            market(type("small", 0.5), type("large", 1.0)),
            needs(newNode("small", "large")),
            LARGE,
            candidate("b", 1.0, 1),
            small);

    assertThat(finding).isInstanceOf(Finding.Nothing.class);
  }

  @Test
  void they_are_replaced_by_something_cheaper_than_the_small_one() {
    var small = candidate("c", GENERAL, "small", "on-demand", 0.5, 1);

    var finding =
        merged(
            market(type("tiny", 0.25), type("small", 0.5), type("large", 1.0)),
            needs(newNode("tiny", "small", "large")),
            LARGE,
            candidate("b", 1.0, 1),
            small);

    assertThat(types(finding)).containsExactly("tiny");
  }

  @Test
  void nodes_of_one_type_merge_into_a_larger_one_of_another() {
    var finding =
        merged(
            market(type("xlarge", 1.5)), needs(newNode("xlarge")), LARGE, candidate("b", 1.0, 1));

    assertThat(types(finding)).containsExactly("xlarge");
  }

  private static List<String> kinds(PoolFacts pool, StateNode state, PodFacts... pods) {
    var assessed = Candidates.assess(state, List.of(pods), around(pool, type("large", 1.0)));
    return Candidates.obstacles(assessed, Method.MULTI_NODE, AT_REST).stream()
        .map(Obstacle::kind)
        .toList();
  }

  @Test
  void predicate_names_what_is_missing() {
    var pod = pod("p").on("a").build();
    var unlabelled =
        StateNode.of(
            readyNode("a")
                .unlabelled("karpenter.sh/capacity-type")
                .unlabelled("topology.kubernetes.io/zone")
                .build(),
            readyClaim("a").build());
    var restless =
        StateNode.of(
            readyNode("a").build(),
            readyClaim("a").and(c -> c.clear(ClaimFacts.CONSOLIDATABLE)).build());

    assertThat(kinds(GENERAL, ready("a"), pod)).isEmpty();
    assertThat(kinds(GENERAL, unlabelled, pod)).containsExactly("label-missing", "label-missing");
    assertThat(kinds(GENERAL, restless, pod)).containsExactly("not-quiet");
    assertThat(kinds(GENERAL, ready("a"))).containsExactly("empty");
    assertThat(kinds(pool("general").replicas(1).build(), ready("a"), pod))
        .containsExactly("static-pool");
    assertThat(kinds(pool("general").neverConsolidated().build(), ready("a"), pod))
        .containsExactly("consolidation-disabled");
    assertThat(kinds(pool("general").policy("WhenEmpty").build(), ready("a"), pod))
        .containsExactly("only-when-empty");
    assertThat(kinds(pool("general").policy("Balanced").build(), ready("a"), pod)).isEmpty();
  }
}
