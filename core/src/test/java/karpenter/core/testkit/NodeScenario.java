package karpenter.core.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Taint;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.cases.Keys;

/// A node of a [Scenario]: initialized, empty, four cores, room for ten pods, in `zone-a`.
public final class NodeScenario {
  private final String name;
  private final TreeMap<String, String> labels = new TreeMap<>();
  private final List<Taint> taints = new ArrayList<>();
  private Resources allocatable =
      Resources.of(Map.of(Resources.CPU, 4000L, Resources.MEMORY, 4L << 30, Resources.PODS, 10L));
  private Resources podRequests = Resources.none();
  private Resources daemonRequests = Resources.none();
  private Optional<String> pool = Optional.empty();
  private Requirements undecided = Requirements.none();
  private boolean initialized = true;
  private final List<HostPort> ports = new ArrayList<>();
  private final TreeSet<VolumeUse> volumes = new TreeSet<>();
  private final Map<String, Integer> volumeLimits = new TreeMap<>();

  NodeScenario(String name) {
    this.name = name;
    labels.put(Keys.HOSTNAME, name);
    labels.put(Keys.ZONE, "zone-a");
  }

  public NodeScenario label(String key, String value) {
    labels.put(key, value);
    return this;
  }

  public NodeScenario without(String key) {
    labels.remove(key);
    return this;
  }

  public NodeScenario taint(String key, Taint.Effect effect) {
    taints.add(new Taint(key, "", effect));
    return this;
  }

  public NodeScenario allocatable(String resource, long amount) {
    allocatable = allocatable.with(resource, amount);
    return this;
  }

  public NodeScenario requested(Resources byPods, Resources ofThemByDaemons) {
    podRequests = byPods;
    daemonRequests = ofThemByDaemons;
    return this;
  }

  public NodeScenario of(String poolName) {
    pool = Optional.of(poolName);
    return this;
  }

  public NodeScenario notInitialized() {
    initialized = false;
    return this;
  }

  public NodeScenario port(HostPort port) {
    ports.add(port);
    return this;
  }

  public NodeScenario volume(String driver, String claim) {
    volumes.add(new VolumeUse(driver, claim));
    return this;
  }

  public NodeScenario attaches(String driver, int limit) {
    volumeLimits.put(driver, limit);
    return this;
  }

  /// Not launched yet: the label may become any of the values.
  public NodeScenario maybe(String key, String... values) {
    undecided = undecided.and(key, ValueSet.in(values));
    return this;
  }

  ExistingNode build() {
    return new ExistingNode(
        name,
        name,
        labels,
        taints,
        allocatable,
        allocatable,
        podRequests,
        daemonRequests,
        pool,
        initialized,
        ports,
        volumes,
        volumeLimits,
        undecided);
  }
}
