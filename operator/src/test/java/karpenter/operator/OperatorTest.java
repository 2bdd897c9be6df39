package karpenter.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ApiClusterWriter;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.testkit.HeldWatches;
import karpenter.operator.testkit.IdleRuntime;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestRuntime;
import org.junit.jupiter.api.Test;

class OperatorTest {
  private final TestClock clock = new TestClock(Instant.parse("2026-01-05T09:00:00Z"));
  private final HeldWatches kube = new HeldWatches();
  private final IdleRuntime runtime = new IdleRuntime(clock);
  private final Operator operator = operator();

  @Test
  void loops_wait_for_the_cluster_to_be_known() {
    operator.watch();
    operator.lead();

    assertThat(runtime.isStarted()).isFalse();

    kube.allSynced();

    assertThat(runtime.isStarted()).isTrue();
  }

  @Test
  void a_standby_knows_the_cluster_and_runs_nothing() {
    operator.watch();
    kube.tell(Resource.NODES, node("a"));
    kube.allSynced();

    assertThat(operator.isSynced()).isTrue();
    assertThat(runtime.isStarted()).isFalse();
    assertThat(runtime.added("nodes")).isEmpty();
    assertThat(operator.context().state().snapshot().nodes()).hasSize(1);
  }

  @Test
  void a_standby_that_comes_to_lead_tells_every_loop_of_every_object_once() {
    operator.watch();
    kube.tell(Resource.NODES, node("a"));
    kube.tell(Resource.NODES, node("b"));
    kube.allSynced();

    operator.lead();

    assertThat(runtime.isStarted()).isTrue();
    assertThat(runtime.added("nodes")).containsExactly("a REPLAY", "b REPLAY");
    assertThat(runtime.added("all")).containsExactly("ALL");
  }

  @Test
  void what_changes_while_it_leads_wakes_the_loops_it_concerns() {
    operator.watch();
    kube.allSynced();
    operator.lead();

    kube.tell(Resource.NODES, node("a"));

    assertThat(runtime.added("nodes")).containsExactly("a WATCH");
  }

  @Test
  void listeners_hear_what_loops_hear() {
    var heard = Stream.<Change>builder();
    operator.listen(heard::add);
    operator.watch();
    kube.tell(Resource.NODES, node("a"));
    kube.allSynced();
    operator.lead();
    kube.tell(Resource.NODES, node("b"));

    assertThat(heard.build().map(change -> change.key().name() + " " + change.origin()))
        .containsExactly("a REPLAY", "b WATCH");
  }

  @Test
  void a_lost_watch_is_told_and_nothing_counts_as_synced_until_it_is_back() {
    operator.watch();
    operator.lead();
    kube.allSynced();

    kube.interrupted(Resource.PODS, "connection reset");

    assertThat(operator.watches())
        .filteredOn(watch -> watch.phase() == Operator.Phase.INTERRUPTED)
        .extracting(Operator.WatchStatus::resource, Operator.WatchStatus::reason)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("pods", "connection reset"));
    assertThat(operator.isSynced()).isFalse();
    assertThat(operator.isRunning()).isTrue();

    kube.synced(Resource.PODS);
    assertThat(operator.isSynced()).isTrue();
  }

  @Test
  void a_watch_that_is_lost_before_it_told_everything_is_still_awaited() {
    operator.watch();
    operator.lead();
    for (var resource : kube.opened()) {
      if (!resource.equals(Resource.PODS)) {
        kube.synced(resource);
      }
    }

    kube.interrupted(Resource.PODS, "connection refused");

    assertThat(operator.isSynced()).isFalse();
    assertThat(runtime.isStarted()).isFalse();
  }

  @Test
  void closing_stops_the_loops_and_every_watch() {
    operator.watch();
    operator.lead();
    kube.allSynced();

    operator.close();

    assertThat(runtime.isClosed()).isTrue();
    assertThat(kube.closed()).isEqualTo(kube.opened().size());
  }

  @Test
  void what_is_switched_off_is_not_watched() {
    operator.watch();

    assertThat(kube.opened())
        .contains(Resource.PODS, Resource.NODES, Resource.NODE_CLAIMS, Resource.NODE_POOLS)
        .doesNotContain(
            Resource.NODE_OVERLAYS,
            Resource.CAPACITY_BUFFERS,
            Resource.RESOURCE_CLAIMS,
            Resource.SERVICES);
  }

  @Test
  void a_loop_that_chokes_on_a_change_keeps_it_from_nobody_and_is_told_again() throws Exception {
    var chokes = new AtomicBoolean(true);
    var heard = new ArrayList<String>();
    var plan =
        LoopPlan.<String>of(
            new Named<>("choking"),
            Pace.standard(1),
            change -> {
              if (chokes.get() && change.concerns(Kind.NODES)) {
                throw new IllegalStateException("a defect");
              }
              return nodeKeys(change);
            });
    var choking = operator(plan);
    choking.listen(change -> heard.add(change.key().name()));
    choking.watch();
    kube.allSynced();
    choking.lead();

    kube.tell(Resource.NODES, node("a"));

    assertThat(runtime.added("nodes")).containsExactly("a WATCH");
    assertThat(heard).containsExactly("a");
    assertThat(runtime.added("choking")).isEmpty();
    assertThat(runtime.added(FeedRetry.NAME)).containsExactly("choking of nodes a");
    assertThatThrownBy(() -> runtime.reconcileAll(FeedRetry.NAME)).hasMessage("a defect");

    chokes.set(false);
    runtime.reconcileAll(FeedRetry.NAME);
    runtime.reconcileAll(FeedRetry.NAME);

    assertThat(runtime.added("choking")).containsExactly("a WATCH");
  }

  private Operator operator() {
    return operator(LoopPlan.of(new Named<String>("unused"), Pace.standard(1), _ -> List.of()));
  }

  /// @param first fed before all others
  private Operator operator(LoopPlan<?> first) {
    var cloud = new TestCloud();
    var reading = Reading.of(cloud);
    var state =
        new WatchedState(reading, Watched.resources(Settings.DEFAULT, cloud.nodeClassKinds()));
    var context =
        new LoopContext(
            state,
            new ApiClusterWriter(kube, state, reading),
            kube,
            cloud,
            _ -> {},
            Metrics.NONE,
            _ -> {},
            clock,
            new TestRuntime(clock),
            Settings.DEFAULT);
    return new Operator(
        context,
        runtime,
        List.of(
            first,
            LoopPlan.of(new Named<String>("nodes"), Pace.standard(1), OperatorTest::nodeKeys),
            LoopPlan.singleton(new Named<>("all"), Pace.standard(1))));
  }

  private static List<String> nodeKeys(Change change) {
    return change
        .after(Kind.NODES)
        .map(node -> List.of(node.name() + " " + change.origin()))
        .orElse(List.of());
  }

  private record Named<K>(String name) implements Loop<K> {
    @Override
    public Outcome reconcile(K key) {
      return Outcome.DONE;
    }
  }

  private static ObjectNode node(String name) {
    try {
      return (ObjectNode)
          Json.YAML.readTree(
              "metadata: {name: %s, uid: %s-uid, resourceVersion: '7'}".formatted(name, name));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
