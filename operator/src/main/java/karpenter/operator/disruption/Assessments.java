package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Candidates;
import karpenter.core.disruption.PoolTypes;
import karpenter.core.disruption.Surroundings;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.termination.PodBudgets;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.provisioning.Inhabited;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// Every node as it stands, made anew only where something about it is new. One thread uses it.
public final class Assessments {
  private final TypeSource source;
  private final Managed managed;
  private Map<String, Kept> known = new HashMap<>();
  private Map<String, KnownTypes> types = new HashMap<>();
  private Map<String, PoolFacts> pools = Map.of();
  private List<PdbFacts> pdbs = List.of();
  private PodBudgets budgets = PodBudgets.NONE;

  private record KnownTypes(long version, String unknown, PoolTypes types) {}

  /// What an assessment was made of.
  private record Kept(
      StateNode state,
      List<PodFacts> pods,
      @Nullable PoolFacts pool,
      @Nullable PoolTypes types,
      PodBudgets budgets,
      Assessment assessment,
      Instant made) {

    /// A clock that was set back may have brought back the protection of a pod.
    boolean holds(Instant now) {
      return !now.isBefore(made) && assessment.holds(now);
    }
  }

  public Assessments(TypeSource source, Managed managed) {
    this.source = source;
    this.managed = managed;
  }

  /// What all nodes are looked at with. Parts that are the same as last time are the same objects.
  public Surroundings surroundings(ClusterSnapshot snapshot, Instant now) {
    var described = new HashMap<String, PoolFacts>();
    var sold = new HashMap<String, PoolTypes>();
    var next = new HashMap<String, KnownTypes>();
    for (var pool : snapshot.pools()) {
      if (managed.is(pool.facts())) {
        described.put(pool.name(), facts(pool.name(), pool.facts()));
        var kept = types(pool.name(), pool.facts(), snapshot);
        next.put(pool.name(), kept);
        sold.put(pool.name(), kept.types());
      }
    }
    types = next;
    pools = described;
    var all = snapshot.all(Kind.PDBS);
    if (!all.equals(pdbs)) {
      pdbs = all;
      budgets = PodBudgets.of(all);
    }
    return new Surroundings(described, sold, budgets, now);
  }

  private PoolFacts facts(String name, PoolFacts now) {
    var before = pools.get(name);
    return before != null && now.isCountAfter(before) ? before : now;
  }

  /// Whether what is sold, and for how much, is what it was in the last [#surroundings], if pools
  /// and node classes are.
  boolean isSoldAsBefore(ClusterSnapshot snapshot) {
    for (var pool : snapshot.pools()) {
      if (managed.is(pool.facts())) {
        var before = types.get(pool.name());
        if (before == null || !types(pool.name(), pool.facts(), snapshot).equals(before)) {
          return false;
        }
      }
    }
    return true;
  }

  private KnownTypes types(String name, PoolFacts pool, ClusterSnapshot snapshot) {
    var before = types.get(name);
    return switch (source.types(pool, snapshot.nodeClass(pool.nodeClass()))) {
      case TypesAnswer.Types(var list, var version) ->
          before != null && before.version() == version && before.unknown().isEmpty()
              ? before
              : new KnownTypes(version, "", PoolTypes.of(list));
      case TypesAnswer.NotKnown(var reason) ->
          before != null && before.unknown().equals(reason)
              ? before
              : new KnownTypes(-1, reason, PoolTypes.notKnown(reason));
    };
  }

  /// In the same order.
  public List<Assessment> of(List<? extends Inhabited> nodes, Surroundings around) {
    var all = new ArrayList<Assessment>(nodes.size());
    var next = new HashMap<String, Kept>(2 * nodes.size());
    for (var node : nodes) {
      var name = node.state().noteName();
      var before = known.get(name);
      if (before != null && holds(before, node.state(), node.pods(), around)) {
        all.add(before.assessment());
        next.put(name, before);
      } else if (node.state().claim().map(managed::is).orElse(false)) {
        var kept = kept(node.state(), node.pods(), around);
        all.add(kept.assessment());
        next.put(name, kept);
      }
    }
    known = next;
    return all;
  }

  private static boolean holds(
      Kept before, StateNode state, List<PodFacts> pods, Surroundings around) {
    var pool = before.assessment().pool();
    return isSame(before.state().node(), state.node())
        && isSame(before.state().claim(), state.claim())
        && isSame(before.pods(), pods)
        && isSame(before.pool(), around.pools().get(pool))
        && isSame(before.types(), around.types().get(pool))
        && isSame(before.budgets(), around.budgets())
        && before.holds(around.now());
  }

  private static Kept kept(StateNode state, List<PodFacts> pods, Surroundings around) {
    var assessment = Candidates.assess(state, pods, around);
    return new Kept(
        state,
        pods,
        around.pools().get(assessment.pool()),
        around.types().get(assessment.pool()),
        around.budgets(),
        assessment,
        around.now());
  }

  @SuppressWarnings("ReferenceEquality") // values that changed are new objects
  private static boolean isSame(@Nullable Object one, @Nullable Object other) {
    return one == other;
  }

  private static <T> boolean isSame(Optional<T> one, Optional<T> other) {
    return isSame(one.orElse(null), other.orElse(null));
  }

  private static boolean isSame(List<PodFacts> one, List<PodFacts> other) {
    if (isSame((Object) one, other)) {
      return true;
    }
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!isSame((Object) one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }
}
