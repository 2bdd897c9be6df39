package karpenter.core.bound;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
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

/// Problems small enough to try everything, with every kind of constraint the bound knows of.
final class SmallCluster {
  static final String ZONE = "topology.kubernetes.io/zone";
  static final String ARCH = "kubernetes.io/arch";
  static final String CAPACITY = "karpenter.sh/capacity-type";
  static final String HOSTNAME = "kubernetes.io/hostname";
  static final String GPU = "example.com/gpu";
  static final Taint DEDICATED = new Taint("team", "x", Taint.Effect.NO_SCHEDULE);
  static final Taint QUIET = new Taint("quiet", "", Taint.Effect.PREFER_NO_SCHEDULE);
  private static final List<String> ZONES = List.of("a", "b");
  private static final List<String> APPS = List.of("web", "db");
  private static final int MAX_PODS = 7;
  private static final int MAX_TYPES = 4;

  private SmallCluster() {}

  static SchedulingProblem draw(RandomGenerator random) {
    List<InstanceType> types = new ArrayList<>();
    int typeCount = random.nextInt(1, MAX_TYPES + 1);
    for (int i = 0; i < typeCount; i++) types.add(type("t" + i, random));
    List<NodePool> pools = new ArrayList<>();
    pools.add(pool("general", Requirements.none(), List.of(), types));
    if (random.nextInt(3) == 0) {
      pools.add(pool("team", Requirements.none(), List.of(DEDICATED), types));
    }
    if (random.nextInt(4) == 0) {
      pools.add(pool("spot", Requirements.of(CAPACITY, ValueSet.in("spot")), List.of(), types));
    }
    List<ExistingNode> nodes = new ArrayList<>();
    List<BoundPod> bound = new ArrayList<>();
    int nodeCount = Math.max(0, random.nextInt(-2, 3));
    for (int i = 0; i < nodeCount; i++) addNode("n" + i, random, nodes, bound);
    List<Daemon> daemons =
        random.nextInt(3) == 0 ? List.of(daemon("agent", random)) : List.<Daemon>of();
    List<Pod> pods = new ArrayList<>();
    int podCount = random.nextInt(1, (nodeCount == 0 ? MAX_PODS : MAX_PODS - 1) + 1);
    while (pods.size() < podCount) {
      var spec = spec(random);
      int replicas = Math.min(podCount - pods.size(), random.nextInt(1, 4));
      for (int i = 0; i < replicas; i++) pods.add(pod("p" + pods.size(), spec));
    }
    return problem(dearer(pools, random), nodes, pods, bound, daemons);
  }

  /// The same with wishes of pods, and with NodePools that ask pods to stay away.
  static SchedulingProblem drawWithWishes(RandomGenerator random) {
    var drawn = draw(random);
    Map<PodSpec, PodSpec> wishing = new IdentityHashMap<>();
    List<Pod> pods = new ArrayList<>();
    for (Pod pod : drawn.pending()) {
      pods.add(
          pod(pod.name(), wishing.computeIfAbsent(pod.spec(), spec -> withWish(spec, random))));
    }
    List<NodePool> pools = new ArrayList<>();
    for (NodePool pool : drawn.pools()) {
      List<Taint> taints = new ArrayList<>(pool.taints());
      if (random.nextInt(4) == 0) taints.add(QUIET);
      pools.add(
          new NodePool(
              pool.name(),
              pool.weight(),
              pool.requirements(),
              taints,
              List.of(),
              pool.limits(),
              pool.types(),
              pool.nodeCost()));
    }
    return problem(pools, drawn.nodes(), pods, drawn.bound(), drawn.daemons());
  }

  private static PodSpec withWish(PodSpec spec, RandomGenerator random) {
    var wishing =
        PodSpec.builder()
            .labels(spec.labels())
            .requests(spec.requests())
            .nodeAlternatives(spec.nodeAlternatives());
    spec.tolerations().forEach(wishing::tolerate);
    spec.antiAffinity().forEach(wishing::awayFrom);
    spec.spread().forEach(wishing::spread);
    spec.hostPorts().forEach(wishing::hostPort);
    if (random.nextInt(3) == 0) wishing.prefer(new Preference.OfNode(10, wishedNode(random)));
    String app = spec.labels().getOrDefault("app", "");
    switch (random.nextInt(4)) {
      case 0 ->
          wishing.prefer(
              new Preference.AwayFromPods(
                  50, away(HOSTNAME, random.nextInt(3) > 0 ? app : draw(APPS, random))));
      case 1 -> wishing.spread(softSpread(random.nextInt(1, 3), app));
      default -> {}
    }
    return wishing.build();
  }

  private static Requirements wishedNode(RandomGenerator random) {
    return switch (random.nextInt(3)) {
      case 0 -> only(ARCH, draw(List.of("amd64", "arm64"), random));
      case 1 -> only(CAPACITY, "on-demand");
      default -> only(ZONE, draw(ZONES, random));
    };
  }

  /// Some NodePools whose nodes cost more than their instances, and some with a limit.
  private static List<NodePool> dearer(List<NodePool> pools, RandomGenerator random) {
    List<NodePool> dearer = new ArrayList<>();
    for (var pool : pools) {
      var limits =
          random.nextInt(4) == 0
              ? Optional.of(Resources.of(Map.of(Resources.CPU, random.nextLong(2, 13) * 1000)))
              : Optional.<Resources>empty();
      dearer.add(
          new NodePool(
              pool.name(),
              random.nextInt(3),
              pool.requirements(),
              pool.taints(),
              List.of(),
              limits,
              pool.types(),
              random.nextInt(2) == 0 ? 0 : 0.02 * random.nextInt(1, 6)));
    }
    return dearer;
  }

  static SchedulingProblem problem(List<NodePool> pools, List<Pod> pods) {
    return problem(pools, List.of(), pods, List.of(), List.of());
  }

  static SchedulingProblem problem(
      List<NodePool> pools,
      List<ExistingNode> nodes,
      List<Pod> pods,
      List<BoundPod> bound,
      List<Daemon> daemons) {
    return new SchedulingProblem(pools, nodes, pods, bound, daemons, List.of(), options());
  }

  private static Options options() {
    return new Options(
        new PreferencePolicy.Respect(),
        Options.MinValuesPolicy.STRICT,
        Options.ReservedMode.FALLBACK,
        new TreeSet<>(List.of(ZONE, ARCH, CAPACITY, HOSTNAME)),
        "",
        Options.DEFAULT_IMPROVEMENT_WORK);
  }

  static Pod pod(String name, PodSpec spec) {
    return new Pod(name, name, Instant.EPOCH, spec);
  }

  static Resources resources(double cpu, double gib, long gpus) {
    var amounts = new TreeMap<String, Long>();
    amounts.put(Resources.CPU, (long) (cpu * 1000));
    amounts.put(Resources.MEMORY, (long) (gib * (1L << 30)));
    if (gpus > 0) amounts.put(GPU, gpus);
    return Resources.of(amounts);
  }

  static NodePool pool(
      String name, Requirements requirements, List<Taint> taints, List<InstanceType> types) {
    return new NodePool(name, 0, requirements, taints, List.of(), Optional.empty(), types);
  }

  /// Sold in both zones as one capacity type at one price.
  static InstanceType type(String name, Resources room, double price) {
    return type(
        name, room, "amd64", List.of(offering("a", "spot", price), offering("b", "spot", price)));
  }

  static InstanceType type(String name, Resources room, String arch, List<Offering> offerings) {
    return new InstanceType(
        name,
        Requirements.of(ARCH, ValueSet.in(arch)),
        offerings,
        room.with(Resources.PODS, 10),
        Resources.none());
  }

  static Offering offering(String zone, String capacity, double price) {
    return Offering.of(
        Requirements.of(ZONE, ValueSet.in(zone)).and(CAPACITY, ValueSet.in(capacity)), price);
  }

  private static InstanceType type(String name, RandomGenerator random) {
    double cpu = 1 << random.nextInt(4);
    double gib = cpu * (1 << random.nextInt(3));
    long gpus = random.nextInt(4) == 0 ? random.nextInt(1, 3) : 0;
    double price = (cpu * 0.04 + gib * 0.005 + gpus * 0.5) * random.nextDouble(0.8, 1.3);
    List<Offering> offerings = new ArrayList<>();
    for (String zone : ZONES) {
      if (random.nextInt(5) > 0) offerings.add(offering(zone, "on-demand", price));
      if (random.nextInt(3) > 0) {
        offerings.add(offering(zone, "spot", price * random.nextDouble(0.3, 0.9)));
      }
    }
    return type(
        name, resources(cpu, gib, gpus), random.nextInt(3) == 0 ? "arm64" : "amd64", offerings);
  }

  private static Daemon daemon(String name, RandomGenerator random) {
    var spec = PodSpec.builder().requests(resources(0.1, 0.1, 0));
    switch (random.nextInt(3)) {
      case 0 -> spec.nodeAlternatives(List.of(Requirements.of(ARCH, ValueSet.in("amd64"))));
      case 1 -> spec.nodeAlternatives(List.of(Requirements.of(ZONE, ValueSet.in("a"))));
      default -> {}
    }
    return new Daemon(name, spec.build());
  }

  private static void addNode(
      String name, RandomGenerator random, List<ExistingNode> nodes, List<BoundPod> bound) {
    var size = resources(random.nextInt(1, 4), random.nextInt(1, 8), 0).with(Resources.PODS, 10);
    Resources used = Resources.none();
    if (random.nextBoolean()) {
      var running =
          PodSpec.builder()
              .labels(Map.of("app", draw(APPS, random)))
              .requests(resources(0.5, 0.5, 0))
              .build();
      bound.add(new BoundPod(pod("on-" + name, running), name));
      used = running.requests();
    }
    var taints = random.nextInt(4) == 0 ? List.of(DEDICATED) : List.<Taint>of();
    nodes.add(node(name, draw(ZONES, random), size, used, taints));
  }

  /// An empty node in zone a.
  static ExistingNode node(String name, Resources room) {
    var size = room.with(Resources.PODS, 10);
    return node(name, "a", size, Resources.none(), List.of());
  }

  private static ExistingNode node(
      String name, String zone, Resources size, Resources used, List<Taint> taints) {
    SortedMap<String, String> labels = new TreeMap<>();
    labels.put(HOSTNAME, name);
    labels.put(ZONE, zone);
    labels.put(ARCH, "amd64");
    labels.put(CAPACITY, "on-demand");
    return new ExistingNode(
        name,
        name,
        labels,
        taints,
        size,
        size,
        used,
        Resources.none(),
        Optional.empty(),
        true,
        List.of(),
        Collections.emptySortedSet(),
        Map.of());
  }

  private static PodSpec spec(RandomGenerator random) {
    String app = draw(APPS, random);
    var spec =
        PodSpec.builder()
            .labels(Map.of("app", app))
            .requests(
                resources(
                    random.nextInt(1, 9) / 4.0,
                    random.nextInt(1, 17) / 4.0,
                    random.nextInt(6) == 0 ? 1 : 0));
    switch (random.nextInt(6)) {
      case 0 -> spec.nodeAlternatives(List.of(only(ARCH, draw(List.of("amd64", "arm64"), random))));
      case 1 -> spec.nodeAlternatives(List.of(only(CAPACITY, "on-demand")));
      case 2 -> spec.nodeAlternatives(List.of(only(ZONE, draw(ZONES, random))));
      case 3 ->
          spec.nodeAlternatives(
              List.of(only(ZONE, "a").and(only(CAPACITY, "spot")), only(ZONE, "b")));
      default -> {}
    }
    if (random.nextInt(3) == 0) {
      spec.tolerate(new Toleration("team", Toleration.Operator.EXISTS, "", Optional.empty()));
    }
    switch (random.nextInt(6)) {
      case 0, 1 -> spec.awayFrom(away(HOSTNAME, random.nextInt(3) > 0 ? app : draw(APPS, random)));
      case 2 -> spec.awayFrom(away(ZONE, draw(APPS, random)));
      case 3 -> spec.spread(spread(random.nextInt(1, 3), app));
      case 4 -> spec.hostPort(new HostPort("", random.nextInt(8080, 8082), "TCP"));
      default -> {}
    }
    return spec.build();
  }

  static AffinityTerm away(String key, String app) {
    return new AffinityTerm(
        key,
        LabelSelector.ofLabels(Map.of("app", app)),
        Collections.emptySortedSet(),
        Optional.empty());
  }

  static SpreadConstraint spread(int maxSkew, String app) {
    return new SpreadConstraint(
        HOSTNAME,
        maxSkew,
        OptionalInt.empty(),
        Strength.DO_NOT_SCHEDULE,
        LabelSelector.ofLabels(Map.of("app", app)),
        Inclusion.HONOR,
        Inclusion.IGNORE);
  }

  static SpreadConstraint softSpread(int maxSkew, String app) {
    var hard = spread(maxSkew, app);
    return new SpreadConstraint(
        HOSTNAME,
        maxSkew,
        OptionalInt.empty(),
        Strength.SCHEDULE_ANYWAY,
        hard.selector(),
        Inclusion.HONOR,
        Inclusion.IGNORE);
  }

  private static Requirements only(String key, String value) {
    return Requirements.of(key, ValueSet.in(value));
  }

  private static <T> T draw(List<T> choices, RandomGenerator random) {
    return choices.get(random.nextInt(choices.size()));
  }
}
