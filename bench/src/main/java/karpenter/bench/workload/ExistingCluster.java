package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Initialized nodes of one NodePool, each filled to a drawn part of its cpu with running pods that
/// carry the labels of the diverse mix.
final class ExistingCluster {

  private static final List<Integer> TYPE_INDEXES = List.of(7, 15, 31);
  private static final int LEAST_FILLED_PERCENT = 40;
  private static final int MOST_FILLED_PERCENT = 90;

  private final Draw draw;
  private final List<ObjectNode> nodes = new ArrayList<>();
  private final List<ObjectNode> boundPods = new ArrayList<>();

  private ExistingCluster(Draw draw) {
    this.draw = draw;
  }

  static ExistingCluster of(Draw draw, int nodes) {
    var cluster = new ExistingCluster(draw);
    for (int i = 0; i < nodes; i++) {
      cluster.addNode(i);
    }
    return cluster;
  }

  List<ObjectNode> nodes() {
    return nodes;
  }

  List<ObjectNode> boundPods() {
    return boundPods;
  }

  private void addNode(int index) {
    var name = "node-%04d".formatted(index);
    int type = draw.one(TYPE_INDEXES);
    nodes.add(node(name, type, FakeCatalogue.ZONES.get(index % FakeCatalogue.ZONES.size())));

    // Both budgets end the filling: small-cpu pods with 4 GiB would otherwise overdraw the memory.
    int cpu = (type + 1) * 1000 * draw.between(LEAST_FILLED_PERCENT, MOST_FILLED_PERCENT) / 100;
    int memory = (type + 1) * 2048 * MOST_FILLED_PERCENT / 100;
    if (draw.chance(50)) {
      bind(name, DiversePods.EXCLUSIVE, "100m", "100Mi");
      cpu -= 100;
      memory -= 100;
    }
    while (true) {
      var nextCpu = draw.one(Draw.CPU);
      var nextMemory = draw.one(Draw.MEMORY);
      cpu -= milli(nextCpu);
      memory -= mebi(nextMemory);
      if (cpu < 0 || memory < 0) {
        return;
      }
      var label = draw.chance(80) ? DiversePods.LABEL : DiversePods.AFFINITY_LABEL;
      bind(name, Map.of(label, draw.one(Draw.LETTERS)), nextCpu, nextMemory);
    }
  }

  private void bind(String node, Map<String, String> labels, String cpu, String memory) {
    int index = boundPods.size();
    var identity = PodManifest.Identity.of(draw, "bound-%06d".formatted(index), index);
    var pod = PodManifest.bound(identity, labels, requests(cpu, memory), node);
    if (labels.equals(DiversePods.EXCLUSIVE)) {
      Constraints.requireAway(pod, Constraints.term(Labels.HOSTNAME, labels));
    }
    boundPods.add(pod);
  }

  private ObjectNode node(String name, int type, String zone) {
    var capacity = new TreeMap<>(FakeCatalogue.capacity(type));
    var allocatable = new TreeMap<>(capacity);
    allocatable.put("cpu", (type + 1) * 1000 - 100 + "m");
    allocatable.put("memory", (type + 1) * 2048 - 10 + "Mi");
    return object(
        "apiVersion", "v1",
        "kind", "Node",
        "metadata",
            object(
                "name", name,
                "uid", draw.uid("node/" + name),
                "creationTimestamp", Draw.created(0),
                "labels", labels(name, type, zone)),
        "spec", object("providerID", "bench://" + name),
        "status",
            object(
                "capacity", capacity,
                "allocatable", allocatable,
                "conditions", List.of(object("type", "Ready", "status", "True"))));
  }

  private static Map<String, String> labels(String name, int type, String zone) {
    var labels = new TreeMap<String, String>();
    labels.put(Labels.NODE_POOL, "default");
    labels.put(Labels.REGISTERED, "true");
    labels.put(Labels.INITIALIZED, "true");
    labels.put(Labels.HOSTNAME, name);
    labels.put(Labels.INSTANCE_TYPE, FakeCatalogue.name(type));
    labels.put(Labels.ARCH, "amd64");
    labels.put(Labels.OS, "linux");
    labels.put(Labels.ZONE, zone);
    labels.put(Labels.CAPACITY_TYPE, "on-demand");
    labels.put("integer", "" + (type + 1));
    labels.put("size", "large");
    labels.put("special", "optional");
    labels.put("testing/cluster", "unspecified");
    labels.put("karpenter.kwok.sh/kwoknodeclass", "default");
    return labels;
  }

  private static int milli(String cpu) {
    return cpu.endsWith("m")
        ? Integer.parseInt(cpu.substring(0, cpu.length() - 1))
        : Integer.parseInt(cpu) * 1000;
  }

  private static int mebi(String memory) {
    int number = Integer.parseInt(memory.substring(0, memory.length() - 2));
    return memory.endsWith("Gi") ? number * 1024 : number;
  }
}
