package karpenter.bench.simple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import karpenter.bench.check.Fault;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.Placement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PackingsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double NO_NODE_COST = 0;

  @TempDir Path directory;

  static Stream<Packings.Packing> packings() {
    return Packings.ALL.stream();
  }

  private static JsonNode tree(Placement placement) {
    return JSON.valueToTree(placement);
  }

  @Test
  void there_are_ten_of_different_names() {
    assertThat(Packings.ALL).extracting(Packings.Packing::name).doesNotHaveDuplicates().hasSize(10);
  }

  /// Every rule the packings know, in one workload.
  private PackingModel mixed() {
    return new TinyWorkload()
        .type("small", 2, 0.1)
        .type("medium", 4, 0.19)
        .type("large", 16, 0.7)
        .pool("team", "'weight': 10, 'limits': {'cpu': '6'},", taint())
        .pool("general", "", "")
        .daemonSet("200m")
        .pods(7, "plain", "900m", "")
        .pods(4, "apart", "500m", TinyWorkload.apartByHost("apart"))
        .pods(5, "zonal", "1", TinyWorkload.spread("topology.kubernetes.io/zone", "zonal"))
        .pods(3, "hosts", "300m", TinyWorkload.spread("kubernetes.io/hostname", "hosts"))
        .pods(9, "team", "700m", "'tolerations': [{'key': 'team', 'operator': 'Exists'}],")
        .pods(2, "zone-b", "1500m", "'nodeSelector': {'topology.kubernetes.io/zone': 'b'},")
        .model(directory);
  }

  private static String taint() {
    return "'taints': [{'key': 'team', 'value': 'x', 'effect': 'NoSchedule'}],";
  }

  @ParameterizedTest
  @MethodSource("packings")
  void a_packing_keeps_all_rules_and_leaves_nobody_out(Packings.Packing packing) {
    var model = mixed();

    var outcome = packing.of(model, NO_NODE_COST);

    var report = model.check(tree(outcome.placement()));
    assertThat(report.faults()).isEmpty();
    assertThat(outcome.unplaced()).isZero();
    assertThat(report.price()).isCloseTo(outcome.price(), within(1e-9));
  }

  @ParameterizedTest
  @MethodSource("packings")
  void pods_of_one_size_that_fill_nodes_are_packed_without_waste(Packings.Packing packing) {
    var model = new TinyWorkload().type("only", 4, 0.2).pods(8, "web", "1", "").model(directory);

    var outcome = packing.of(model, NO_NODE_COST);

    assertThat(outcome.nodes()).isEqualTo(2);
    assertThat(outcome.price()).isEqualTo(0.4);
  }

  @ParameterizedTest
  @MethodSource("packings")
  void a_pod_that_fits_no_node_counts_against_the_packing(Packings.Packing packing) {
    var model =
        new TinyWorkload()
            .type("only", 4, 0.2)
            .pods(1, "web", "1", "")
            .pods(2, "huge", "9", "")
            .model(directory);

    var outcome = packing.of(model, NO_NODE_COST);

    assertThat(outcome.unplaced()).isEqualTo(2);
  }

  @Test
  void a_node_becomes_the_cheapest_type_for_its_pods() {
    var model =
        new TinyWorkload()
            .type("small", 2, 0.1)
            .type("large", 16, 0.6)
            .pods(3, "web", "500m", "")
            .model(directory);

    var outcome = named("largest").of(model, NO_NODE_COST);

    assertThat(outcome.placement().claims().getFirst().instanceTypes()).containsExactly("small");
  }

  @Test
  void node_cost_makes_nodes_larger() {
    var workload =
        new TinyWorkload().type("small", 1, 0.1).type("large", 8, 0.9).pods(8, "web", "1", "");

    var byPrice = named("dominant").of(workload.model(directory), NO_NODE_COST);
    var withNodes = named("dominant").of(workload.model(directory), 0.05);

    assertThat(byPrice.nodes()).isEqualTo(8);
    assertThat(withNodes.nodes()).isEqualTo(1);
    assertThat(withNodes.cost()).isCloseTo(0.95, within(1e-9));
  }

  @Test
  void checker_would_catch_a_packing_that_breaks_anti_affinity() {
    var model =
        new TinyWorkload()
            .type("only", 4, 0.2)
            .pods(2, "db", "1", TinyWorkload.apartByHost("db"))
            .model(directory);
    var offer = model.offers().getFirst();
    var node =
        new Placement.Claim(
            offer.pool(), List.of(offer.type()), List.of(), List.of("db-0", "db-1"), offer.price());
    var together = new Placement(List.of(node), List.of(), List.of(), null, null);

    var report = model.check(tree(together));

    assertThat(report.faults()).extracting(Fault::code).containsOnly(Fault.Code.ANTI_AFFINITY);
  }

  @Test
  void checker_would_catch_a_packing_that_passes_over_a_heavier_pool() {
    var model =
        new TinyWorkload()
            .type("only", 4, 0.2)
            .pool("heavy", "'weight': 5,", "")
            .pool("light", "", "")
            .pods(1, "web", "1", "")
            .model(directory);
    var node = new Placement.Claim("light", List.of("only"), List.of(), List.of("web-0"), 0.2);
    var passedOver = new Placement(List.of(node), List.of(), List.of(), null, null);

    var report = model.check(tree(passedOver));

    assertThat(report.faults()).extracting(Fault::code).containsOnly(Fault.Code.POOL_WEIGHT);
  }

  private static Packings.Packing named(String name) {
    return Packings.ALL.stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }
}
