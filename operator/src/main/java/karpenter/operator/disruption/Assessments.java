package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Candidates;
import karpenter.core.disruption.PoolTypes;
import karpenter.core.disruption.Surroundings;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.termination.PodBudgets;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.NodeCosts;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.provisioning.Inhabited;
import karpenter.operator.provisioning.Recall;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// Every node as it stands, made anew only where something about it is new. One thread uses it.
public final class Assessments {
  private final TypeSource source;
  private final Managed managed;
  private final NodeCosts nodeCosts;

  /// What was looked at last, with what, and what was found: null for one that is not ours.
  private List<? extends Inhabited> looked = List.of();

  private @Nullable Surroundings seenWith;
  private List<@Nullable Kept> known = List.of();

  /// When the first of them may be another although nothing changes.
  private Instant holdUntil = Instant.MIN;

  private Map<String, KnownTypes> types = new HashMap<>();
  private Map<String, PoolFacts> pools = Map.of();
  private List<PdbFacts> pdbs = List.of();
  private PodBudgets budgets = PodBudgets.NONE;

  private record KnownTypes(long version, String unknown, PoolTypes types) {}

  /// What an assessment was made of.
  private record Kept(
      Inhabited node,
      @Nullable PoolFacts pool,
      @Nullable PoolTypes types,
      PodBudgets budgets,
      Assessment assessment,
      Instant made) {

    String name() {
      return assessment.name();
    }

    /// A clock that was set back may have brought back the protection of a pod.
    boolean holds(Instant now) {
      return !now.isBefore(made) && assessment.holds(now);
    }
  }

  public Assessments(TypeSource source, CloudProvider provider, Settings settings) {
    this.source = source;
    this.managed = Managed.by(provider);
    this.nodeCosts = new NodeCosts(provider, settings);
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
    var nodeClass = snapshot.nodeClass(pool.nodeClass());
    double nodeCost = nodeCosts.of(pool, nodeClass);
    var last = types.get(name);
    var before = last != null && last.types().nodeCost() == nodeCost ? last : null;
    return switch (source.types(pool, nodeClass)) {
      case TypesAnswer.Types(var list, var version) ->
          before != null && before.version() == version && before.unknown().isEmpty()
              ? before
              : new KnownTypes(version, "", PoolTypes.of(list).withNodeCost(nodeCost));
      case TypesAnswer.NotKnown(var reason) ->
          before != null && before.unknown().equals(reason)
              ? before
              : new KnownTypes(-1, reason, PoolTypes.notKnown(reason).withNodeCost(nodeCost));
    };
  }

  /// In the same order, without those that are not ours.
  public List<Assessment> of(List<? extends Inhabited> nodes, Surroundings around) {
    var before = new Recall<Kept>(known, Kept::name);
    boolean isSeenAlike = around.now().isBefore(holdUntil) && isAlike(around);
    var until = isSeenAlike ? holdUntil : Instant.MAX;
    var all = new ArrayList<Assessment>(nodes.size());
    var next = new ArrayList<@Nullable Kept>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      var node = nodes.get(i);
      Kept kept;
      if (isSeenAlike && i < looked.size() && isSame(looked.get(i), node)) {
        kept = known.get(i);
      } else {
        kept = kept(node, before.find(i, node.state().noteName()), around);
        until = kept == null ? until : sooner(until, kept.assessment().until());
      }
      next.add(kept);
      if (kept != null) {
        all.add(kept.assessment());
      }
    }
    looked = nodes;
    known = next;
    seenWith = around;
    holdUntil = until;
    return all;
  }

  private static Instant sooner(Instant one, Optional<Instant> other) {
    return other.filter(one::isAfter).orElse(one);
  }

  /// Whether nothing around the nodes is new. A clock that was set back may have brought back the
  /// protection of a pod.
  private boolean isAlike(Surroundings around) {
    var before = seenWith;
    return before != null
        && !around.now().isBefore(before.now())
        && isSame(before.budgets(), around.budgets())
        && hasSame(before.pools(), around.pools())
        && hasSame(before.types(), around.types());
  }

  private static <T> boolean hasSame(Map<String, T> one, Map<String, T> other) {
    return one.size() == other.size()
        && one.entrySet().stream().allMatch(e -> isSame(e.getValue(), other.get(e.getKey())));
  }

  /// @param before what was found of it last time
  private @Nullable Kept kept(Inhabited node, @Nullable Kept before, Surroundings around) {
    if (before != null && holds(before, node, around)) {
      return before;
    }
    return node.state().claim().filter(managed::is).isPresent() ? kept(node, around) : null;
  }

  private static boolean holds(Kept before, Inhabited node, Surroundings around) {
    var pool = before.assessment().pool();
    return (isSame(before.node(), node) || isOfTheSame(before.node(), node))
        && isSame(before.pool(), around.pools().get(pool))
        && isSame(before.types(), around.types().get(pool))
        && isSame(before.budgets(), around.budgets())
        && before.holds(around.now());
  }

  private static boolean isOfTheSame(Inhabited before, Inhabited now) {
    return isSame(before.state().node(), now.state().node())
        && isSame(before.state().claim(), now.state().claim())
        && isSame(before.pods(), now.pods());
  }

  private static Kept kept(Inhabited node, Surroundings around) {
    var assessment = Candidates.assess(node.state(), node.pods(), around);
    return new Kept(
        node,
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
