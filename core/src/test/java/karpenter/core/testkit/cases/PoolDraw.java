package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// Draws the pools of a case.
final class PoolDraw {
  private final Dice dice;
  private final Mix mix;
  private final List<InstanceType> types;

  PoolDraw(Dice dice, Mix mix, List<InstanceType> types) {
    this.dice = dice;
    this.mix = mix;
    this.types = types;
  }

  List<NodePool> pools() {
    List<NodePool> pools = new ArrayList<>();
    int count = dice.between(3, 4);
    for (int i = 0; i < count; i++) pools.add(pool("pool-" + (char) ('a' + i)));
    return pools;
  }

  private NodePool pool(String name) {
    int weight = mix.has(ConstraintKind.WEIGHT) ? dice.pick(0, 0, 10, 10, 50) : 0;
    return new NodePool(
        name,
        weight,
        requirements(name),
        taints(),
        dice.chance(0.1)
            ? List.of(new Taint("example.com/starting", "", Effect.NO_SCHEDULE))
            : List.of(),
        limits(),
        dice.some(types, 6));
  }

  private Requirements requirements(String name) {
    Requirements result = Requirements.of(Keys.NODE_POOL, ValueSet.in(name));
    if (dice.chance(0.35)) {
      result = result.and(Keys.ZONE, ValueSet.in(dice.some(mix.zones(), 1)));
    } else if (dice.chance(0.1)) {
      result = result.and(Keys.ZONE, ValueSet.notIn(dice.pick(mix.zones())));
    }
    if (dice.chance(0.3)) {
      var kinds = List.of("on-demand", "reserved", "spot");
      result = result.and(Keys.CAPACITY_TYPE, ValueSet.in(dice.some(kinds, 1)));
    }
    if (dice.chance(0.2)) result = result.and(Keys.ARCH, ValueSet.in("amd64"));
    if (dice.chance(0.15)) {
      result = result.and(Keys.GENERATION, ValueSet.greaterThan(dice.between(0, 2)));
    }
    if (dice.chance(0.55)) {
      ValueSet tier =
          switch (dice.between(0, 4)) {
            case 0 -> ValueSet.exists();
            case 1 -> ValueSet.notIn(dice.pick(mix.tiers()));
            case 2 -> ValueSet.in(dice.pick(mix.tiers()));
            default -> ValueSet.in(mix.tiers());
          };
      result = result.and(Keys.TIER, tier);
    }
    if (dice.chance(0.1)) result = result.and(Keys.RACK, ValueSet.in("r1"));
    if (mix.has(ConstraintKind.MIN_VALUES) && dice.chance(0.6)) result = withMinValues(result);
    return result;
  }

  private Requirements withMinValues(Requirements bare) {
    return switch (dice.between(0, 4)) {
      case 4 -> bare.and(Keys.TIER, ValueSet.exists()).withMinValues(Keys.TIER, 2);
      case 0 -> bare.and(Keys.ARCH, ValueSet.exists()).withMinValues(Keys.ARCH, 2);
      case 1 ->
          bare.and(Keys.GENERATION, ValueSet.exists())
              .withMinValues(Keys.GENERATION, dice.between(2, 4));
      default ->
          bare.and(Keys.INSTANCE_TYPE, ValueSet.exists())
              .withMinValues(Keys.INSTANCE_TYPE, dice.between(2, 7));
    };
  }

  private List<Taint> taints() {
    List<Taint> taints = new ArrayList<>();
    if (mix.has(ConstraintKind.HARD_TAINT)
        && dice.chance(mix.has(ConstraintKind.NODE_TAINTS_POLICY) ? 0.5 : 0.4)) {
      taints.add(
          new Taint(
              "example.com/team",
              dice.pick("1", "2"),
              dice.pick(Effect.NO_SCHEDULE, Effect.NO_SCHEDULE, Effect.NO_EXECUTE)));
    }
    if (mix.has(ConstraintKind.SOFT_TAINT) && dice.chance(0.4)) {
      taints.add(new Taint("example.com/soft", "x", Effect.PREFER_NO_SCHEDULE));
    }
    return taints;
  }

  private Optional<Resources> limits() {
    Map<String, Long> limits = new TreeMap<>();
    if (mix.has(ConstraintKind.RESOURCE_LIMIT) && dice.chance(0.6)) {
      if (dice.chance(0.7)) limits.put(Resources.CPU, dice.pick(0L, 4000L, 8000L, 12000L, 20000L));
      if (dice.chance(0.3)) limits.put(Resources.MEMORY, (long) dice.between(4, 40) << 30);
      if (dice.chance(0.1)) limits.put("example.com/gpu", (long) dice.between(0, 2));
    }
    if (mix.has(ConstraintKind.NODES_LIMIT) && dice.chance(0.6)) {
      limits.put(Resources.NODES, (long) dice.between(0, 3));
    }
    return limits.isEmpty() ? Optional.empty() : Optional.of(Resources.of(limits));
  }
}
