package karpenter.operator.provisioning;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.NodePool;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.ClassReadiness;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Options;
import karpenter.core.wire.Overlaid;
import karpenter.operator.control.SpotBreakers;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.NodeCosts;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;
import org.jspecify.annotations.Nullable;

/// Pools with what they may buy, compiled once for as long as pools, types and daemons stay the
/// same. Only the provisioner uses it.
final class Catalogues {
  private final TypeSource types;
  private final Managed managed;
  private final Options options;
  private final NodeCosts nodeCosts;
  private final SpotBreakers breakers;
  private final Settings.Mode mode;
  private @Nullable Kept kept;

  /// @param types in the order the provider lists them
  /// @param unknown why the types are not known; empty text when they are
  record Offer(
      PoolState state,
      NodePool pool,
      List<InstanceType> types,
      Overlaid overlaid,
      String unknown) {}

  /// @param offers by the name of the pool
  record Catalogue(SortedMap<String, Offer> offers, CompiledCatalogue compiled) {
    List<NodePool> pools() {
      return offers.values().stream().map(Offer::pool).toList();
    }
  }

  /// @param nodeCost changes with annotations and node classes, which generation does not tell
  private record Version(
      String uid,
      long generation,
      long types,
      String unknown,
      Requirements requirements,
      double nodeCost) {}

  private record Kept(List<Version> versions, List<Daemon> daemons, Catalogue catalogue) {}

  Catalogues(TypeSource types, CloudProvider provider, Options options, Settings settings) {
    this.nodeCosts = new NodeCosts(provider, settings);
    this.breakers = new SpotBreakers(settings);
    this.mode = settings.mode();
    this.types = types;
    this.managed = Managed.by(provider);
    this.options = options;
  }

  /// Whether the pool buys nodes for pods (spec 01 §4.4).
  boolean buys(PoolFacts pool, ClusterSnapshot snapshot) {
    // A pool that has just been edited may still be called ready although it cannot be used.
    return managed.is(pool)
        && !pool.isStatic()
        && isReady(pool, snapshot)
        && pool.problems().isEmpty()
        && !pool.meta().isDeleting();
  }

  private boolean isReady(PoolFacts pool, ClusterSnapshot snapshot) {
    return switch (mode) {
      case ACT -> pool.isReady();
      case OBSERVE ->
          pool.isReady() || ClassReadiness.isPresumed(pool, snapshot.nodeClass(pool.nodeClass()));
    };
  }

  Catalogue of(ClusterSnapshot snapshot, List<Daemon> daemons, Instant now) {
    var pools = snapshot.pools().stream().filter(pool -> buys(pool.facts(), snapshot)).toList();
    var answers = new ArrayList<TypesAnswer>();
    var versions = new ArrayList<Version>();
    for (var pool : pools) {
      var answer = types.types(pool.facts(), snapshot.nodeClass(pool.facts().nodeClass()));
      answers.add(answer);
      versions.add(
          version(
              pool,
              answer,
              breakers.requirements(pool.facts(), snapshot, now),
              nodeCost(pool, snapshot)));
    }
    var last = kept;
    if (last != null && last.versions().equals(versions) && last.daemons().equals(daemons)) {
      return last.catalogue();
    }
    var offers = new TreeMap<String, Offer>();
    for (int i = 0; i < pools.size(); i++) {
      offers.put(pools.get(i).name(), offer(pools.get(i), answers.get(i), versions.get(i)));
    }
    var compiled =
        CompiledCatalogue.compile(
            offers.values().stream().map(Offer::pool).toList(), daemons, options);
    var catalogue = new Catalogue(offers, compiled);
    kept = new Kept(versions, daemons, catalogue);
    return catalogue;
  }

  /// What one pool may buy now; nothing is compiled.
  Offer offer(PoolState pool, ClusterSnapshot snapshot) {
    var answer = types.types(pool.facts(), snapshot.nodeClass(pool.facts().nodeClass()));
    return offer(
        pool, answer, version(pool, answer, pool.facts().requirements(), nodeCost(pool, snapshot)));
  }

  private double nodeCost(PoolState pool, ClusterSnapshot snapshot) {
    return nodeCosts.of(pool.facts(), snapshot.nodeClass(pool.facts().nodeClass()));
  }

  private static Version version(
      PoolState pool, TypesAnswer answer, Requirements requirements, double nodeCost) {
    var meta = pool.facts().meta();
    return switch (answer) {
      case TypesAnswer.Types(_, var version) ->
          new Version(meta.uid(), meta.generation(), version, "", requirements, nodeCost);
      case TypesAnswer.NotKnown(var reason) ->
          new Version(meta.uid(), meta.generation(), -1, reason, requirements, nodeCost);
    };
  }

  private Offer offer(PoolState state, TypesAnswer answer, Version version) {
    return switch (answer) {
      case TypesAnswer.Types(var list, _) ->
          new Offer(
              state, pool(state.facts(), version, list), list, types.overlaid(state.facts()), "");
      case TypesAnswer.NotKnown(var reason) ->
          new Offer(
              state, pool(state.facts(), version, List.of()), List.of(), Overlaid.NONE, reason);
    };
  }

  private static NodePool pool(PoolFacts facts, Version version, List<InstanceType> types) {
    return new NodePool(
        facts.name(),
        facts.weight(),
        version.requirements(),
        facts.taints(),
        facts.startupTaints(),
        facts.limits(),
        types,
        version.nodeCost());
  }
}
