package karpenter.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import karpenter.bench.workload.UnderusedPools.UnderusedPool;

/// A cluster that has grown too big for its pods: ten pods a node in the mean and about 35 % of the
/// cpus asked for. First the pods get their nodes, so that each rule of theirs holds; then each
/// node gets a type that is too large for them.
final class UnderusedCluster {

  private static final int PODS_PER_NODE = 10;
  private static final int FEWER_OR_MORE = 4;
  private static final int LEAST_WORKLOADS = 200;
  private static final int NODES_PER_WORKLOAD = 5;
  private static final double LEAST_USED = 0.20;
  private static final double MOST_USED = 0.58;
  private static final double MOST_MEMORY_USED = 0.85;

  /// General-purpose families; the rest of the catalogue is there to be bought from.
  private static final Pattern FAMILIES = Pattern.compile("[cmr]\\d.*");

  private final Draw draw;
  private final UnderusedPools pools;
  private final List<ObjectNode> types;
  private final List<String> zones;
  private final int count;
  private final List<List<Replicas>> tenants = new ArrayList<>();

  private final List<ObjectNode> nodes = new ArrayList<>();
  private final List<ObjectNode> claims = new ArrayList<>();
  private final List<ObjectNode> pods = new ArrayList<>();
  private final List<ObjectNode> budgets = new ArrayList<>();

  private UnderusedCluster(Draw draw, UnderusedPools pools, List<ObjectNode> types, int count) {
    this.draw = draw;
    this.pools = pools;
    this.types = types;
    this.zones = zones(types);
    this.count = count;
  }

  static UnderusedCluster of(Draw draw, UnderusedPools pools, List<ObjectNode> types, int count) {
    var cluster = new UnderusedCluster(draw, pools, types, count);
    for (int i = 0; i < count; i++) {
      cluster.tenants.add(new ArrayList<>());
    }
    cluster.seatPods();
    for (int i = 0; i < count; i++) {
      cluster.addNode(i);
    }
    return cluster;
  }

  List<ObjectNode> nodes() {
    return nodes;
  }

  List<ObjectNode> claims() {
    return claims;
  }

  List<ObjectNode> pods() {
    return pods;
  }

  List<ObjectNode> budgets() {
    return budgets;
  }

  private static List<String> zones(List<ObjectNode> types) {
    var zones = new TreeSet<String>();
    for (var type : types) {
      InstanceTypeManifest.requirement(type, Labels.ZONE)
          .path("values")
          .forEach(zone -> zones.add(zone.asText()));
    }
    return List.copyOf(zones);
  }

  private UnderusedPool poolOf(int node) {
    return pools.all().get(node % pools.all().size());
  }

  /// Shifted by one with each turn through the pools, so that every pool has nodes in every zone.
  private int zoneOf(int node) {
    return (node / pools.all().size() + node % pools.all().size()) % zones.size();
  }

  private static String nameOf(int node) {
    return "node-%04d".formatted(node);
  }

  private void seatPods() {
    Map<Optional<String>, Seats> groups =
        new TreeMap<>((a, b) -> a.orElse("").compareTo(b.orElse("")));
    int owed = 0;
    for (int i = 0; i < count; i++) {
      // What one node has less, the next has more.
      int more = i % 2 == 0 && i + 1 < count ? draw.between(-FEWER_OR_MORE, FEWER_OR_MORE) : -owed;
      owed = i % 2 == 0 ? more : 0;
      groups
          .computeIfAbsent(poolOf(i).team(), _ -> new Seats(zones.size()))
          .add(i, zoneOf(i), PODS_PER_NODE + more);
    }
    int workloads = Math.max(LEAST_WORKLOADS, count / NODES_PER_WORKLOAD);
    int replicas = Math.max(1, count * PODS_PER_NODE / workloads);
    int index = 0;
    for (var group : groups.entrySet()) {
      group.getValue().shuffle(draw);
      index = seatGroup(group.getKey(), group.getValue(), replicas, index);
    }
  }

  /// Pods with rules are seated first, those without take what is left.
  private int seatGroup(Optional<String> team, Seats seats, int replicas, int firstIndex) {
    var apps = new ArrayList<Replicas>();
    int index = firstIndex;
    for (int left = seats.left(); left > 0; left -= replicas, index++) {
      apps.add(Replicas.of(draw, index, Math.min(replicas, left), team));
    }
    for (var app : apps) {
      if (app.rule() != Replicas.Rule.NONE) seat(app, seats);
    }
    for (var app : apps) {
      if (app.rule() == Replicas.Rule.NONE) seat(app, seats);
    }
    return index;
  }

  private void seat(Replicas app, Seats seats) {
    int replica = 0;
    for (int node : seats.take(draw, app)) {
      pods.add(app.pod(draw, replica++, pods.size(), nameOf(node)));
      tenants.get(node).add(app);
    }
    app.podDisruptionBudget(draw).ifPresent(budgets::add);
  }

  private void addNode(int index) {
    var pool = poolOf(index);
    int cpu = tenants.get(index).stream().mapToInt(Replicas::cpu).sum();
    int memory = tenants.get(index).stream().mapToInt(Replicas::memory).sum();
    var type = tooLarge(pool, cpu, memory);
    var node =
        new NodeManifest(
            nameOf(index), pool, type, zones.get(zoneOf(index)), draw.one(pool.capacityTypes()));
    nodes.add(node.node(draw));
    claims.add(node.claim(draw));
  }

  /// A type of the size next to what the drawn utilisation would make it.
  private JsonNode tooLarge(UnderusedPool pool, int cpu, int memory) {
    double wanted = cpu / draw.between(LEAST_USED, MOST_USED);
    var bySize = new TreeMap<Double, List<JsonNode>>();
    for (var type : types) {
      int size = InstanceTypeManifest.allocatableCpu(type);
      if (pool.buys(type)
          && FAMILIES.matcher(type.path("name").asText()).matches()
          && size >= cpu
          && InstanceTypeManifest.allocatableMemory(type) * MOST_MEMORY_USED >= memory) {
        bySize.computeIfAbsent(Math.abs(Math.log(size / wanted)), _ -> new ArrayList<>()).add(type);
      }
    }
    if (bySize.isEmpty()) {
      throw new IllegalStateException(
          "NodePool %s buys no type with %dm cpu and %d MiB".formatted(pool.name(), cpu, memory));
    }
    return draw.one(bySize.firstEntry().getValue());
  }
}
