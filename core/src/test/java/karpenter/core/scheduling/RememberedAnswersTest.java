package karpenter.core.scheduling;

import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import karpenter.core.pod.Pod;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.testkit.NodeScenario;
import karpenter.core.testkit.Scenario;
import org.junit.jupiter.api.Test;

/// A remembered move that needs a new node is looked at again when it may need none.
class RememberedAnswersTest {
  private final CompiledCatalogue catalogue = catalogue();

  @Test
  void nothing_is_bought_once_another_node_has_room() {
    var before = compiled(cluster(full(), _ -> {}));
    assertThat(withoutGoing(before).newNodes()).hasSize(1);

    var now = updated(before, cluster(roomy(), _ -> {}));

    assertThat(withoutGoing(now).newNodes()).isEmpty();
    assertThat(destinations(now)).containsExactly("other");
  }

  @Test
  void nothing_is_bought_once_a_closed_node_is_open() {
    var cluster = compiled(cluster(roomy(), _ -> {}));
    assertThat(withoutGoing(cluster.closing(Set.of("other"))).newNodes()).hasSize(1);

    assertThat(withoutGoing(cluster.closing(Set.of())).newNodes()).isEmpty();
  }

  @Test
  void initialized_node_that_has_room_now_is_preferred_to_one_that_is_not() {
    Consumer<Scenario> coming = s -> s.node("coming", node -> node.notInitialized());
    var before = compiled(cluster(full(), coming));
    assertThat(destinations(before)).containsExactly("coming");

    var now = updated(before, cluster(roomy(), coming));

    assertThat(destinations(now)).containsExactly("other");
  }

  private WhatIf compiled(SchedulingProblem problem) {
    return WhatIf.of(catalogue, problem, movable(problem), Set.of());
  }

  private WhatIf updated(WhatIf before, SchedulingProblem problem) {
    var now = before.updated(catalogue, problem, movable(problem), Set.of());
    assertThat(before.isSuperseded()).as("what was compiled is changed, not made anew").isTrue();
    return now;
  }

  private static Map<String, List<Pod>> movable(SchedulingProblem problem) {
    return Map.of("going", List.of(problem.bound().getFirst().pod()));
  }

  private static Consumer<NodeScenario> full() {
    return node -> node.requested(cpu(4), Resources.none());
  }

  private static Consumer<NodeScenario> roomy() {
    return node -> node.requested(cpu(1), Resources.none());
  }

  private static SchedulingProblem cluster(Consumer<NodeScenario> other, Consumer<Scenario> more) {
    var scenario =
        new Scenario()
            .pool("general", pool -> pool.type("small", 4, 1))
            .node("going", node -> node.requested(cpu(4), Resources.none()))
            .node("other", other)
            .bound("p", "going", pod -> pod.requests(cpu(2)));
    more.accept(scenario);
    return scenario.problem();
  }

  private static CompiledCatalogue catalogue() {
    var problem = cluster(full(), _ -> {});
    return CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
  }

  private static Placement withoutGoing(WhatIf cluster) {
    return cluster.without(new TreeSet<>(Set.of("going")), Effort.ONE_NEW_NODE);
  }

  private static List<String> destinations(WhatIf cluster) {
    return withoutGoing(cluster).existing().stream().map(NodeUse::node).toList();
  }
}
