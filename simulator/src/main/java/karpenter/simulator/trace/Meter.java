package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.cluster.NodeCost;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.Resources;
import karpenter.core.wire.control.NodeCostReader;
import karpenter.operator.journal.Decision;
import karpenter.operator.journal.Journal;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.runtime.Timeline;
import org.jspecify.annotations.Nullable;

/// Looks on and counts. A machine costs money from the moment its claim has one until the claim is
/// gone; a pod waits from its creation until it runs. Pods of DaemonSets do not count.
final class Meter implements InMemoryKube.Listener, Journal {
  private final Timeline timeline;
  private final PriceList prices;
  private final double nodeCostOfOthers;
  private final Map<String, Double> nodeCostOfPools = new TreeMap<>();
  private final Map<String, Machine> machines = new HashMap<>();
  private final Map<String, Tenant> tenants = new HashMap<>();
  private final Map<String, Double> nodes = new HashMap<>();

  /// Quantities that were read: few sizes come again and again.
  private final Map<String, Double> cores = new HashMap<>();

  final Curve cost;

  /// Beside prices, which are what [#cost] counts.
  final Curve nodeCost;

  final Curve machinesThere;
  final Curve running;
  final Curve waiting;
  final Curve cpuAsked;
  final Curve cpuThere;
  final Waits firstWaits = new Waits();
  final Waits laterWaits = new Waits();
  final Map<String, Integer> launchedByType = new TreeMap<>();
  final Map<String, Integer> decisions = new TreeMap<>();
  int launched;
  int ended;
  int evicted;
  int started;

  private record Machine(double price, double nodeCost) {}

  private static final class Tenant {
    final long since;
    final double cpu;
    final boolean isReplacement;
    boolean isRunning;

    Tenant(long since, double cpu, boolean isReplacement) {
      this.since = since;
      this.cpu = cpu;
      this.isReplacement = isReplacement;
    }
  }

  /// @param nodeCost what a node costs an hour beside its price, in NodePools that do not say
  Meter(Timeline timeline, PriceList prices, double nodeCost, long endTicks, int stretches) {
    this.timeline = timeline;
    this.prices = prices;
    this.nodeCostOfOthers = nodeCost;
    this.nodeCost = new Curve(endTicks, stretches);
    this.cost = new Curve(endTicks, stretches);
    this.machinesThere = new Curve(endTicks, stretches);
    this.running = new Curve(endTicks, stretches);
    this.waiting = new Curve(endTicks, stretches);
    this.cpuAsked = new Curve(endTicks, stretches);
    this.cpuThere = new Curve(endTicks, stretches);
  }

  @Override
  public void record(Decision decision) {
    decisions.merge(decision.loop() + "/" + decision.kind(), 1, Integer::sum);
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resource.equals(Resource.PODS)) {
      pod(object);
    } else if (resource.equals(Resource.NODE_CLAIMS)) {
      claim(object);
    } else if (resource.equals(Resource.NODES)) {
      node(object);
    } else if (resource.equals(Resource.NODE_POOLS)) {
      pool(object);
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    long now = timeline.ticks();
    var uid = Metas.uid(object);
    if (resource.equals(Resource.PODS)) {
      leave(object, tenants.remove(uid));
    } else if (resource.equals(Resource.NODE_CLAIMS)) {
      var machine = machines.remove(uid);
      if (machine != null) {
        ended++;
        cost.add(now, -machine.price);
        nodeCost.add(now, -machine.nodeCost);
        machinesThere.add(now, -1);
      }
    } else if (resource.equals(Resource.NODES)) {
      var there = nodes.remove(uid);
      if (there != null) {
        cpuThere.add(now, -there);
      }
    }
  }

  private void pool(ObjectNode pool) {
    var annotations = new TreeMap<String, String>();
    pool.at("/metadata/annotations")
        .properties()
        .forEach(one -> annotations.put(one.getKey(), one.getValue().asText()));
    nodeCostOfPools.put(
        Metas.name(pool),
        NodeCost.of(NodeCostReader.read(annotations, _ -> {}), nodeCostOfOthers, 0));
  }

  private void claim(ObjectNode claim) {
    var uid = Metas.uid(claim);
    if (!machines.containsKey(uid) && !claim.path("status").path("providerID").asText().isEmpty()) {
      var labels = claim.path("metadata").path("labels");
      var pool = labels.path(Labels.NODE_POOL).asText();
      var machine =
          new Machine(prices.of(labels), nodeCostOfPools.getOrDefault(pool, nodeCostOfOthers));
      machines.put(uid, machine);
      launched++;
      launchedByType.merge(
          pool + "/" + labels.path(Labels.INSTANCE_TYPE).asText(), 1, Integer::sum);
      cost.add(timeline.ticks(), machine.price);
      nodeCost.add(timeline.ticks(), machine.nodeCost);
      machinesThere.add(timeline.ticks(), 1);
    }
  }

  private void node(ObjectNode node) {
    var uid = Metas.uid(node);
    if (!nodes.containsKey(uid)) {
      double there = cores(node.path("status").path("allocatable"));
      nodes.put(uid, there);
      cpuThere.add(timeline.ticks(), there);
    }
  }

  private void pod(ObjectNode pod) {
    var uid = Metas.uid(pod);
    var tenant = tenants.get(uid);
    if (tenant == null) {
      if (isOfDaemonSet(pod)) {
        return;
      }
      tenant = new Tenant(timeline.ticks(), cpu(pod), isReplacement(pod));
      tenants.put(uid, tenant);
      waiting.add(timeline.ticks(), 1);
    }
    if (!tenant.isRunning && pod.path("status").path("phase").asText().equals("Running")) {
      tenant.isRunning = true;
      started++;
      (tenant.isReplacement ? laterWaits : firstWaits).add(timeline.ticks() - tenant.since);
      waiting.add(timeline.ticks(), -1);
      running.add(timeline.ticks(), 1);
      cpuAsked.add(timeline.ticks(), tenant.cpu);
    }
  }

  private void leave(ObjectNode pod, @Nullable Tenant tenant) {
    if (tenant == null) {
      return;
    }
    long now = timeline.ticks();
    if (tenant.isRunning) {
      running.add(now, -1);
      cpuAsked.add(now, -tenant.cpu);
    } else {
      waiting.add(now, -1);
    }
    if (isEvicted(pod)) {
      evicted++;
    }
  }

  static boolean isEvicted(ObjectNode pod) {
    for (var condition : pod.path("status").path("conditions")) {
      if (condition.path("type").asText().equals("DisruptionTarget")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isReplacement(ObjectNode pod) {
    return pod.path("metadata").path("annotations").has(Player.REPLACES);
  }

  private static boolean isOfDaemonSet(ObjectNode pod) {
    return pod.path("metadata")
        .path("ownerReferences")
        .path(0)
        .path("kind")
        .asText()
        .equals("DaemonSet");
  }

  private double cpu(ObjectNode pod) {
    double sum = 0;
    for (var container : pod.path("spec").path("containers")) {
      sum += cores(container.path("resources").path("requests"));
    }
    return sum;
  }

  private double cores(JsonNode amounts) {
    var cpu = amounts.path(Resources.CPU).asText();
    return cpu.isEmpty() ? 0 : cores.computeIfAbsent(cpu, Meter::parsed);
  }

  private static double parsed(String cpu) {
    return Resources.requests(Map.of(Resources.CPU, Quantity.of(cpu))).get(Resources.CPU) / 1000.0;
  }
}
