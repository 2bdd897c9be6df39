package karpenter.core.device;

import static karpenter.core.device.Bench.names;
import static karpenter.core.device.Bench.node;
import static karpenter.core.device.Bench.open;
import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static karpenter.core.testkit.DeviceScenario.brings;
import static karpenter.core.testkit.DeviceScenario.gpu;
import static karpenter.core.testkit.DeviceScenario.shared;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.DeviceScenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// What claims mean after others were met (spec 01 §4.21, the table of claim states), and what is
/// given back.
class LedgerTest {
  private static final DeviceTemplates NOTHING = DeviceTemplates.NONE;
  private static final DeviceTemplates ONE = brings(gpu("t1"));
  private static final DeviceTemplates TWO = brings(gpu("t1"), gpu("t2"));
  private static final Requirements IN_A = zone("zone-a");
  private static final Requirements IN_B = zone("zone-b");

  private static Requirements zone(String... names) {
    return Requirements.of(Keys.ZONE, ValueSet.in(names));
  }

  private static Site in(Requirements labels) {
    return new Bench.LabelSite(labels, "");
  }

  private static ClaimState.Use use(String pool, String device) {
    return new ClaimState.Use(new DeviceId(DRIVER, pool, device), new TreeMap<>());
  }

  private static Requirements labels(Grant grant) {
    return ((Bench.LabelSite) grant.site()).labels();
  }

  @Test
  void an_allocated_claim_is_used_where_its_devices_reach() {
    var state = new ClaimState.Allocated(new Reach.Where(List.of(IN_A)), List.of(use("p", "x")));
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, gpu("x"))
                .claim("c", c -> c.count("r", 1, _ -> true).state(state))
                .claim("other", 1));
    assertThat(labels(bench.find(0, open(), NOTHING, "c").orElseThrow())).isEqualTo(IN_A);
    assertThat(bench.find(0, in(IN_B), NOTHING, "c")).isEmpty();
    assertThat(names(bench.find(0, open(), NOTHING, "other"))).isEqualTo("none");
  }

  /// C42: the zone of an allocated claim is kept although another claim is searched for.
  @Test
  void the_zone_of_an_allocated_claim_is_not_forgotten() {
    var state = new ClaimState.Allocated(new Reach.Where(List.of(IN_A)), List.of());
    var bench =
        new Bench(
            new DeviceScenario().templates(ONE).claim("disk", c -> c.state(state)).claim("gpu", 1));
    var alone = bench.find(0, open(), ONE, "disk").orElseThrow();
    var both = bench.find(0, open(), ONE, "disk", "gpu").orElseThrow();
    assertThat(labels(alone)).isEqualTo(IN_A);
    assertThat(labels(both)).isEqualTo(IN_A);
    assertThat(names(both)).isEqualTo("t1");
  }

  /// C43: the terms of an allocation are alternatives.
  @Test
  void an_allocation_with_several_terms_is_good_in_each() {
    var state = new ClaimState.Allocated(Reach.where(List.of(IN_A, IN_B)), List.of());
    var bench = new Bench(new DeviceScenario().claim("disk", c -> c.state(state)));
    assertThat(labels(bench.find(0, open(), NOTHING, "disk").orElseThrow()))
        .isEqualTo(zone("zone-a", "zone-b"));
    assertThat(labels(bench.find(0, in(IN_A), NOTHING, "disk").orElseThrow())).isEqualTo(IN_A);
    assertThat(bench.find(0, in(zone("zone-c")), NOTHING, "disk")).isEmpty();
  }

  @Test
  void allocations_that_exclude_each_other_refuse_the_pod() {
    var bench =
        new Bench(
            new DeviceScenario()
                .claim(
                    "a",
                    c -> c.state(new ClaimState.Allocated(Reach.where(List.of(IN_A)), List.of())))
                .claim(
                    "b",
                    c -> c.state(new ClaimState.Allocated(Reach.where(List.of(IN_B)), List.of()))));
    assertThat(bench.find(0, open(), NOTHING, "a", "b")).isEmpty();
  }

  @Test
  void a_claim_that_only_leaving_pods_use_is_searched_anew_and_its_device_is_free() {
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, gpu("x"))
                .claim("c", c -> c.count("r", 1, _ -> true).state(new ClaimState.Moving())));
    assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("x");
  }

  @Test
  void what_an_allocated_claim_takes_of_a_shared_device_is_taken() {
    var consumed = new TreeMap<>(Map.of("memory", BigDecimal.valueOf(6)));
    var state =
        new ClaimState.Allocated(
            Reach.EVERYWHERE,
            List.of(new ClaimState.Use(new DeviceId(DRIVER, "p", "x"), consumed)));
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, shared("x", Capacity.of(BigDecimal.TEN)))
                .claim("running", c -> c.state(state))
                .claim("four", c -> c.memory("r", 4))
                .claim("five", c -> c.memory("r", 5)));
    assertThat(names(bench.find(0, open(), NOTHING, "five"))).isEqualTo("none");
    assertThat(names(bench.find(0, open(), NOTHING, "four"))).isEqualTo("x");
  }

  @Test
  void a_shared_claim_with_devices_of_a_new_node_stays_on_it() {
    var bench = new Bench(new DeviceScenario().templates(ONE).claim("c", 1));
    assertThat(bench.place(0, open(), ONE, "c")).isEqualTo("t1");
    assertThat(bench.find(1, open(), ONE, "c")).isEmpty();
    assertThat(names(bench.find(0, open(), ONE, "c"))).isEmpty();
  }

  @Test
  void a_shared_claim_with_devices_of_a_running_node_stays_on_it() {
    var bench =
        new Bench(new DeviceScenario().pool("p", new Reach.OnNode("n"), gpu("x")).claim("c", 1));
    assertThat(bench.place(0, node("n"), NOTHING, "c")).isEqualTo("x");
    assertThat(bench.find(1, open(), NOTHING, "c")).isEmpty();
  }

  @Test
  void a_shared_claim_with_devices_of_a_zone_can_be_used_in_the_zone() {
    var bench =
        new Bench(
            new DeviceScenario().pool("p", new Reach.Where(List.of(IN_A)), gpu("x")).claim("c", 1));
    assertThat(bench.place(0, open(), NOTHING, "c")).isEqualTo("x");
    assertThat(labels(bench.find(1, open(), NOTHING, "c").orElseThrow())).isEqualTo(IN_A);
    assertThat(bench.find(1, in(IN_B), NOTHING, "c")).isEmpty();
  }

  @Test
  void claims_of_their_own_give_every_pod_other_devices() {
    var bench = new Bench(new DeviceScenario().templates(TWO).claim("template", 1));
    assertThat(bench.placeOwn(0, open(), TWO, "template")).isEqualTo("t1");
    assertThat(bench.placeOwn(0, open(), TWO, "template")).isEqualTo("t2");
    assertThat(bench.placeOwn(0, open(), TWO, "template")).isEqualTo("none");
    assertThat(bench.placeOwn(1, open(), TWO, "template")).isEqualTo("t1");
  }

  @Test
  void types_of_one_node_may_count_on_the_same_device_but_nodes_may_not() {
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, gpu("x"))
                .templates(ONE)
                .claim("c", 1)
                .claim("d", 1));
    bench.place(0, open(), List.of(NOTHING, ONE), true, "c");
    assertThat(names(bench.find(1, open(), NOTHING, "d"))).isEqualTo("none");
    assertThat(names(bench.find(0, open(), NOTHING, "d"))).isEqualTo("none");
    assertThat(names(bench.find(0, open(), ONE, "d"))).isEqualTo("t1");
  }

  @Test
  void a_device_is_free_again_when_the_last_type_that_counted_on_it_is_gone() {
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, gpu("x"))
                .templates(ONE)
                .templates(TWO)
                .claim("two", 2)
                .claim("d", 1));
    // The type with one device needs x as well; so does the other, since published ones come first.
    bench.place(0, open(), List.of(ONE, TWO), true, "two");
    assertThat(bench.ledger.drivers(0)).containsExactly(DRIVER);
    bench.keep(0, TWO);
    assertThat(names(bench.find(1, open(), NOTHING, "d"))).isEqualTo("none");
    bench.keep(0);
    assertThat(names(bench.find(1, open(), NOTHING, "d"))).isEqualTo("x");
  }

  @Test
  void other_nodes_leave_the_most_that_any_type_would_use() {
    var memory = Capacity.of(BigDecimal.TEN);
    var card = brings(shared("own", Capacity.of(BigDecimal.valueOf(6))));
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", Reach.EVERYWHERE, shared("x", memory))
                .templates(card)
                .claim("six", c -> c.memory("r", 6))
                .claim("three", c -> c.memory("r", 3)));
    // First pod: both types take 6 of x. Second: 6 more fit only the type with memory of its own.
    bench.place(0, open(), List.of(NOTHING, card), false, "six");
    assertThat(bench.place(0, open(), List.of(card), false, "six")).isEqualTo("own");
    assertThat(bench.place(0, open(), List.of(NOTHING), false, "three")).isEqualTo("x");
    assertThat(names(bench.find(1, open(), NOTHING, "three"))).isEqualTo("none");
    bench.keep(0, card);
    assertThat(names(bench.find(1, open(), NOTHING, "three"))).isEqualTo("x");
  }

  @Test
  void a_shared_claim_is_wider_again_when_the_type_that_narrowed_it_is_gone() {
    var bench =
        new Bench(
            new DeviceScenario()
                .pool("p", new Reach.Where(List.of(IN_A)), gpu("x"))
                .templates(ONE)
                .claim("c", 1));
    bench.place(0, open(), List.of(NOTHING), true, "c");
    assertThat(bench.find(1, in(IN_B), NOTHING, "c")).isEmpty();
    bench.keep(0);
    assertThat(bench.find(1, in(IN_B), NOTHING, "c")).isPresent();
  }
}
