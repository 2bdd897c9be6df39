package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.Workload;

/// Makes a cluster one in which little can go: nodes have hardly more room than their pods ask for,
/// some were bought as the cheapest there is, some pods go nowhere else, and some do not suffer
/// each other any more.
final class Crowding {
  private static final double LITTLE_ROOM = 0.15;
  private static final String CHEAPEST = "c5.large";
  private static final String HOSTNAME = "kubernetes.io/hostname";

  private final Random random;
  private final Map<String, List<ObjectNode>> pods = new TreeMap<>();

  private Crowding(long seed) {
    this.random = new Random(seed);
  }

  static Workload of(Workload workload, long seed) {
    var crowding = new Crowding(seed);
    var parts = new EnumMap<Part, List<JsonNode>>(Part.class);
    parts.putAll(workload.parts());
    List<JsonNode> bound = new ArrayList<>();
    for (var pod : workload.part(Part.BOUND_PODS)) {
      ObjectNode copy = pod.deepCopy();
      bound.add(copy);
      crowding
          .pods
          .computeIfAbsent(copy.at("/spec/nodeName").asText(), _ -> new ArrayList<>())
          .add(copy);
    }
    parts.put(Part.BOUND_PODS, bound);
    parts.put(Part.NODES, crowding.nodes(workload.part(Part.NODES)));
    return new Workload(workload.name() + "-crowded", workload.options(), parts);
  }

  private List<JsonNode> nodes(List<JsonNode> nodes) {
    List<JsonNode> crowded = new ArrayList<>();
    for (var node : nodes) {
      ObjectNode copy = node.deepCopy();
      var name = copy.at("/metadata/name").asText();
      var here = pods.getOrDefault(name, List.of());
      fill(copy, here);
      switch (random.nextInt(8)) {
        case 0 ->
            copy.withObject("/metadata")
                .withObject("labels")
                .put("node.kubernetes.io/instance-type", CHEAPEST);
        case 1 -> here.stream().findFirst().ifPresent(pod -> bindTo(pod, name));
        case 2 -> here.stream().limit(4).forEach(pod -> estrange(pod, name));
        default -> {}
      }
      crowded.add(copy);
    }
    return crowded;
  }

  private void fill(ObjectNode node, List<ObjectNode> here) {
    double room = 1 + random.nextDouble() * LITTLE_ROOM;
    long cpu = here.stream().mapToLong(pod -> number(pod, "cpu", "m")).sum();
    long memory = here.stream().mapToLong(pod -> number(pod, "memory", "Mi")).sum();
    node.withObject("/status")
        .withObject("allocatable")
        .put("cpu", (long) Math.ceil(cpu * room) + "m")
        .put("memory", (long) Math.ceil(memory * room) + "Mi");
  }

  private static long number(JsonNode pod, String resource, String unit) {
    var text = pod.at("/spec/containers/0/resources/requests").path(resource).asText();
    return Long.parseLong(text.replace(unit, ""));
  }

  private static void bindTo(ObjectNode pod, String node) {
    pod.withObject("/spec").withObject("nodeSelector").put(HOSTNAME, node);
  }

  private static void estrange(ObjectNode pod, String node) {
    pod.withObject("/metadata").withObject("labels").put("loner", node);
    var term =
        pod.withObject("/spec")
            .withObject("affinity")
            .withObject("podAntiAffinity")
            .withArray("requiredDuringSchedulingIgnoredDuringExecution")
            .addObject();
    term.put("topologyKey", HOSTNAME);
    term.withObject("labelSelector").withObject("matchLabels").put("loner", node);
  }
}
