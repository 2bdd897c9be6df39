package karpenter.core.device;

import static karpenter.core.device.Bench.names;
import static karpenter.core.device.Bench.node;
import static karpenter.core.device.Bench.open;
import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static karpenter.core.testkit.DeviceScenario.brings;
import static karpenter.core.testkit.DeviceScenario.card;
import static karpenter.core.testkit.DeviceScenario.gpu;
import static karpenter.core.testkit.DeviceScenario.partition;
import static karpenter.core.testkit.DeviceScenario.shared;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.DeviceTemplates.AttributeBinding;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.DeviceScenario;
import karpenter.core.testkit.DeviceScenario.Wish;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/// Which devices a pod's claims get on one type of one candidate.
class AllocationTest {
  private static final DeviceTemplates NOTHING = DeviceTemplates.NONE;
  private static final Requirements IN_A = zone("zone-a");
  private static final Requirements IN_B = zone("zone-b");

  private static Requirements zone(String... names) {
    return Requirements.of(Keys.ZONE, ValueSet.in(names));
  }

  private static Reach where(Requirements... terms) {
    return new Reach.Where(List.of(terms));
  }

  private static Site in(Requirements labels) {
    return new Bench.LabelSite(labels, "");
  }

  private static Predicate<DeviceKind> model(long value) {
    return kind -> new Attribute.Number(value).equals(kind.attributes().get(DRIVER + "/model"));
  }

  private static DeviceSlice slice(String name, long generation, int count, Device... devices) {
    return new DeviceSlice(
        name, DRIVER, "p", generation, count, Reach.EVERYWHERE, List.of(devices), List.of());
  }

  private static DeviceSlice counters(String name, int count, Counters... sets) {
    return new DeviceSlice(name, DRIVER, "p", 1, count, Reach.EVERYWHERE, List.of(), List.of(sets));
  }

  @Nested
  class Pools {
    @Test
    void only_the_highest_generation_counts() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .slice(slice("old", 1, 1, gpu("old")))
                  .slice(slice("new", 2, 1, gpu("new")))
                  .claim("c", 1));
      assertThat(bench.place(0, open(), NOTHING, "c")).isEqualTo("new");
    }

    @Test
    void an_incomplete_pool_has_no_devices_and_spoils_all() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .slice(slice("half", 1, 2, gpu("x")))
                  .templates(brings(gpu("t")))
                  .claim("one", 1)
                  .claim("all", c -> c.all("r", _ -> true)));
      assertThat(names(bench.find(0, open(), NOTHING, "one"))).isEqualTo("none");
      assertThat(names(bench.find(0, open(), brings(gpu("t")), "one"))).isEqualTo("t");
      assertThat(names(bench.find(0, open(), brings(gpu("t")), "all"))).isEqualTo("none");
    }

    @Test
    void a_pool_with_a_device_named_twice_is_invalid() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .slice(slice("a", 1, 2, gpu("x")))
                  .slice(slice("b", 1, 2, gpu("x")))
                  .claim("one", 1)
                  .claim("all", c -> c.all("r", _ -> true)));
      assertThat(names(bench.find(0, open(), NOTHING, "one"))).isEqualTo("none");
      assertThat(names(bench.find(0, open(), NOTHING, "all"))).isEqualTo("none");
    }

    @Test
    void counter_sets_named_twice_or_missing_make_a_pool_invalid() {
      var twice =
          new DeviceScenario()
              .slice(counters("k", 3, card("card", 4)))
              .slice(counters("l", 3, card("card", 4)))
              .slice(slice("m", 1, 3, gpu("x")))
              .claim("one", 1);
      var dangling =
          new DeviceScenario().slice(slice("m", 1, 1, partition("x", 1))).claim("one", 1);
      assertThat(names(new Bench(twice).find(0, open(), NOTHING, "one"))).isEqualTo("none");
      assertThat(names(new Bench(dangling).find(0, open(), NOTHING, "one"))).isEqualTo("none");
    }

    @Test
    void a_faulty_pool_elsewhere_does_not_spoil_all() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .slice(
                      new DeviceSlice(
                          "bad", DRIVER, "bad", 1, 2, where(IN_B), List.of(gpu("x")), List.of()))
                  .pool("good", Reach.EVERYWHERE, gpu("y"))
                  .claim("all", c -> c.all("r", _ -> true)));
      assertThat(names(bench.find(0, in(IN_A), NOTHING, "all"))).isEqualTo("y");
      assertThat(names(bench.find(0, in(IN_B), NOTHING, "all"))).isEqualTo("none");
    }
  }

  @Nested
  class Visibility {
    @Test
    void devices_of_a_node_serve_that_node_alone() {
      var bench =
          new Bench(new DeviceScenario().pool("p", new Reach.OnNode("n1"), gpu("x")).claim("c", 1));
      assertThat(names(bench.find(0, node("n2"), NOTHING, "c"))).isEqualTo("none");
      assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("none");
      assertThat(names(bench.find(0, node("n1"), NOTHING, "c"))).isEqualTo("x");
    }

    @Test
    void devices_of_a_zone_narrow_the_node_to_it() {
      var bench = new Bench(new DeviceScenario().pool("p", where(IN_A), gpu("x")).claim("c", 1));
      var site = bench.find(0, open(), NOTHING, "c").orElseThrow().site();
      assertThat(((Bench.LabelSite) site).labels()).isEqualTo(IN_A);
      assertThat(names(bench.find(0, in(IN_B), NOTHING, "c"))).isEqualTo("none");
    }

    /// C43, for slices: terms are alternatives.
    @Test
    void one_of_several_terms_is_enough() {
      var bench =
          new Bench(new DeviceScenario().pool("p", where(IN_A, IN_B), gpu("x")).claim("c", 1));
      assertThat(names(bench.find(0, in(IN_A), NOTHING, "c"))).isEqualTo("x");
      assertThat(names(bench.find(0, in(IN_B), NOTHING, "c"))).isEqualTo("x");
    }

    @Test
    void terms_on_one_label_leave_all_their_values() {
      assertThat(Reach.where(List.of(IN_A, IN_B))).isEqualTo(where(zone("zone-a", "zone-b")));
      var other = Requirements.of(Keys.ARCH, ValueSet.in("amd64"));
      assertThat(Reach.where(List.of(IN_A, other))).isEqualTo(where(IN_A, other));
    }

    @Test
    void two_zones_do_not_go_together() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", where(IN_A), gpu("x"))
                  .pool("q", where(IN_B), gpu("y"))
                  .claim("two", 2));
      assertThat(names(bench.find(0, open(), NOTHING, "two"))).isEqualTo("none");
    }
  }

  @Nested
  class Requests {
    @Test
    void published_devices_come_before_those_of_the_node() {
      var brought = brings(gpu("t"));
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", Reach.EVERYWHERE, gpu("x"))
                  .templates(brought)
                  .claim("two", 2));
      assertThat(names(bench.find(0, open(), brought, "two"))).isEqualTo("x t");
    }

    @Test
    void selectors_decide_which_devices_are_wanted() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool(
                      "p",
                      Reach.EVERYWHERE,
                      gpu("x", Map.of("model", 1L)),
                      gpu("y", Map.of("model", 2L)))
                  .claim("c", c -> c.count("r", 1, model(2))));
      assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("y");
    }

    @Test
    void all_takes_every_device_and_needs_one() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", Reach.EVERYWHERE, gpu("x"), gpu("y"))
                  .claim("all", c -> c.all("r", _ -> true))
                  .claim("none", c -> c.all("r", model(7)))
                  .claim("one", 1));
      assertThat(names(bench.find(0, open(), NOTHING, "all"))).isEqualTo("x y");
      assertThat(names(bench.find(0, open(), NOTHING, "none"))).isEqualTo("none");
      bench.place(0, open(), NOTHING, "one");
      assertThat(names(bench.find(1, open(), NOTHING, "all"))).isEqualTo("none");
    }

    @Test
    void all_means_what_the_final_node_can_use() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("a", where(IN_A), gpu("x"))
                  .pool("b", where(IN_B), gpu("y"), gpu("z"))
                  .claim("all", c -> c.all("r", _ -> true))
                  .claim("taken", 1));
      assertThat(names(bench.find(0, open(), NOTHING, "all"))).isEqualTo("x");
      bench.place(0, in(IN_A), NOTHING, "taken");
      assertThat(names(bench.find(1, in(IN_B), NOTHING, "all"))).isEqualTo("y z");
    }

    @Test
    void the_first_alternative_that_can_be_had_is_taken() {
      var scenario =
          new DeviceScenario()
              .pool(
                  "p",
                  Reach.EVERYWHERE,
                  gpu("x", Map.of("model", 1L)),
                  gpu("y", Map.of("model", 2L)))
              .claim(
                  "c",
                  c ->
                      c.first(
                          "r",
                          new Wish(model(3), new Amount.Count(1), Map.of()),
                          new Wish(model(2), new Amount.Count(1), Map.of()),
                          new Wish(model(1), new Amount.Count(1), Map.of())));
      assertThat(names(new Bench(scenario).find(0, open(), NOTHING, "c"))).isEqualTo("y");
    }

    @Test
    void an_alternative_gives_way_where_the_next_request_needs_it() {
      var scenario =
          new DeviceScenario()
              .pool(
                  "p",
                  Reach.EVERYWHERE,
                  gpu("x", Map.of("model", 1L)),
                  gpu("y", Map.of("model", 2L)))
              .claim(
                  "c",
                  c ->
                      c.first(
                              "r",
                              new Wish(model(2), new Amount.Count(1), Map.of()),
                              new Wish(model(1), new Amount.Count(1), Map.of()))
                          .count("s", 1, model(2)));
      assertThat(names(new Bench(scenario).find(0, open(), NOTHING, "c"))).isEqualTo("x y");
    }

    @Test
    void a_claim_has_at_most_32_devices() {
      var many = IntStream.range(0, 40).mapToObj(i -> gpu("x" + i)).toArray(Device[]::new);
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", Reach.EVERYWHERE, many)
                  .claim("32", 32)
                  .claim("33", 33)
                  .claim("split", c -> c.count("r", 16, _ -> true).count("s", 17, _ -> true))
                  .claim("all", c -> c.all("r", _ -> true)));
      assertThat(bench.find(0, open(), NOTHING, "32")).isPresent();
      assertThat(bench.find(0, open(), NOTHING, "33")).isEmpty();
      assertThat(bench.find(0, open(), NOTHING, "split")).isEmpty();
      assertThat(bench.find(0, open(), NOTHING, "all")).isEmpty();
    }
  }

  @Nested
  class Budgets {
    private final DeviceTemplates card =
        new DeviceTemplates(
            List.of(
                new DeviceTemplates.Slice(DRIVER, "local", List.of(), List.of(card("card", 4))),
                new DeviceTemplates.Slice(
                    DRIVER,
                    "local",
                    List.of(partition("half-1", 2), partition("half-2", 2), partition("whole", 4)),
                    List.of())),
            List.of());

    @Test
    void partitions_share_the_counters_of_their_card() {
      var bench = new Bench(new DeviceScenario().templates(card).claim("2", 2).claim("3", 3));
      assertThat(names(bench.find(0, open(), card, "2"))).isEqualTo("half-1 half-2");
      assertThat(names(bench.find(0, open(), card, "3"))).isEqualTo("none");
    }

    @Test
    void counters_of_published_pools_run_out_over_pods() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .slice(counters("k", 2, card("card", 3)))
                  .slice(slice("m", 1, 2, partition("a", 2), partition("b", 2), partition("c", 1)))
                  .claim("one", 1));
      assertThat(bench.placeOwn(0, open(), NOTHING, "one")).isEqualTo("a");
      assertThat(bench.placeOwn(1, open(), NOTHING, "one")).isEqualTo("c");
      assertThat(bench.placeOwn(2, open(), NOTHING, "one")).isEqualTo("none");
    }

    @Test
    void a_shared_device_serves_claims_until_its_capacity_is_used() {
      var memory = Capacity.of(BigDecimal.valueOf(10));
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", Reach.EVERYWHERE, shared("x", memory))
                  .claim("six", c -> c.memory("r", 6))
                  .claim("four", c -> c.memory("r", 4))
                  .claim("whole", 1));
      assertThat(bench.placeOwn(0, open(), NOTHING, "six")).isEqualTo("x");
      assertThat(bench.placeOwn(1, open(), NOTHING, "six")).isEqualTo("none");
      assertThat(bench.placeOwn(1, open(), NOTHING, "whole")).isEqualTo("none");
      assertThat(bench.placeOwn(1, open(), NOTHING, "four")).isEqualTo("x");
    }

    @Test
    void a_capacity_the_device_lacks_is_not_granted() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool("p", Reach.EVERYWHERE, shared("x", Capacity.of(BigDecimal.TEN)))
                  .claim(
                      "c",
                      c ->
                          c.first(
                              "r",
                              new Wish(
                                  _ -> true,
                                  new Amount.Count(1),
                                  Map.of("bandwidth", BigDecimal.ONE)))));
      assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("none");
    }
  }

  @Nested
  class Attributes {
    private static final String NUMA = DRIVER + "/numa";

    @Test
    void devices_of_a_claim_match() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool(
                      "p",
                      Reach.EVERYWHERE,
                      gpu("x", Map.of("numa", 0L)),
                      gpu("y", Map.of("numa", 1L)),
                      gpu("plain"),
                      gpu("z", Map.of("numa", 1L)))
                  .claim("c", c -> c.count("r", 2, _ -> true).match(NUMA)));
      assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("y z");
    }

    @Test
    void a_constraint_concerns_only_the_requests_it_names() {
      var bench =
          new Bench(
              new DeviceScenario()
                  .pool(
                      "p",
                      Reach.EVERYWHERE,
                      gpu("x", Map.of("numa", 0L)),
                      gpu("y", Map.of("numa", 1L)))
                  .claim(
                      "c",
                      c -> c.count("r", 1, _ -> true).count("s", 1, _ -> true).match(NUMA, "r"))
                  .claim(
                      "d", c -> c.count("r", 1, _ -> true).count("s", 1, _ -> true).match(NUMA)));
      assertThat(names(bench.find(0, open(), NOTHING, "c"))).isEqualTo("x y");
      assertThat(names(bench.find(0, open(), NOTHING, "d"))).isEqualTo("none");
    }

    private DeviceTemplates bound(AttributeBinding... bindings) {
      return new DeviceTemplates(
          List.of(
              new DeviceTemplates.Slice(
                  DRIVER,
                  "local",
                  List.of(gpu("a"), gpu("b"), gpu("c"), gpu("known", Map.of("numa", 0L))),
                  List.of())),
          List.of(bindings));
    }

    private static AttributeBinding binding(String... devices) {
      return new AttributeBinding(
          NUMA, List.of(devices).stream().map(d -> new DeviceId(DRIVER, "local", d)).toList());
    }

    private String found(DeviceTemplates brought, int devices) {
      var scenario =
          new DeviceScenario()
              .templates(brought)
              .claim("c", c -> c.count("r", devices, _ -> true).match(NUMA));
      return names(new Bench(scenario).find(0, open(), brought, "c"));
    }

    @Test
    void bound_devices_match_although_the_value_is_unknown() {
      assertThat(found(bound(binding("b", "c")), 2)).isEqualTo("b c");
      assertThat(found(bound(), 2)).isEqualTo("none");
    }

    @Test
    void bindings_that_share_a_device_are_one() {
      assertThat(found(bound(binding("a", "b"), binding("b", "c")), 3)).isEqualTo("a b c");
    }

    @Test
    void a_binding_of_one_device_binds_nothing() {
      assertThat(found(bound(binding("b")), 1)).isEqualTo("known");
    }

    @Test
    void known_values_and_bindings_do_not_mix() {
      assertThat(found(bound(binding("a", "b", "known")), 3)).isEqualTo("none");
      assertThat(found(bound(binding("a", "b", "known")), 2)).isEqualTo("a b");
    }
  }

  @Test
  void a_search_without_end_stops_at_its_work_limit() {
    var puzzle = new Device[30];
    for (int i = 0; i < puzzle.length; i++) puzzle[i] = gpu("x" + i, Map.of("numa", (long) i));
    var scenario =
        new DeviceScenario()
            .pool("p", Reach.EVERYWHERE, puzzle)
            .claim(
                "c",
                c ->
                    c.count("r", 15, _ -> true)
                        .count("s", 2, _ -> true)
                        .match(DRIVER + "/numa", "s"));
    var bench = new Bench(scenario);
    assertThat(bench.find(0, open(), NOTHING, "c")).isEmpty();
    assertThat(bench.work.isSpent()).isTrue();
  }
}
