package karpenter.core.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.cases.Keys;

/// A pool of a [Scenario].
public final class PoolScenario {
  private final String name;
  private int weight;
  private Requirements requirements;
  private final List<Taint> taints = new ArrayList<>();
  private final List<Taint> startupTaints = new ArrayList<>();
  private final Map<String, Long> limits = new TreeMap<>();
  private final List<InstanceType> types = new ArrayList<>();

  PoolScenario(String name) {
    this.name = name;
    this.requirements = Requirements.of(Keys.NODE_POOL, ValueSet.in(name));
  }

  public PoolScenario weight(int value) {
    weight = value;
    return this;
  }

  public PoolScenario requires(String key, ValueSet values) {
    requirements = requirements.and(key, values);
    return this;
  }

  public PoolScenario minValues(String key, int min) {
    requirements = requirements.and(key, ValueSet.exists()).withMinValues(key, min);
    return this;
  }

  public PoolScenario taint(String key, Taint.Effect effect) {
    taints.add(new Taint(key, "", effect));
    return this;
  }

  public PoolScenario startupTaint(String key) {
    startupTaints.add(new Taint(key, "", Taint.Effect.NO_SCHEDULE));
    return this;
  }

  public PoolScenario limit(String resource, long amount) {
    limits.put(resource, amount);
    return this;
  }

  public PoolScenario type(String typeName, int cores, Consumer<TypeScenario> description) {
    var type = new TypeScenario(typeName, cores);
    description.accept(type);
    types.add(type.build());
    return this;
  }

  /// A type that can be bought on demand in one zone.
  public PoolScenario type(String typeName, int cores, double price) {
    return type(typeName, cores, type -> type.offer("zone-a", "on-demand", price));
  }

  NodePool build() {
    return new NodePool(
        name,
        weight,
        requirements,
        taints,
        startupTaints,
        limits.isEmpty() ? Optional.empty() : Optional.of(Resources.of(limits)),
        types);
  }
}
