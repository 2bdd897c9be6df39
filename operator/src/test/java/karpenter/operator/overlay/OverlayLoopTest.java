package karpenter.operator.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ApiClusterWriter;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestRuntime;
import karpenter.operator.testkit.TestSettings;
import karpenter.operator.testkit.TestWorld;
import karpenter.operator.testkit.TreeKube;
import org.junit.jupiter.api.Test;

class OverlayLoopTest {
  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: %s}
      spec:
        template:
          metadata: {labels: {team: %s}}
          spec:
            nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
            requirements: []
      """;

  private final TestClock clock = new TestClock(TestWorld.START);
  private final TestCloud cloud = new TestCloud();
  private final Reading reading = Reading.of(cloud);
  private final WatchedState state =
      new WatchedState(reading, List.of(Resource.NODE_OVERLAYS, Resource.NODE_POOLS));
  private final TreeKube kube = new TreeKube(state);
  private final TestRuntime runtime = new TestRuntime(clock);
  private final TypeSource types = new TypeSource(cloud);

  OverlayLoopTest() {
    cloud.types = new TypesAnswer.Types(List.of(type("small", 1.0), type("large", 2.0)), 1);
    var context = context(TestSettings.withAllGates(Settings.DEFAULT));
    runtime.start(OverlayLoops.loops(context, types), state);
  }

  private LoopContext context(Settings settings) {
    return new LoopContext(
        state,
        new ApiClusterWriter(kube, state, reading),
        kube,
        cloud,
        _ -> {},
        Metrics.NONE,
        _ -> {},
        clock,
        runtime,
        settings);
  }

  private static InstanceType type(String name, double price) {
    var requirements =
        Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name))
            .and("karpenter.sh/capacity-type", ValueSet.in("spot", "on-demand"));
    var offerings = new ArrayList<Offering>();
    for (var capacityType : List.of("spot", "on-demand")) {
      offerings.add(
          Offering.of(
              Requirements.of("karpenter.sh/capacity-type", ValueSet.in(capacityType)), price));
    }
    return new InstanceType(
        name, requirements, offerings, Resources.of(Map.of("cpu", 4000L)), Resources.none());
  }

  private void pool(String name, String team) {
    kube.put(Resource.NODE_POOLS, POOL.formatted(name, team));
    runtime.run(Duration.ZERO);
  }

  private void overlay(String name, String spec) {
    kube.put(Resource.NODE_OVERLAYS, "metadata: {name: %s}\nspec: {%s}\n".formatted(name, spec));
    runtime.run(Duration.ZERO);
  }

  private PoolFacts facts(String pool) {
    return state.snapshot().pool(pool).orElseThrow().facts();
  }

  private List<String> prices(String pool) {
    return switch (types.types(facts(pool), Optional.empty())) {
      case TypesAnswer.NotKnown(var reason) -> List.of(reason);
      case TypesAnswer.Types(var list, var _) ->
          list.stream()
              .map(t -> t.name() + "=" + t.offerings().stream().map(Offering::price).toList())
              .toList();
    };
  }

  private String condition(String overlay) {
    for (var condition :
        kube.stored(Resource.NODE_OVERLAYS, ObjectKey.cluster(overlay))
            .path("status")
            .path("conditions")) {
      if (condition.path("type").asText().equals("ValidationSucceeded")) {
        return condition.path("status").asText() + "(" + condition.path("reason").asText() + ")";
      }
    }
    return "";
  }

  @Test
  void an_overlay_corrects_the_offerings_it_means() {
    pool("general", "shop");
    overlay(
        "spot-is-cheap",
        "requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}],"
            + " priceAdjustment: '-50%'");

    assertThat(prices("general")).containsExactly("small=[0.5, 1.0]", "large=[1.0, 2.0]");
    assertThat(types.overlaid(facts("general")).priced()).containsExactly("large", "small");
    assertThat(condition("spot-is-cheap")).isEqualTo("True(ValidationSucceeded)");
  }

  @Test
  void an_overlay_of_a_label_concerns_only_the_pools_that_have_it() {
    pool("shop", "shop");
    pool("bank", "bank");
    overlay(
        "for-the-bank", "requirements: [{key: team, operator: In, values: [bank]}], price: '0.1'");

    assertThat(prices("shop")).containsExactly("small=[1.0, 1.0]", "large=[2.0, 2.0]");
    assertThat(prices("bank")).containsExactly("small=[0.1, 0.1]", "large=[0.1, 0.1]");
  }

  @Test
  void a_pool_buys_nothing_before_overlays_were_weighed_against_it() {
    kube.put(Resource.NODE_POOLS, POOL.formatted("general", "shop"));
    assertThat(prices("general").getFirst()).contains("have not been evaluated");

    runtime.run(Duration.ZERO);

    assertThat(prices("general")).hasSize(2);
  }

  @Test
  void of_two_overlays_of_one_weight_the_later_name_holds() {
    pool("general", "shop");
    overlay("a", "requirements: [], price: '0.1', weight: 5");
    overlay("b", "requirements: [], price: '0.2', weight: 5");

    assertThat(prices("general")).containsExactly("small=[0.2, 0.2]", "large=[0.2, 0.2]");
    assertThat(condition("a")).isEqualTo("False(Conflict)");
    assertThat(condition("b")).isEqualTo("True(ValidationSucceeded)");

    kube.remove(Resource.NODE_OVERLAYS, ObjectKey.cluster("b"));
    runtime.run(Duration.ZERO);
    assertThat(prices("general")).containsExactly("small=[0.1, 0.1]", "large=[0.1, 0.1]");
    assertThat(condition("a")).isEqualTo("True(ValidationSucceeded)");
  }

  @Test
  void an_invalid_overlay_changes_nothing_and_says_why() {
    pool("general", "shop");
    overlay("a", "requirements: [{key: karpenter.sh/registered, operator: Exists}], price: '0.1'");

    assertThat(prices("general")).containsExactly("small=[1.0, 1.0]", "large=[2.0, 2.0]");
    assertThat(condition("a")).isEqualTo("False(RuntimeValidation)");
  }

  @Test
  void the_version_of_the_types_changes_only_with_them() {
    pool("general", "shop");
    overlay("a", "requirements: [], price: '0.1'");
    var first = (TypesAnswer.Types) types.types(facts("general"), Optional.empty());
    var second = (TypesAnswer.Types) types.types(facts("general"), Optional.empty());
    overlay("a", "requirements: [], price: '0.2'");
    var third = (TypesAnswer.Types) types.types(facts("general"), Optional.empty());

    assertThat(second).isSameAs(first);
    assertThat(third.version()).isNotEqualTo(first.version());
  }

  @Test
  void a_pool_whose_types_are_not_known_is_tried_again() {
    cloud.types = new TypesAnswer.NotKnown("the node class is not ready");
    pool("general", "shop");
    assertThat(runtime.failures()).isNotEmpty();

    cloud.types = new TypesAnswer.Types(List.of(type("small", 1.0)), 2);
    runtime.run(Duration.ofMinutes(1));

    assertThat(prices("general")).containsExactly("small=[1.0, 1.0]");
  }

  @Test
  void nothing_is_written_while_nothing_changes() {
    pool("general", "shop");
    overlay("a", "requirements: [], price: '0.1'");
    int before = kube.patched.size();

    runtime.run(OverlayLoop.AT_LEAST_EVERY.multipliedBy(2));

    assertThat(kube.patched).hasSize(before);
  }

  @Test
  void without_the_gate_types_are_the_providers() {
    var plain = new TypeSource(cloud);

    assertThat(OverlayLoops.loops(context(Settings.DEFAULT), plain)).isEmpty();
    pool("general", "shop");
    assertThat(plain.types(facts("general"), Optional.empty())).isSameAs(cloud.types);
  }
}
