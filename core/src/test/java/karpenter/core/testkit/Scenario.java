package karpenter.core.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Namespace;
import karpenter.core.cluster.NodePool;
import karpenter.core.device.Devices;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.cases.Keys;

/// A small cluster for a test to describe: what the test does not say has a plain default. Pods ask
/// for one cpu and are placed in the order they are named.
public final class Scenario {
  private final List<NodePool> pools = new ArrayList<>();
  private final List<ExistingNode> nodes = new ArrayList<>();
  private final List<Pod> pending = new ArrayList<>();
  private final List<BoundPod> bound = new ArrayList<>();
  private final List<Daemon> daemons = new ArrayList<>();
  private final List<Namespace> namespaces = new ArrayList<>();
  private PreferencePolicy preferences = new PreferencePolicy.Respect();
  private MinValuesPolicy minValues = MinValuesPolicy.STRICT;
  private ReservedMode reserved = ReservedMode.STRICT;
  private Devices devices = Devices.NONE;
  private DeviceRequests deviceRequests = DeviceRequests.IGNORED;

  public static Resources cpu(int cores) {
    return Resources.of(Map.of(Resources.CPU, cores * 1000L));
  }

  public Scenario pool(String name, Consumer<PoolScenario> description) {
    var pool = new PoolScenario(name);
    description.accept(pool);
    pools.add(pool.build());
    return this;
  }

  public Scenario node(String name, Consumer<NodeScenario> description) {
    var node = new NodeScenario(name);
    description.accept(node);
    nodes.add(node.build());
    return this;
  }

  public Scenario pod(String name, Consumer<PodSpecBuilder> description) {
    pending.add(new Pod(name, name, Instant.EPOCH, spec(description)));
    return this;
  }

  public Scenario pod(String name) {
    return pod(name, _ -> {});
  }

  public Scenario bound(String name, String node, Consumer<PodSpecBuilder> description) {
    bound.add(new BoundPod(new Pod(name, name, Instant.EPOCH, spec(description)), node));
    return this;
  }

  public Scenario daemon(String name, Consumer<PodSpecBuilder> description) {
    daemons.add(new Daemon(name, spec(description)));
    return this;
  }

  public Scenario namespace(String name, Map<String, String> labels) {
    namespaces.add(new Namespace(name, new TreeMap<>(labels)));
    return this;
  }

  public Scenario preferences(PreferencePolicy policy) {
    preferences = policy;
    return this;
  }

  public Scenario minValues(MinValuesPolicy policy) {
    minValues = policy;
    return this;
  }

  public Scenario reserved(ReservedMode mode) {
    reserved = mode;
    return this;
  }

  /// Devices that pods may claim; without this claims are ignored.
  public Scenario devices(DeviceScenario scenario) {
    devices = scenario.devices();
    deviceRequests = DeviceRequests.HONOURED;
    return this;
  }

  public SchedulingProblem problem() {
    return new SchedulingProblem(
        pools,
        nodes,
        pending,
        bound,
        daemons,
        namespaces,
        new Options(
            preferences,
            minValues,
            reserved,
            Keys.WELL_KNOWN,
            Keys.RESERVATION,
            Options.DEFAULT_IMPROVEMENT_WORK,
            deviceRequests),
        devices);
  }

  private static PodSpec spec(Consumer<PodSpecBuilder> description) {
    var builder = PodSpec.builder().requests(cpu(1));
    description.accept(builder);
    return builder.build();
  }
}
