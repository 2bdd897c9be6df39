package karpenter.core.testkit.cases;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;

/// A cluster of any size, about a third in use: ten pods on each node, of several hundred workloads
/// with the usual constraints.
public final class LargeCluster {
  private static final List<String> ZONES = List.of("zone-a", "zone-b", "zone-c");
  private static final int PODS_PER_NODE = 10;
  private final Dice dice;
  private final int nodeCount;
  private final int poolCount;
  private final List<InstanceType> types = new ArrayList<>();
  private final List<Workload> workloads = new ArrayList<>();

  private record Workload(PodSpec spec, Optional<String> pool) {}

  private LargeCluster(int nodes, int pools, long seed) {
    this.dice = new Dice(seed);
    this.nodeCount = nodes;
    this.poolCount = pools;
  }

  /// @param fill how much of a node its pods ask for, in percent
  public static ClusterCase generate(int nodes, int pools, int workloads, int fill, long seed) {
    return new LargeCluster(nodes, pools, seed).cluster(workloads, fill);
  }

  private ClusterCase cluster(int workloadCount, int fill) {
    for (int family = 0; family < 6; family++) {
      for (int cores : List.of(2, 4, 8, 12, 16, 24, 32, 48, 64, 96)) types.add(type(family, cores));
    }
    List<NodePool> pools = new ArrayList<>();
    for (int i = 0; i < poolCount; i++) pools.add(pool(i));
    for (int i = 0; i < workloadCount; i++) workloads.add(workload(i, fill));
    List<ExistingNode> nodes = new ArrayList<>();
    List<BoundPod> bound = new ArrayList<>();
    Map<String, List<Pod>> movable = new TreeMap<>();
    for (int i = 0; i < nodeCount; i++) {
      NodePool pool = pools.get(i % poolCount);
      String name = "node-%05d".formatted(i);
      List<Pod> pods = pods(name, pool);
      for (Pod pod : pods) bound.add(new BoundPod(pod, name));
      movable.put(name, pods);
      nodes.add(node(i, name, pool, pods));
    }
    var problem =
        new SchedulingProblem(pools, nodes, List.of(), bound, List.of(), List.of(), options());
    return new ClusterCase(problem, movable, Set.of());
  }

  private static Options options() {
    return new Options(
        new PreferencePolicy.Respect(),
        Options.MinValuesPolicy.STRICT,
        Options.ReservedMode.FALLBACK,
        Keys.WELL_KNOWN,
        Keys.RESERVATION,
        0);
  }

  private InstanceType type(int family, int cores) {
    String name = "f%d-%02d".formatted(family, cores);
    List<Offering> offerings = new ArrayList<>();
    for (String zone : ZONES) {
      for (String capacityType : List.of("on-demand", "spot")) {
        double price = cores * (0.04 + 0.003 * family) * (capacityType.equals("spot") ? 0.4 : 1);
        offerings.add(
            Offering.of(
                Requirements.of(Keys.ZONE, ValueSet.in(zone))
                    .and(Keys.CAPACITY_TYPE, ValueSet.in(capacityType)),
                price));
      }
    }
    return new InstanceType(
        name,
        Requirements.of(Keys.INSTANCE_TYPE, ValueSet.in(name))
            .and(Keys.ARCH, ValueSet.in(family % 3 == 2 ? "arm64" : "amd64"))
            .and(Keys.ZONE, ValueSet.in(new TreeSet<>(ZONES)))
            .and(Keys.CAPACITY_TYPE, ValueSet.in("on-demand", "spot")),
        offerings,
        capacity(cores),
        Resources.of(Map.of(Resources.CPU, 100L, Resources.MEMORY, 256L << 20)));
  }

  private static Resources capacity(int cores) {
    return Resources.of(
        Map.of(
            Resources.CPU,
            cores * 1000L,
            Resources.MEMORY,
            (4L * cores) << 30,
            Resources.PODS,
            110L));
  }

  private NodePool pool(int index) {
    String name = "pool-%02d".formatted(index);
    return new NodePool(
        name,
        index % 4,
        Requirements.of(Keys.NODE_POOL, ValueSet.in(name))
            .and(Keys.CAPACITY_TYPE, ValueSet.in(index % 2 == 0 ? "on-demand" : "spot")),
        index % 5 == 4 ? List.of(new Taint("team", name, Taint.Effect.NO_SCHEDULE)) : List.of(),
        List.of(),
        index % 3 == 0
            ? Optional.of(Resources.of(Map.of(Resources.CPU, 1_000_000_000L)))
            : Optional.empty(),
        types);
  }

  private Workload workload(int index, int fill) {
    String app = "app-%04d".formatted(index);
    var self = LabelSelector.ofLabels(Map.of("app", app));
    long average = 16_000L * fill / 100 / PODS_PER_NODE;
    long cpu = average / 4 + dice.between(0, (int) (average * 3 / 2));
    var spec =
        PodSpec.builder()
            .namespace("ns-" + index % 20)
            .labels(Map.of("app", app, "tier", "t" + index % 7))
            .requests(
                Resources.of(
                    Map.of(
                        Resources.CPU,
                        cpu,
                        Resources.MEMORY,
                        cpu * dice.between(1, 6) << 20,
                        Resources.PODS,
                        1L)));
    Optional<String> pool = Optional.empty();
    int own = index % poolCount;
    if (own % 5 == 4) {
      pool = Optional.of("pool-%02d".formatted(own));
      spec.tolerate(
          new Toleration("team", Toleration.Operator.EQUAL, pool.get(), Optional.empty()));
    } else if (dice.chance(0.4)) {
      pool = Optional.of("pool-%02d".formatted(own));
    }
    pool.ifPresent(
        name -> spec.nodeAlternatives(List.of(Requirements.of(Keys.NODE_POOL, ValueSet.in(name)))));
    if (dice.chance(0.25)) spec.spread(spread(Keys.ZONE, 1, Strength.DO_NOT_SCHEDULE, self));
    if (dice.chance(0.15)) spec.spread(spread(Keys.ZONE, 1, Strength.SCHEDULE_ANYWAY, self));
    if (dice.chance(0.15)) spec.spread(spread(Keys.HOSTNAME, 2, Strength.DO_NOT_SCHEDULE, self));
    if (dice.chance(0.15)) spec.awayFrom(term(Keys.HOSTNAME, self));
    if (dice.chance(0.05)) spec.near(term(Keys.ZONE, self));
    if (dice.chance(0.03)) spec.hostPort(new HostPort("", 8000 + index, "TCP"));
    return new Workload(spec.build(), pool);
  }

  private static SpreadConstraint spread(
      String key, int skew, Strength strength, LabelSelector selector) {
    return new SpreadConstraint(
        key, skew, OptionalInt.empty(), strength, selector, Inclusion.HONOR, Inclusion.IGNORE);
  }

  private static AffinityTerm term(String key, LabelSelector selector) {
    return new AffinityTerm(key, selector, new TreeSet<>(), Optional.empty());
  }

  /// Of as many workloads that may run here.
  private List<Pod> pods(String node, NodePool pool) {
    List<Pod> pods = new ArrayList<>();
    Set<PodSpec> taken = new HashSet<>();
    for (int tries = 0; pods.size() < PODS_PER_NODE && tries < 2_000; tries++) {
      Workload drawn = dice.pick(workloads);
      boolean fits =
          drawn.pool.isPresent() ? drawn.pool.get().equals(pool.name()) : pool.taints().isEmpty();
      if (!fits || !taken.add(drawn.spec)) continue;
      String name = "%s-%d".formatted(node, pods.size());
      pods.add(new Pod(name, name, Instant.EPOCH.plusSeconds(dice.between(0, 1000)), drawn.spec));
    }
    return pods;
  }

  private ExistingNode node(int index, String name, NodePool pool, List<Pod> pods) {
    int cores = dice.pick(8, 16, 16, 24);
    InstanceType type = type(dice.between(0, 5), cores);
    TreeMap<String, String> labels = new TreeMap<>();
    labels.put(Keys.HOSTNAME, name);
    labels.put(Keys.NODE_POOL, pool.name());
    labels.put(Keys.ZONE, ZONES.get(index % ZONES.size()));
    labels.put(
        Keys.CAPACITY_TYPE,
        pool.requirements().get(Keys.CAPACITY_TYPE).contains("spot") ? "spot" : "on-demand");
    labels.put(Keys.INSTANCE_TYPE, type.name());
    labels.put(Keys.ARCH, type.name().charAt(1) % 3 == 2 ? "arm64" : "amd64");
    Resources requests = Resources.none();
    List<HostPort> ports = new ArrayList<>();
    for (Pod pod : pods) {
      requests = requests.plus(pod.spec().requests());
      ports.addAll(pod.spec().hostPorts());
    }
    return new ExistingNode(
        name,
        name,
        labels,
        pool.taints(),
        capacity(cores),
        capacity(cores).minus(type.overhead()),
        requests,
        Resources.none(),
        Optional.of(pool.name()),
        true,
        ports,
        new TreeSet<>(),
        Map.of());
  }
}
