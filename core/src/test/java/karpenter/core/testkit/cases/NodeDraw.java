package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Taint;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Draws the nodes of a case and the pods on them.
final class NodeDraw {
  record Nodes(List<ExistingNode> nodes, List<BoundPod> bound) {}

  private final Dice dice;
  private final Mix mix;
  private final List<NodePool> pools;
  private final PodDraw pods;

  NodeDraw(Dice dice, Mix mix, List<NodePool> pools, PodDraw pods) {
    this.dice = dice;
    this.mix = mix;
    this.pools = pools;
    this.pods = pods;
  }

  Nodes nodes() {
    List<ExistingNode> nodes = new ArrayList<>();
    List<BoundPod> bound = new ArrayList<>();
    int count = mix.has(ConstraintKind.EXISTING_NODE) ? dice.between(1, 6) : 0;
    for (int i = 1; i <= count; i++) {
      List<BoundPod> here = new ArrayList<>();
      int running = mix.has(ConstraintKind.BOUND_POD) ? dice.between(0, 3) : 0;
      for (int j = 0; j < running; j++) {
        here.add(new BoundPod(pods.pod("b%d%d".formatted(i, j), pods.boundSpec()), "n" + i));
      }
      nodes.add(node(i, here));
      bound.addAll(here);
    }
    if (dice.chance(0.1)) bound.add(new BoundPod(pods.pod("lost", pods.boundSpec()), "gone"));
    return new Nodes(nodes, bound);
  }

  private ExistingNode node(int number, List<BoundPod> bound) {
    NodePool pool = dice.pick(pools);
    InstanceType type = dice.pick(pool.types());
    Offering offering = dice.pick(type.offerings());
    boolean initialized = !(mix.has(ConstraintKind.UNINITIALIZED_NODE) && dice.chance(0.5));
    Resources daemons =
        dice.chance(0.4)
            ? Resources.of(Map.of(Resources.CPU, dice.pick(100L, 400L), Resources.PODS, 1L))
            : Resources.none();
    Resources requests =
        bound.stream()
            .map(one -> one.pod().spec().requests())
            .reduce(daemons, Resources::plus)
            .with("example.com/gpu", 0);
    // Rarely overdrawn: such a node takes nothing.
    Resources room = type.allocatable(offering);
    Resources allocatable = dice.chance(0.15) ? room : room.max(room.plus(requests));
    return new ExistingNode(
        "n" + number,
        "node-" + number,
        labels(number, pool, type, offering, initialized),
        taints(pool),
        type.capacity(offering),
        allocatable,
        requests,
        daemons,
        dice.chance(0.85) ? Optional.of(pool.name()) : Optional.empty(),
        initialized,
        ports(),
        volumes(),
        volumeLimits());
  }

  private TreeMap<String, String> labels(
      int number, NodePool pool, InstanceType type, Offering offering, boolean initialized) {
    TreeMap<String, String> labels = new TreeMap<>();
    Requirements all = pool.requirements().and(type.requirements()).and(offering.requirements());
    for (String key : all.keys()) {
      all.get(key)
          .finiteValues()
          .filter(values -> !values.isEmpty())
          .ifPresent(values -> labels.put(key, dice.pick(List.copyOf(values))));
    }
    if (!labels.containsKey(Keys.TIER) && dice.chance(0.5)) {
      labels.put(Keys.TIER, dice.pick(mix.tiers()));
    }
    if (dice.chance(0.4)) labels.put(Keys.RACK, dice.pick("r1", "r2"));
    if (dice.chance(0.1)) labels.remove(Keys.ZONE);
    labels.put(Keys.HOSTNAME, "node-" + number);
    if (dice.chance(0.9)) labels.put(Keys.REGISTERED, "true");
    if (initialized) labels.put(Keys.INITIALIZED, "true");
    return labels;
  }

  private List<Taint> taints(NodePool pool) {
    if (dice.chance(0.7)) return pool.taints();
    return mix.has(ConstraintKind.SOFT_TAINT) && dice.chance(0.5)
        ? List.of(new Taint("example.com/soft", "y", Taint.Effect.PREFER_NO_SCHEDULE))
        : List.of();
  }

  private List<HostPort> ports() {
    return mix.has(ConstraintKind.NODE_PORTS) && dice.chance(0.9)
        ? List.of(pods.port())
        : List.of();
  }

  private TreeSet<VolumeUse> volumes() {
    var uses = new TreeSet<VolumeUse>();
    if (mix.has(ConstraintKind.ATTACH_LIMIT)) {
      int count = dice.between(0, 2);
      for (int i = 0; i < count; i++) uses.add(pods.volume());
    }
    return uses;
  }

  private Map<String, Integer> volumeLimits() {
    Map<String, Integer> limits = new TreeMap<>();
    if (mix.has(ConstraintKind.ATTACH_LIMIT)) {
      if (dice.chance(0.9)) limits.put("block", dice.between(0, 3));
      if (dice.chance(0.5)) limits.put("file", dice.between(0, 2));
    }
    return limits;
  }
}
