package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.wire.NodeOverlays.Overlay;
import karpenter.core.wire.NodeOverlays.PoolTypes;
import org.junit.jupiter.api.Test;

class NodeOverlaysTest {
  private static final Set<String> WELL_KNOWN = Set.copyOf(Labels.WELL_KNOWN);

  private static Offering offering(String capacityType, double price) {
    return new Offering(
        Requirements.of(Labels.CAPACITY_TYPE, ValueSet.in(capacityType)),
        price,
        true,
        OptionalInt.empty(),
        Resources.of(Map.of("cpu", 9L)),
        Resources.none());
  }

  private static InstanceType type(String name) {
    return new InstanceType(
        name,
        Requirements.of(Labels.INSTANCE_TYPE, ValueSet.in(name))
            .and(Labels.CAPACITY_TYPE, ValueSet.in("spot", "on-demand")),
        List.of(offering("on-demand", 10), offering("spot", 4)),
        Resources.of(Map.of("cpu", 4000L)),
        Resources.none());
  }

  private static final List<PoolTypes> POOLS =
      List.of(
          new PoolTypes("a", new TreeMap<>(Map.of("team", "red")), List.of(type("x"), type("y"))),
          new PoolTypes("b", new TreeMap<>(), List.of(type("x"))));

  private static Overlay overlay(
      String name,
      int weight,
      Requirements requirements,
      PriceChange price,
      Map<String, Long> capacity) {
    return new Overlay(name, weight, requirements, price, new TreeMap<>(capacity));
  }

  private static Overlay priced(String name, int weight, String adjustment) {
    return overlay(
        name,
        weight,
        Requirements.none(),
        PriceChange.adjustment(adjustment).orElseThrow(),
        Map.of());
  }

  private static List<Double> prices(NodeOverlays.Outcome outcome, String pool, int type) {
    return outcome.typesOf(pool).get(type).offerings().stream().map(Offering::price).toList();
  }

  @Test
  void adjustments_are_absolute_relative_or_fixed_and_never_below_zero() {
    assertThat(PriceChange.adjustment("+0.5").orElseThrow().of(10)).isEqualTo(10.5);
    assertThat(PriceChange.adjustment("-43").orElseThrow().of(10)).isZero();
    assertThat(PriceChange.adjustment("-25%").orElseThrow().of(10)).isEqualTo(7.5);
    assertThat(PriceChange.adjustment("+298%").orElseThrow().of(10)).isEqualTo(39.8);
    assertThat(PriceChange.absolute("1.25").orElseThrow().of(10)).isEqualTo(1.25);
    assertThat(PriceChange.adjustment("5")).isEmpty();
    assertThat(PriceChange.absolute(".5")).isEmpty();
  }

  @Test
  void only_selected_offerings_change_and_they_keep_their_overrides() {
    var spot =
        overlay(
            "o",
            1,
            Requirements.of(Labels.CAPACITY_TYPE, ValueSet.in("spot")),
            new PriceChange.Absolute(1),
            Map.of());

    var outcome = NodeOverlays.apply(List.of(spot), POOLS, WELL_KNOWN);

    assertThat(prices(outcome, "a", 0)).containsExactly(10.0, 1.0);
    assertThat(outcome.typesOf("a").getFirst().offerings().get(1).capacityOverride().get("cpu"))
        .isEqualTo(9);
  }

  @Test
  void an_overlay_can_mean_one_pool_or_the_labels_of_its_template() {
    var poolB =
        overlay(
            "o",
            1,
            Requirements.of(Labels.NODE_POOL, ValueSet.in("b")),
            new PriceChange.Absolute(1),
            Map.of());
    var red =
        overlay(
            "p",
            2,
            Requirements.of("team", ValueSet.in("red")),
            new PriceChange.Absolute(2),
            Map.of());

    var outcome = NodeOverlays.apply(List.of(poolB, red), POOLS, WELL_KNOWN);

    assertThat(prices(outcome, "a", 0)).containsExactly(2.0, 2.0);
    assertThat(prices(outcome, "b", 0)).containsExactly(1.0, 1.0);
  }

  @Test
  void a_type_no_overlay_means_is_the_same_object() {
    var onlyX =
        overlay(
            "o",
            1,
            Requirements.of(Labels.INSTANCE_TYPE, ValueSet.in("x")),
            new PriceChange.Absolute(1),
            Map.of());

    var outcome = NodeOverlays.apply(List.of(onlyX), POOLS, WELL_KNOWN);

    assertThat(outcome.typesOf("a").get(1)).isSameAs(POOLS.getFirst().types().get(1));
    assertThat(outcome.overlaid().values())
        .extracting(Overlaid::priced)
        .allMatch(priced -> priced.equals(Set.of("x")));
    assertThat(outcome.overlaid().values()).extracting(Overlaid::resized).allMatch(Set::isEmpty);
  }

  @Test
  void the_heaviest_overlay_sets_the_price_and_nothing_compounds() {
    var outcome =
        NodeOverlays.apply(
            List.of(priced("light", 1, "+5"), priced("heavy", 9, "+1")), POOLS, WELL_KNOWN);

    assertThat(prices(outcome, "b", 0)).containsExactly(11.0, 5.0);
    assertThat(outcome.conflicts()).isEmpty();
  }

  @Test
  void of_two_equally_heavy_overlays_the_later_name_wins_and_the_other_is_rejected_whole() {
    var onlyX =
        overlay(
            "a",
            1,
            Requirements.of(Labels.INSTANCE_TYPE, ValueSet.in("x")),
            new PriceChange.Absolute(1),
            Map.of("gpu", 2L));
    var onlyPoolA =
        overlay(
            "z",
            1,
            Requirements.of(Labels.NODE_POOL, ValueSet.in("a")),
            new PriceChange.Absolute(3),
            Map.of());

    var outcome = NodeOverlays.apply(List.of(onlyX, onlyPoolA), POOLS, WELL_KNOWN);

    assertThat(outcome.conflicts())
        .containsExactly(new NodeOverlays.Conflict("a", "z", "the price of x"));
    assertThat(prices(outcome, "a", 0)).containsExactly(3.0, 3.0);
    assertThat(prices(outcome, "b", 0)).containsExactly(10.0, 4.0);
    assertThat(outcome.typesOf("b").getFirst().capacity().has("gpu")).isFalse();
  }

  @Test
  void a_capacity_conflict_is_found_although_another_overlay_came_between() {
    var first = overlay("c", 1, Requirements.none(), new PriceChange.None(), Map.of("gpu", 1L));
    var between = overlay("b", 1, Requirements.none(), new PriceChange.None(), Map.of("fpga", 1L));
    var last = overlay("a", 1, Requirements.none(), new PriceChange.None(), Map.of("gpu", 3L));

    var outcome = NodeOverlays.apply(List.of(last, between, first), POOLS, WELL_KNOWN);

    assertThat(outcome.conflicts()).extracting(NodeOverlays.Conflict::overlay).containsExactly("a");
    assertThat(outcome.typesOf("b").getFirst().capacity().render())
        .isEqualTo("cpu 4, fpga 1, gpu 1");
  }

  @Test
  void overlays_of_the_input_are_applied_and_conflicts_reported_at_the_weight() {
    var overlay =
        """
        apiVersion: karpenter.sh/v1alpha1
        kind: NodeOverlay
        metadata: {name: %s}
        spec: {weight: 5, requirements: [], priceAdjustment: "%s"}
        ---
        """;

    var result =
        ManifestReader.read(
            Yaml.documents(
                NodePoolReaderTest.pool("p", "", "requirements: []")
                    + overlay.formatted("cheaper", "-50%")
                    + overlay.formatted("dearer", "+50%")),
            Catalogue.of(List.of(type("x"))),
            WireOptions.defaults());

    assertThat(result.problems())
        .extracting(p -> p.object() + " " + p.problem().path())
        .containsExactly("NodeOverlay cheaper spec.weight");
    assertThat(
            result.problem().pools().getFirst().types().getFirst().offerings().getFirst().price())
        .isEqualTo(15);
    assertThat(result.overlaid("p").priced()).containsExactly("x");
  }
}
