package karpenter.operator.control;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.cluster.Namespace;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.ControlSet;
import karpenter.core.disruption.control.ControlStatus;
import karpenter.core.disruption.control.Controls;
import karpenter.core.disruption.control.DriftPolicy;
import karpenter.core.disruption.control.DriftProgress;
import karpenter.core.disruption.control.DriftWaves;
import karpenter.core.disruption.control.PoolControls;
import karpenter.core.disruption.control.WaveHealth;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.wire.control.ControlReader;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;

/// Says on a pool how its controls stand, and takes an approved drift from wave to wave. A pool
/// without controls is never written.
final class ControlStatusLoop implements Loop<String> {
  static final String NAME = "nodepool.controls";

  /// Nodes become ready and pods start all the time; a wave is not worth looking at each of them.
  private static final Duration LOOK_AT_WAVE = Duration.ofSeconds(10);

  private final LoopContext ctx;
  private final Managed managed;
  private final ControlSource source;
  private final SpotBreakers breakers;
  private final ControlNews news;

  ControlStatusLoop(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
    this.source = new ControlSource(ctx.settings());
    this.breakers = new SpotBreakers(ctx.settings());
    this.news = new ControlNews(ctx);
  }

  @Override
  public String name() {
    return NAME;
  }

  /// Pools themselves, the pools of nodes whose controls changed, and all when the cluster's did.
  List<String> keys(Change change) {
    if (change.concerns(Kind.NODE_POOLS)) {
      return isNews(change.before(Kind.NODE_POOLS), change.after(Kind.NODE_POOLS))
          ? List.of(change.key().name())
          : List.of();
    }
    if (change.concerns(Kind.NAMESPACES)) {
      var before = change.before(Kind.NAMESPACES).map(Namespace::controls);
      var after = change.after(Kind.NAMESPACES).map(Namespace::controls);
      return source.isOfCluster(change.key().name()) && !before.equals(after)
          ? ctx.state().snapshot().pools().stream().map(PoolState::name).toList()
          : List.of();
    }
    if (change.concerns(Kind.NODES)) {
      var node = change.latest(Kind.NODES).orElseThrow();
      return isNewsOf(
              change.before(Kind.NODES).map(n -> n.meta().annotations()),
              change.after(Kind.NODES).map(n -> n.meta().annotations()))
          ? pool(node.meta().label(Marks.NODE_POOL))
          : List.of();
    }
    if (change.concerns(Kind.NODE_CLAIMS)) {
      var claim = change.latest(Kind.NODE_CLAIMS).orElseThrow();
      return isNewsOf(
              change.before(Kind.NODE_CLAIMS).map(n -> n.meta().annotations()),
              change.after(Kind.NODE_CLAIMS).map(n -> n.meta().annotations()))
          ? pool(claim.meta().label(Marks.NODE_POOL))
          : List.of();
    }
    return List.of();
  }

  /// A pool's usage is written all the time, and no control asks for it.
  private static boolean isNews(Optional<PoolState> before, Optional<PoolState> after) {
    if (before.isEmpty() || after.isEmpty()) {
      return after.isPresent();
    }
    var was = before.get().facts();
    var is = after.get().facts();
    return !was.meta().annotations().equals(is.meta().annotations())
        || !was.conditions().equals(is.conditions())
        || !DriftPolicy.version(was).equals(DriftPolicy.version(is));
  }

  private static boolean isNewsOf(
      Optional<SortedMap<String, String>> before, Optional<SortedMap<String, String>> after) {
    return !before.equals(after)
        && (before.map(ControlReader::concerns).orElse(false)
            || after.map(ControlReader::concerns).orElse(false));
  }

  private static List<String> pool(String name) {
    return name.isEmpty() ? List.of() : List.of(name);
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    var pool = snapshot.pool(name).map(PoolState::facts).filter(managed::is);
    if (pool.isEmpty() || pool.get().meta().isDeleting()) {
      return Outcome.DONE;
    }
    var now = ctx.clock().instant();
    var controls = controls(pool.get(), snapshot, now);
    var drift = controls.drift(pool.get());
    var moved = wave(pool.get(), drift, controls, snapshot, now);
    return moved.isPresent() ? moved.get() : status(pool.get(), drift, controls, snapshot, now);
  }

  /// Of this pool and its nodes.
  private Controls controls(PoolFacts pool, ClusterSnapshot snapshot, Instant now) {
    var nodes = new TreeMap<String, ControlSet>();
    for (var claim : snapshot.claimsOfPool(pool.name())) {
      var node = ControlSource.node(claim, snapshot);
      boolean concerns =
          ControlReader.concerns(claim.meta().annotations())
              || node.map(n -> ControlReader.concerns(n.meta().annotations())).orElse(false);
      if (concerns) {
        var set = ControlSource.ofNode(claim, node);
        // Not every annotation of ours is a control: commands are written down as well.
        if (!set.isEmpty()) {
          nodes.put(claim.name(), set);
        }
      }
    }
    var pools = new TreeMap<String, PoolControls>();
    pools.put(pool.name(), ControlSource.ofPool(pool));
    return new Controls(source.ofCluster(snapshot), pools, nodes, now);
  }

  /// Writes down how far the drift has come; empty when there is nothing new.
  private Optional<Outcome> wave(
      PoolFacts pool,
      Optional<DriftPolicy> drift,
      Controls controls,
      ClusterSnapshot snapshot,
      Instant now)
      throws Unreachable, InterruptedException {
    var before = controls.of(pool).progress();
    var after = drift.flatMap(policy -> progress(policy, pool, before, snapshot, now));
    if (after.isEmpty() && drift.isPresent()) {
      return Optional.empty();
    }
    var annotations = new TreeMap<>(pool.meta().annotations());
    after.ifPresentOrElse(
        progress -> annotations.put(ControlKeys.DRIFT_PROGRESS, progress.text()),
        () -> annotations.remove(ControlKeys.DRIFT_PROGRESS));
    if (annotations.equals(pool.meta().annotations())) {
      return Optional.empty();
    }
    var written =
        ctx.writer()
            .patchPool(
                pool, pool.withMeta(pool.meta().withAnnotations(annotations)), Guard.VERSION);
    if (written instanceof Written.Stored<PoolFacts>) {
      after.ifPresent(progress -> news.wave(pool, before, progress));
    }
    return Optional.of(Outcome.of(written).and(Outcome.again(LOOK_AT_WAVE)));
  }

  private Optional<DriftProgress> progress(
      DriftPolicy policy,
      PoolFacts pool,
      Optional<DriftProgress> before,
      ClusterSnapshot snapshot,
      Instant now) {
    return switch (policy) {
      case DriftPolicy.Observe() -> Optional.empty();
      case DriftPolicy.Approved approved -> {
        if (!approved.version().equals(DriftPolicy.version(pool))) {
          yield Optional.empty();
        }
        var nodes = nodes(pool, snapshot);
        int drifted = (int) nodes.stream().filter(ControlStatusLoop::awaitsDrift).count();
        var health =
            before
                .map(progress -> WaveHealth.of(pool, nodes, snapshot::podsOn, progress))
                .orElse(new WaveHealth(List.of(), List.of()));
        yield Optional.of(DriftWaves.next(approved, before, nodes.size(), drifted, health, now));
      }
    };
  }

  private static boolean awaitsDrift(StateNode node) {
    return node.claim()
        .filter(claim -> claim.is(ClaimFacts.DRIFTED))
        .filter(claim -> !claim.meta().isDeleting() && !claim.is(ClaimFacts.DISRUPTION_REASON))
        .filter(claim -> !Controls.isRotated(claim))
        .isPresent();
  }

  private static List<StateNode> nodes(PoolFacts pool, ClusterSnapshot snapshot) {
    var nodes = new ArrayList<StateNode>();
    for (var claim : snapshot.claimsOfPool(pool.name())) {
      nodes.add(new StateNode(ControlSource.node(claim, snapshot), Optional.of(claim)));
    }
    return nodes;
  }

  private Outcome status(
      PoolFacts pool,
      Optional<DriftPolicy> drift,
      Controls controls,
      ClusterSnapshot snapshot,
      Instant now)
      throws Unreachable, InterruptedException {
    var breaker = breakers.state(pool, snapshot, now);
    var status =
        new ControlStatus(
            controls.isAnySet(), controls.problems(), drift, controls.of(pool).progress(), breaker);
    var after = status.told(pool, now);
    var written = ctx.writer().patchPoolStatus(pool, after, Guard.VERSION);
    if (written instanceof Written.Stored<PoolFacts>) {
      news.told(pool, after);
    }
    var outcome = Outcome.of(written);
    boolean isWaving = drift.filter(p -> p instanceof DriftPolicy.Approved).isPresent();
    if (isWaving || breaker.isPresent()) {
      outcome = outcome.and(Outcome.again(LOOK_AT_WAVE));
    }
    return outcome;
  }
}
