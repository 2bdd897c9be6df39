package karpenter.operator.disruption;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.core.testkit.facts.PodFixture;
import karpenter.operator.LoopContext;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metric;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Note;
import karpenter.operator.testkit.TestPools;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class DisruptionLoopTest {
  /// Changes are gathered for three seconds.
  private static final Duration SOON = Duration.ofSeconds(4);

  private final Recorder commands = new Recorder();
  private final Verdicts verdicts = new Verdicts();
  private final TestWorld world = new TestWorld(this::loops);

  private List<LoopPlan<?>> loops(LoopContext context) {
    var types = new TypeSource(context.provider());
    var relevance = new Relevance();
    var loop =
        new DisruptionLoop(
            context,
            commands,
            new Foresight(context, types, new VirtualPods()),
            types,
            relevance,
            new ControlRestraints(context),
            verdicts);
    return List.of(
        new LoopPlan<>(loop, Pace.standard(1), relevance::keys, List.of(Loop.Singleton.ALL)));
  }

  /// Writes down what is started, and lets nothing come of it.
  private static final class Recorder implements Commands {
    final List<Command> started = new ArrayList<>();
    final SortedSet<String> busy = new TreeSet<>();
    Optional<String> refusal = Optional.empty();

    @Override
    public SortedSet<String> busy(ClusterSnapshot snapshot) {
      return new TreeSet<>(busy);
    }

    @Override
    public Outcome tidy() {
      return Outcome.DONE;
    }

    @Override
    public Optional<String> start(Command command) {
      started.add(command);
      if (refusal.isEmpty()) {
        busy.addAll(command.names());
      }
      return refusal;
    }

    List<SortedSet<String>> nodes() {
      return started.stream().map(Command::names).toList();
    }
  }

  private static InstanceType type(String name, long cpu, double price) {
    return new InstanceType(
        name,
        Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name)),
        List.of(
            new Offering(
                Requirements.of("topology.kubernetes.io/zone", ValueSet.in("zone-a"))
                    .and("karpenter.sh/capacity-type", ValueSet.in("on-demand")),
                price,
                true,
                OptionalInt.empty(),
                Resources.none(),
                Resources.none())),
        room(cpu),
        Resources.none());
  }

  private static Resources room(long cpu) {
    return Resources.of(Map.of(Resources.CPU, cpu * 1000, Resources.PODS, 100L));
  }

  private void pool(Consumer<ObjectNode> disruption) {
    world.cloud.types =
        new TypesAnswer.Types(List.of(type("small", 2, 1.0), type("large", 8, 4.0)), 1);
    world.cluster.put(
        TestPools.of(
            "general",
            spec -> {
              spec.withObject("/template/spec").putArray("requirements");
              var node = spec.putObject("disruption");
              node.put("consolidateAfter", "0s");
              disruption.accept(node);
            }));
  }

  private static ClaimFixture quiet(String name) {
    return claim(name)
        .ofNode(name)
        .and(c -> c.setTrue(ClaimFacts.INITIALIZED, TestWorld.START.minusSeconds(3600)))
        .and(c -> c.setTrue(ClaimFacts.CONSOLIDATABLE, TestWorld.START.minusSeconds(60)));
  }

  private void node(String name, String type, long cpu) {
    world.cluster.put(quiet(name).build());
    world.cluster.put(
        NodeFixture.node(name)
            .label("karpenter.sh/registered", "true")
            .label("karpenter.sh/initialized", "true")
            .label("karpenter.sh/capacity-type", "on-demand")
            .label("node.kubernetes.io/instance-type", type)
            .label("kubernetes.io/hostname", name)
            .allocatable(room(cpu))
            .build());
  }

  private static PodFixture running(String name, String node, long millis) {
    return pod(name)
        .on(node)
        .labels(Map.of("app", "web"))
        .requests(Resources.of(Map.of(Resources.CPU, millis, Resources.PODS, 1L)));
  }

  private List<String> kinds(String claim) {
    var verdict = verdicts.all().get(claim);
    return verdict == null ? List.of() : verdict.obstacles().stream().map(Obstacle::kind).toList();
  }

  @Test
  void a_command_that_cannot_begin_is_not_tried_again_at_once() {
    pool(disruption -> {});
    node("a", "small", 2);
    commands.refusal = Optional.of("the pool may hold no more");

    world.run(Duration.ofMinutes(3));

    assertThat(commands.started).as("after 15 s, a minute and two").hasSize(2);
  }

  @Test
  void empty_node_goes_when_it_is_still_empty_a_quarter_of_a_minute_later() {
    pool(_ -> {});
    node("a", "small", 2);

    world.run(Duration.ofSeconds(17));
    assertThat(commands.started).isEmpty();
    world.run(SOON);

    assertThat(commands.nodes()).containsExactly(new TreeSet<>(List.of("a")));
    assertThat(commands.started.getFirst().method()).isEqualTo(Method.EMPTINESS);
  }

  @Test
  void what_a_command_saves_is_price_and_node_cost() {
    pool(_ -> {});
    world.cloud.nodeCost = 0.1;
    node("a", "small", 2);

    world.run(Duration.ofSeconds(17).plus(SOON));

    assertThat(commands.started.getFirst().saving())
        .isCloseTo(1.0 + NodeCost.DEFAULT + 0.1, within(1e-9));
    assertThat(commands.started.getFirst().sentence())
        .endsWith("(saves $1.15 an hour: instances $1 less, node cost $0.15 less)");
  }

  @Test
  void node_that_gets_a_pod_meanwhile_stays_and_the_others_go() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    node("a", "small", 2);
    node("b", "small", 2);
    world.run(Duration.ofSeconds(5));

    world.cluster.put(running("p", "a", 2000).build());
    world.run(Duration.ofSeconds(15));

    assertThat(commands.nodes()).containsExactly(new TreeSet<>(List.of("b")));
    assertThat(world.metrics.value(Metric.VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL, "empty"))
        .isZero();
  }

  @Test
  void half_empty_nodes_are_merged() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    node("a", "small", 2);
    node("b", "small", 2);
    world.cluster.put(running("p", "a", 700).build());
    world.cluster.put(running("q", "b", 700).build());

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).hasSize(1);
    assertThat(commands.started.getFirst().decision()).isEqualTo("delete");
    assertThat(commands.started.getFirst().candidates()).hasSize(1);
  }

  @Test
  void large_node_is_replaced_by_a_small_one() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());

    world.run(Duration.ofSeconds(20));

    var command = commands.started.getFirst();
    assertThat(command.decision()).isEqualTo("replace");
    assertThat(command.saving()).isEqualTo(3.0);
    assertThat(command.replacements().getFirst().types())
        .extracting(TypeChoice::type)
        .containsExactly("small");
    assertThat(world.eventReasons()).contains("ConsolidationCandidate");
  }

  @Test
  void evictions_wait_until_no_node_was_bought_for_as_long_as_they_need() {
    pool(d -> d.put("consolidateAfter", "5m"));
    node("a", "large", 8);
    world.cluster.put(quiet("a").createdAt(TestWorld.START.minusSeconds(60)).build());
    for (int i = 0; i < 10; i++) {
      world.cluster.put(running("p" + i, "a", 70).build());
    }

    world.run(Duration.ofSeconds(160));
    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("churn");
    world.run(Duration.ofSeconds(60));

    assertThat(commands.started).as("4 minutes after the purchase, unasked").hasSize(1);
  }

  @Test
  void evictions_wait_longer_where_pods_could_end_up_on_a_gpu_node() {
    pool(d -> d.put("consolidateAfter", "5m"));
    node("a", "large", 8);
    world.cluster.put(quiet("a").createdAt(TestWorld.START.minusSeconds(60)).build());
    for (int i = 0; i < 10; i++) {
      world.cluster.put(running("p" + i, "a", 70).build());
    }
    world.cluster.put(
        NodeFixture.node("g")
            .unlabelled("karpenter.sh/nodepool")
            .label("kubernetes.io/hostname", "g")
            .allocatable(room(8).with("nvidia.com/gpu", 1))
            .build());

    world.run(Duration.ofMinutes(10));
    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("churn");
    world.run(Duration.ofMinutes(2));

    assertThat(commands.started).as("12 minutes after the purchase, for 3 otherwise").hasSize(1);
  }

  @Test
  void evictions_do_not_wait_where_they_cost_nothing() {
    pool(d -> d.put("consolidateAfter", "5m"));
    node("a", "large", 8);
    world.cluster.put(
        quiet("a")
            .createdAt(TestWorld.START.minusSeconds(60))
            .annotation("karpenter-jvm.dev/eviction-price", "0")
            .build());
    for (int i = 0; i < 10; i++) {
      world.cluster.put(running("p" + i, "a", 70).build());
    }

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).hasSize(1);
  }

  @Test
  void replacement_is_given_up_when_a_pod_becomes_protected_meanwhile() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());
    world.run(Duration.ofSeconds(5));

    world.cluster.put(running("p", "a", 700).doNotDisrupt("true").build());
    world.run(Duration.ofSeconds(15));

    assertThat(commands.started).isEmpty();
    assertThat(world.eventReasons()).contains("ConsolidationRejected", "DisruptionBlocked");
    assertThat(world.metrics.value(Metric.VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL, "single"))
        .isEqualTo(1);
    assertThat(kinds("a")).containsExactly("pod-do-not-disrupt");
  }

  @Test
  void every_command_given_up_because_a_protected_pod_arrived_counts() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    node("a", "small", 2);
    world.run(Duration.ofSeconds(5));
    assertThat(kinds("a")).containsExactly("parked");

    world.cluster.put(running("p", "a", 700).doNotDisrupt("true").build());
    world.run(Duration.ofSeconds(15));

    assertThat(commands.started).isEmpty();
    assertThat(failedValidations("empty")).isEqualTo(1);
  }

  @Test
  void a_merge_given_up_because_a_protected_pod_arrived_counts() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    for (var name : List.of("a", "b", "c")) {
      node(name, "large", 8);
      world.cluster.put(running("p-" + name, name, 500).build());
    }
    world.run(Duration.ofSeconds(5));
    var parked = List.of("a", "b", "c").stream().filter(n -> kinds(n).contains("parked")).toList();
    assertThat(parked).hasSizeGreaterThan(1);

    world.cluster.put(running("protected", parked.getFirst(), 100).doNotDisrupt("true").build());
    world.run(Duration.ofSeconds(15));

    assertThat(failedValidations("multi")).isEqualTo(1);
  }

  private double failedValidations(String type) {
    return world.metrics.value(Metric.VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL, type);
  }

  @Test
  void replacement_is_given_up_when_a_pod_budget_closes_meanwhile() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());
    pdb(1);
    world.run(Duration.ofSeconds(5));
    assertThat(kinds("a")).containsExactly("parked");

    pdb(0);
    world.run(Duration.ofSeconds(15));

    assertThat(commands.started).isEmpty();
    assertThat(world.events)
        .filteredOn(event -> event.reason().equals("ConsolidationRejected"))
        .isNotEmpty()
        .allMatch(event -> event.message().contains("churn"));
    assertThat(kinds("a")).containsExactly("pdb");
  }

  @Test
  void node_promised_to_pods_meanwhile_stays() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());
    world.run(Duration.ofSeconds(5));

    world.cluster.note(new Note.Nominated("a", TestWorld.START.plusSeconds(60)));
    world.run(Duration.ofSeconds(15));

    assertThat(commands.started).isEmpty();
    assertThat(world.events)
        .filteredOn(event -> event.reason().equals("ConsolidationRejected"))
        .isNotEmpty()
        .allMatch(event -> event.message().contains("budget"));
  }

  @Test
  void pod_that_would_find_no_place_keeps_its_node_and_is_named() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(
        pod("p")
            .on("a")
            .labels(Map.of("app", "web"))
            .requests(Resources.of(Map.of("example.com/gpu", 1L)))
            .build());

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("pods-without-place");
    assertThat(world.events)
        .filteredOn(event -> event.reason().equals("Unconsolidatable"))
        .isNotEmpty()
        .allMatch(event -> event.message().contains("default/p"));
  }

  @Test
  void pods_that_wait_for_ever_hold_nothing_up() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());
    world.cluster.put(
        pod("hopeless")
            .unschedulable()
            .requests(Resources.of(Map.of("example.com/gpu", 1L)))
            .build());

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).hasSize(1);
  }

  @Test
  void pods_do_not_move_to_nodes_that_are_not_initialized() {
    pool(_ -> {});
    node("a", "small", 2);
    world.cluster.put(running("p", "a", 700).build());
    node("b", "small", 2);
    world.cluster.change(
        "b",
        n ->
            n.withMeta(
                n.meta().withLabels(without(n.meta().labels(), "karpenter.sh/initialized"))));

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("pods-without-place");
  }

  /// Else it would take what pod q needs, or a node would have to be bought for it.
  @Test
  void pods_of_a_node_that_leaves_may_be_planned_onto_one_that_is_not_initialized() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    node("a", "small", 2);
    world.cluster.put(running("q", "a", 1000).build());
    node("b", "small", 2);
    world.cluster.put(running("r", "b", 700).doNotDisrupt("true").build());
    node("l", "small", 2);
    world.cluster.put(running("p", "l", 1500).build());
    world.cluster.put(quiet("l").deletedAt(TestWorld.START).build());
    node("u", "small", 2);
    world.cluster.change(
        "u",
        n ->
            n.withMeta(
                n.meta().withLabels(without(n.meta().labels(), "karpenter.sh/initialized"))));

    world.run(Duration.ofSeconds(20));

    assertThat(commands.nodes()).containsExactly(new TreeSet<>(List.of("a")));
    assertThat(commands.started.getFirst().replacements()).isEmpty();
  }

  private static SortedMap<String, String> without(SortedMap<String, String> labels, String key) {
    var fewer = new TreeMap<>(labels);
    fewer.remove(key);
    return fewer;
  }

  @Test
  void pods_do_not_move_to_nodes_that_have_not_been_quiet_for_long_enough() {
    pool(d -> d.put("consolidateAfter", "10m"));
    node("a", "small", 2);
    node("b", "small", 2);
    world.cluster.put(running("p", "a", 700).build());
    world.cluster.put(running("q", "b", 700).build());
    world.cluster.put(
        quiet("b")
            .and(c -> c.clear(ClaimFacts.CONSOLIDATABLE))
            .and(c -> c.withLastPodEvent(TestWorld.START.minusSeconds(60)))
            .build());

    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).isEmpty();
    assertThat(kinds("b")).containsExactly("not-quiet");
  }

  @Test
  void a_drifted_node_is_tried_again_although_nothing_changes() {
    pool(_ -> {});
    node("a", "small", 2);
    world.cluster.put(
        quiet("a")
            .and(c -> c.setTrue(ClaimFacts.DRIFTED, TestWorld.START.minusSeconds(60)))
            .build());
    world.cluster.put(running("p", "a", 2000).build());
    commands.refusal = Optional.of("nobody answers");

    world.run(Duration.ofMinutes(3));

    assertThat(commands.started).as("at once and after a minute").hasSize(2);
  }

  @Test
  void drifted_nodes_are_replaced_one_a_pass_without_waiting() {
    pool(
        d -> {
          d.put("consolidateAfter", "Never");
          d.putArray("budgets").addObject().put("nodes", "1");
        });
    for (var name : List.of("a", "b")) {
      node(name, "small", 2);
      world.cluster.put(
          quiet(name)
              .and(c -> c.setTrue(ClaimFacts.DRIFTED, TestWorld.START.minusSeconds(60)))
              .build());
      world.cluster.put(running("p-" + name, name, 1500).build());
    }

    world.run(SOON);

    assertThat(commands.nodes()).containsExactly(new TreeSet<>(List.of("a")));
    assertThat(commands.started.getFirst().replacements()).hasSize(1);
    assertThat(commands.started.getFirst().method()).isEqualTo(Method.DRIFT);
  }

  @Test
  void pool_whose_replacements_fail_does_not_keep_the_others_from_their_turn() {
    pool(d -> d.put("consolidateAfter", "Never"));
    node("a", "small", 2);
    world.cluster.put(
        quiet("a")
            .and(c -> c.setTrue(ClaimFacts.DRIFTED, TestWorld.START.minusSeconds(60)))
            .build());
    world.cluster.put(running("p", "a", 1500).build());
    world.run(SOON);
    assertThat(commands.started).hasSize(1);

    commands.busy.clear(); // rolled back
    world.run(Duration.ofSeconds(50));
    assertThat(commands.started).hasSize(1);
    assertThat(kinds("a")).contains("backed-off");

    world.run(Duration.ofSeconds(30));
    assertThat(commands.started).hasSize(2);
  }

  @Test
  void budget_that_allows_nothing_keeps_everything_and_says_so() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "0"));
    node("a", "small", 2);

    world.run(Duration.ofMinutes(1));

    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("budget");
    assertThat(world.events)
        .anyMatch(
            event ->
                event.reason().equals("DisruptionBlocked")
                    && event.about().kind().equals("NodePool"));
    assertThat(world.metrics.value(Metric.NODEPOOLS_ALLOWED_DISRUPTIONS, "general", "empty"))
        .isZero();
    assertThat(world.metrics.value(Metric.VOLUNTARY_DISRUPTION_ELIGIBLE_NODES, "empty"))
        .isEqualTo(1);
  }

  @Test
  void budget_opens_with_its_schedule_though_nothing_else_happens() {
    // The clock stands at ten.
    pool(
        d ->
            d.putArray("budgets")
                .addObject()
                .put("nodes", "0")
                .put("schedule", "0 9 * * *")
                .put("duration", "2h"));
    node("a", "small", 2);

    world.run(Duration.ofMinutes(59));
    assertThat(commands.started).isEmpty();
    world.run(Duration.ofMinutes(2));

    assertThat(commands.started).hasSize(1);
  }

  @Test
  void pod_budget_that_allows_none_keeps_the_node_until_it_does() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).build());
    pdb(0);
    world.run(Duration.ofSeconds(30));
    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("pdb");

    pdb(1);
    world.run(Duration.ofSeconds(20));

    assertThat(commands.started).hasSize(1);
  }

  private void pdb(int allowed) {
    var pdb =
        new PdbFacts(
            MetaFixture.meta("default", "web"),
            LabelSelector.ofLabels(Map.of("app", "web")),
            allowed,
            Optional.empty(),
            Optional.of("1"),
            false);
    world.cluster.put(Kind.PDBS, pdb.meta(), pdb);
  }

  @Test
  void protection_ends_though_nothing_else_happens() {
    pool(_ -> {});
    node("a", "large", 8);
    world.cluster.put(running("p", "a", 700).doNotDisrupt("5m").startedAt(TestWorld.START).build());
    world.run(Duration.ofMinutes(4));
    assertThat(commands.started).isEmpty();

    world.run(Duration.ofMinutes(2));

    assertThat(commands.started).hasSize(1);
  }

  @Test
  void clock_that_is_set_back_brings_protection_back() {
    pool(_ -> {});
    node("a", "small", 2);
    world.cluster.put(
        running("p", "a", 1500).doNotDisrupt("5m").startedAt(TestWorld.START).build());
    world.run(Duration.ofMinutes(6));
    assertThat(kinds("a")).containsExactly("nothing-cheaper");

    world.clock.set(TestWorld.START.plus(Duration.ofMinutes(1)));
    node("b", "small", 2);
    world.run(Duration.ofSeconds(30));

    assertThat(kinds("a")).containsExactly("pod-do-not-disrupt");
  }

  @Test
  void cluster_at_rest_is_not_looked_at_again() {
    pool(_ -> {});
    node("a", "small", 2);
    world.cluster.put(running("p", "a", 1500).build());
    world.run(Duration.ofSeconds(30));
    int asked = evaluations();

    world.run(Duration.ofHours(1));

    assertThat(evaluations()).isEqualTo(asked);
    assertThat(kinds("a")).containsExactly("nothing-cheaper");
    assertThat(Objects.requireNonNull(verdicts.all().get("a")).since())
        .isEqualTo(TestWorld.START.plusSeconds(3));
  }

  @Test
  void price_that_falls_is_noticed_though_nothing_else_happens() {
    pool(_ -> {});
    node("a", "small", 2);
    world.cluster.put(running("p", "a", 700).build());
    world.run(Duration.ofMinutes(1));
    assertThat(commands.started).isEmpty();

    world.cloud.types =
        new TypesAnswer.Types(
            List.of(type("small", 2, 1.0), type("large", 8, 4.0), type("tiny", 1, 0.2)), 2);
    world.run(Duration.ofSeconds(27));

    assertThat(commands.started).hasSize(1);
  }

  private int evaluations() {
    return (int)
        world.metrics.value(
            Metric.VOLUNTARY_DISRUPTION_DECISION_EVALUATION_DURATION_SECONDS,
            "underutilized",
            "single");
  }

  @Test
  void two_commands_wait_side_by_side_when_they_do_not_touch() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "100%"));
    node("empty", "small", 2);
    world.run(Duration.ofSeconds(5));
    node("large", "large", 8);
    world.cluster.put(running("p", "large", 3000).build());
    // Too large for the small node that is about to go.
    world.cloud.types =
        new TypesAnswer.Types(
            List.of(type("small", 2, 1.0), type("medium", 4, 2.0), type("large", 8, 4.0)), 2);

    world.run(Duration.ofSeconds(20));

    assertThat(commands.nodes())
        .containsExactly(new TreeSet<>(List.of("empty")), new TreeSet<>(List.of("large")));
  }

  @Test
  void node_of_another_command_is_left_alone() {
    pool(_ -> {});
    node("a", "small", 2);
    commands.busy.add("a");

    world.run(Duration.ofMinutes(1));

    assertThat(commands.started).isEmpty();
    assertThat(kinds("a")).containsExactly("in-command");
  }

  /// Pods of jobs come and go all the time: that a node has just seen one is no news of a node that
  /// stays for the pods it has.
  @Test
  void a_busy_node_that_stays_anyway_is_not_talked_about_with_every_pod() {
    pool(d -> d.put("consolidationPolicy", "WhenEmpty").put("consolidateAfter", "30s"));
    node("a", "small", 2);
    world.cluster.put(running("p", "a", 1500).build());
    world.run(SOON);
    var before = kinds("a");
    assertThat(before).isNotEmpty().doesNotContain("not-quiet");
    var events = List.copyOf(world.events);

    world.cluster.put(
        world.cluster.snapshot().claim("a").orElseThrow().clear(ClaimFacts.CONSOLIDATABLE));
    world.run(Duration.ofMinutes(1));

    assertThat(kinds("a")).containsAll(before).contains("not-quiet");
    assertThat(verdicts.kinds()).containsOnlyKeys(before.getFirst());
    assertThat(world.events).isEqualTo(events);
    assertThat(world.decisions).noneMatch(d -> d.kind().equals("VerdictChanged"));
  }

  @Test
  void claim_that_is_gone_is_forgotten() {
    pool(d -> d.putArray("budgets").addObject().put("nodes", "0"));
    node("a", "small", 2);
    world.run(SOON);
    assertThat(verdicts.all()).containsKey("a");

    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster("a"));
    world.cluster.remove(Kind.NODES, ObjectKey.cluster("a"));
    world.run(SOON);

    assertThat(verdicts.all()).isEmpty();
  }
}
