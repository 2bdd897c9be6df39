package karpenter.core.scheduling;

import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static karpenter.core.testkit.DeviceScenario.brings;
import static karpenter.core.testkit.DeviceScenario.gpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import karpenter.core.device.ClaimState;
import karpenter.core.device.Device;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.device.DeviceRefusal.DeviceClaimUnresolved;
import karpenter.core.device.DeviceRefusal.DeviceRequestsIgnored;
import karpenter.core.device.DeviceRefusal.DeviceSearchGaveUp;
import karpenter.core.device.DeviceRefusal.DevicesUnavailable;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Reach;
import karpenter.core.device.Work;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.pod.DeviceClaimRef.Sharing;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.Preference;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.testkit.DeviceScenario;
import karpenter.core.testkit.PoolScenario;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Section 10 of docs/scheduling.md. The twin knows no devices, so these hold for the kernel alone.
class DeviceRulesTest {
  private static final DeviceTemplates ONE = brings(gpu("g1"));
  private static final DeviceTemplates TWO = brings(gpu("g1"), gpu("g2"));
  private static final Requirements IN_A = Requirements.of(Keys.ZONE, ValueSet.in("zone-a"));
  private static final Requirements IN_B = Requirements.of(Keys.ZONE, ValueSet.in("zone-b"));

  private static Consumer<PodSpecBuilder> own(String template) {
    return pod -> pod.claim(new DeviceClaimRef(template, Sharing.OWN));
  }

  private static Consumer<PodSpecBuilder> shared(String... claims) {
    return pod ->
        List.of(claims).forEach(claim -> pod.claim(new DeviceClaimRef(claim, Sharing.SHARED)));
  }

  /// Plain nodes for 1, nodes with one device for 2, with two for 3; in zones a and b.
  private static void types(PoolScenario pool) {
    type(pool, "plain", 1, DeviceTemplates.NONE);
    type(pool, "one", 2, ONE);
    type(pool, "two", 3, TWO);
  }

  private static void type(PoolScenario pool, String name, double price, DeviceTemplates devices) {
    pool.type(
        name,
        4,
        type ->
            type.offer("zone-a", "on-demand", price)
                .offer("zone-b", "on-demand", price + 0.5)
                .brings(devices));
  }

  private static DeviceScenario devices() {
    return new DeviceScenario().templates(ONE).templates(TWO);
  }

  private static Placement place(Scenario scenario) {
    var problem = scenario.problem();
    return Greedy.place(problem, problem.pending());
  }

  private static Map<String, String> places(Scenario scenario) {
    return RulesTest.places(place(scenario));
  }

  private static List<String> types(NewNode node) {
    return node.types().stream().map(TypeChoice::type).toList();
  }

  private static DeviceRefusal refusal(Placement placement) {
    return placement.unplaced().getFirst().devices().orElseThrow();
  }

  @Test
  void by_default_pods_with_claims_are_refused_and_no_wish_is_given_up_for_them() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .pod("gpu", pod -> own("t").accept(pod.prefer(new Preference.OfNode(1, IN_A))))
                .pod("plain"));
    assertThat(RulesTest.places(placement))
        .containsEntry("plain", "p/0")
        .containsEntry("gpu", "unplaced");
    assertThat(refusal(placement)).isEqualTo(new DeviceRequestsIgnored());
  }

  @Test
  void a_claim_that_does_not_exist_refuses_its_pod() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(devices())
                .pod("gpu", shared("ns/lost")));
    assertThat(refusal(placement)).isEqualTo(new DeviceClaimUnresolved("ns/lost"));
  }

  @Test
  void device_promised_to_an_expected_pod_is_not_given_to_another() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .node("n", node -> node.label(Keys.INSTANCE_TYPE, "one").of("p").notInitialized())
            .devices(
                devices()
                    .claim("c", c -> c.count("r", 1, _ -> true).state(new ClaimState.Promised("n")))
                    .claim("t", 1))
            .pod("other", own("t"))
            .pod("fellow", shared("c"));
    assertThat(places(scenario)).containsEntry("other", "p/0").containsEntry("fellow", "n");
  }

  @Test
  void claim_promised_to_a_node_of_unknown_devices_is_tied_to_it() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .node(
                "n", node -> node.maybe(Keys.INSTANCE_TYPE, "one", "two").of("p").notInitialized())
            .devices(
                devices()
                    .claim("c", c -> c.count("r", 1, _ -> true).state(new ClaimState.Promised("n")))
                    .claim("t", 1))
            .pod("other", own("t"))
            .pod("fellow", shared("c"));
    assertThat(places(scenario)).containsEntry("other", "p/0").containsEntry("fellow", "n");
  }

  @Test
  void node_that_may_become_types_with_the_same_devices_brings_them() {
    var scenario =
        new Scenario()
            .pool(
                "p",
                pool -> {
                  type(pool, "one", 2, ONE);
                  type(pool, "uno", 3, ONE);
                })
            .node(
                "n", node -> node.maybe(Keys.INSTANCE_TYPE, "one", "uno").of("p").notInitialized())
            .devices(devices().claim("t", 1))
            .pod("a", own("t"));
    assertThat(places(scenario)).containsEntry("a", "n");
  }

  @Test
  void types_without_the_devices_are_left_out() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(devices().claim("t", 1))
                .pod("a", own("t")));
    assertThat(types(placement.newNodes().getFirst())).containsExactly("one", "two");
    assertThat(placement.newNodes().getFirst().deviceDrivers()).containsExactly(DRIVER);
  }

  @Test
  void a_node_takes_pods_as_long_as_its_devices_last() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(devices().claim("t", 1))
                .pod("a", own("t"))
                .pod("b", own("t"))
                .pod("c", own("t"))
                .pod("plain"));
    assertThat(RulesTest.places(placement))
        .containsEntry("a", "p/0")
        .containsEntry("b", "p/0")
        .containsEntry("c", "p/1");
    assertThat(types(placement.newNodes().getFirst())).containsExactly("two");
    assertThat(placement.newNodes().getFirst().deviceDrivers()).containsExactly(DRIVER);
  }

  @Test
  void a_node_on_which_nothing_is_claimed_waits_for_no_driver() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(devices().claim("t", 1))
                .pod("plain", pod -> pod.requests(Scenario.cpu(4)))
                .pod("gpu", own("t")));
    assertThat(placement.newNodes()).extracting(NewNode::deviceDrivers).first().isEqualTo(Set.of());
    assertThat(placement.newNodes().getLast().deviceDrivers()).containsExactly(DRIVER);
  }

  @Test
  void too_many_devices_refuse_the_pod() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(devices().claim("t", 3))
                .pod("a", own("t")));
    assertThat(refusal(placement)).isEqualTo(new DevicesUnavailable());
  }

  @Test
  void devices_of_a_zone_pin_the_node_to_it() {
    var placement =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(
                    new DeviceScenario()
                        .pool("b", new Reach.Where(List.of(IN_B)), gpu("x"))
                        .claim("c", 1))
                .pod("a", shared("c"))
                .pod("b", pod -> shared("c").accept(pod.nodeAlternatives(List.of(IN_A)))));
    var node = placement.newNodes().getFirst();
    assertThat(node.requirements().get(Keys.ZONE)).isEqualTo(ValueSet.in("zone-b"));
    assertThat(node.price()).isEqualTo(1.5);
    assertThat(RulesTest.places(placement))
        .containsEntry("a", "p/0")
        .containsEntry("b", "unplaced");
  }

  /// C42 and C43 through the whole engine.
  @Test
  void a_node_starts_where_its_allocated_claims_are() {
    var inA = new ClaimState.Allocated(new Reach.Where(List.of(IN_B)), List.of());
    var either = new ClaimState.Allocated(Reach.where(List.of(IN_A, IN_B)), List.of());
    var scenario =
        devices()
            .claim("disk", c -> c.state(inA))
            .claim("wide", c -> c.state(either))
            .claim("gpu", 1);
    var pinned =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(scenario)
                .pod("a", shared("disk", "gpu")));
    var open =
        place(
            new Scenario()
                .pool("p", DeviceRulesTest::types)
                .devices(scenario)
                .pod("a", shared("wide", "gpu")));
    assertThat(pinned.newNodes().getFirst().requirements().get(Keys.ZONE))
        .isEqualTo(ValueSet.in("zone-b"));
    assertThat(open.newNodes().getFirst().requirements().get(Keys.ZONE))
        .isEqualTo(ValueSet.in("zone-a", "zone-b"));
  }

  @Test
  void pods_that_share_a_claim_with_devices_of_a_new_node_go_there_together() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .devices(devices().claim("c", 1))
            .pod("a", shared("c"))
            .pod("b", shared("c"))
            .pod("big", pod -> shared("c").accept(pod.requests(Scenario.cpu(4))));
    assertThat(places(scenario))
        .containsEntry("a", "p/0")
        .containsEntry("b", "p/0")
        .containsEntry("big", "unplaced");
  }

  @Test
  void devices_kept_for_a_type_are_free_when_the_node_can_no_longer_be_it() {
    var tiny = brings(gpu("t", Map.of("numa", 0L)));
    var big = brings(gpu("b1", Map.of("numa", 1L)), gpu("b2", Map.of("numa", 1L)));
    var scenario =
        new Scenario()
            .pool(
                "p",
                pool -> {
                  pool.type("tiny", 2, t -> t.offer("zone-a", "on-demand", 1).brings(tiny));
                  pool.type("big", 6, t -> t.offer("zone-a", "on-demand", 5).brings(big));
                })
            .devices(
                new DeviceScenario()
                    .templates(tiny)
                    .templates(big)
                    .pool("net", Reach.EVERYWHERE, gpu("x", Map.of("numa", 0L, "net", 1L)))
                    .claim("pair", c -> c.count("r", 2, _ -> true).match(DRIVER + "/numa"))
                    .claim(
                        "net",
                        c ->
                            c.count(
                                "r", 1, kind -> kind.attributes().containsKey(DRIVER + "/net"))))
            // As tiny, the node of a would use x; as big, two devices of its own.
            .pod("a", pod -> own("pair").accept(pod.hostPort(RulesTest.HTTP)))
            .pod("b", pod -> own("net").accept(pod.hostPort(RulesTest.HTTP)));
    assertThat(places(scenario)).containsEntry("a", "p/0").containsEntry("b", "unplaced");
    // Too much for tiny: the node of a becomes big, and x is free.
    scenario.pod("c", pod -> pod.requests(Scenario.cpu(4)));
    assertThat(places(scenario)).containsEntry("c", "p/0").containsEntry("b", "p/1");
  }

  @Test
  void devices_of_a_node_that_is_there_are_used_first() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .node("n1", _ -> {})
            .node("n2", _ -> {})
            .devices(devices().pool("n2", new Reach.OnNode("n2"), gpu("x")).claim("t", 1))
            .pod("a", own("t"))
            .pod("b", own("t"));
    assertThat(places(scenario)).containsEntry("a", "n2").containsEntry("b", "p/0");
  }

  @Test
  void a_node_on_its_way_has_the_devices_of_its_type() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .node("n", node -> node.label(Keys.INSTANCE_TYPE, "one").of("p").notInitialized())
            .devices(devices().claim("t", 1))
            .pod("a", own("t"))
            .pod("b", own("t"));
    assertThat(places(scenario)).containsEntry("a", "n").containsEntry("b", "p/0");
  }

  @Test
  void a_puzzle_is_given_up_and_says_so() {
    var puzzle = new Device[30];
    for (int i = 0; i < puzzle.length; i++) puzzle[i] = gpu("x" + i, Map.of("numa", (long) i));
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .devices(
                new DeviceScenario()
                    .pool("x", Reach.EVERYWHERE, puzzle)
                    .claim(
                        "c",
                        c ->
                            c.count("r", 15, _ -> true)
                                .count("s", 2, _ -> true)
                                .match(DRIVER + "/numa", "s")))
            .pod("a", own("c"));
    assertThat(refusal(place(scenario))).isEqualTo(new DeviceSearchGaveUp(Work.MAX_STEPS));
  }

  @Test
  void a_dearer_type_may_not_move_the_node_away_from_the_cheaper_one() {
    // Type single would need x, which is in zone b, where type pair costs more.
    var scenario =
        new Scenario()
            .pool(
                "p",
                pool -> {
                  type(pool, "pair", 1, TWO);
                  type(pool, "single", 2, ONE);
                })
            .devices(
                devices()
                    .pool("b", new Reach.Where(List.of(IN_B)), gpu("x", Map.of("model", 1L)))
                    .claim(
                        "t",
                        c ->
                            c.first(
                                "r",
                                new DeviceScenario.Wish(
                                    kind -> kind.attributes().isEmpty(),
                                    new Amount.Count(2),
                                    Map.of()),
                                new DeviceScenario.Wish(_ -> true, new Amount.Count(2), Map.of()))))
            .pod("a", own("t"));
    var node = place(scenario).newNodes().getFirst();
    assertThat(node.price()).isEqualTo(1);
    assertThat(types(node)).containsExactly("pair");
    assertThat(node.requirements().get(Keys.ZONE).contains("zone-b")).isTrue();
  }

  @Test
  void the_engine_and_the_order_of_the_input_agree() {
    var scenario =
        new Scenario()
            .pool("p", DeviceRulesTest::types)
            .devices(devices().claim("t", 1).claim("c", 2))
            .pod("a", own("t"))
            .pod("b", shared("c"))
            .pod("c", own("t"));
    var problem = scenario.problem();
    var reversed =
        new SchedulingProblem(
            problem.pools(),
            problem.nodes(),
            problem.pending().reversed(),
            problem.bound(),
            problem.daemons(),
            problem.namespaces(),
            problem.options(),
            problem.devices());
    assertThat(Scheduler.solve(reversed)).isEqualTo(Scheduler.solve(problem));
    assertThat(Scheduler.solve(problem).unplaced()).isEmpty();
  }

  private static List<Refusal> reasons(Scenario scenario) {
    var problem = scenario.problem();
    var placement = place(scenario);
    return Tracer.of(problem, placement)
        .trace(placement.unplaced().getFirst().pod())
        .verdicts()
        .stream()
        .flatMap(verdict -> verdict.attempts().stream())
        .flatMap(attempt -> attempt.refusals().stream())
        .distinct()
        .toList();
  }

  @Test
  void every_candidate_says_that_it_is_the_devices() {
    var scenario =
        new Scenario().pool("p", DeviceRulesTest::types).node("n", _ -> {}).pod("a", own("t"));
    assertThat(reasons(scenario))
        .containsExactly(new Refusal.ClaimsUnmet(new DeviceRequestsIgnored()));
    assertThat(reasons(scenario.devices(devices().claim("t", 3)).pod("b")))
        .containsExactly(new Refusal.ClaimsUnmet(new DevicesUnavailable()));
  }

  @Test
  void types_given_back_at_the_end_have_the_devices_too() {
    // The limit has room for every type, so that all would be given back.
    var scenario =
        new Scenario()
            .pool(
                "p",
                pool -> {
                  types(pool);
                  pool.limit(Resources.CPU, 100_000);
                })
            .devices(devices().claim("t", 1))
            .pod("a", own("t"));
    assertThat(types(Scheduler.solve(scenario.problem()).newNodes().getFirst()))
        .containsExactly("one", "two");
  }
}
