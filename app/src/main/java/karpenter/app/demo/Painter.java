package karpenter.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.app.demo.Picture.NodeBox;
import karpenter.app.demo.Picture.PodChip;
import karpenter.app.demo.Picture.WorkloadRow;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Verdict;
import karpenter.core.resource.Quantity;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// Draws a cluster.
final class Painter {
  static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final String DISRUPTED = "karpenter.sh/disrupted";
  private static final Comparator<PodChip> BY_APP =
      Comparator.comparing(PodChip::app).thenComparing(PodChip::name);

  private final DemoCluster cluster;
  private final Map<String, List<PodChip>> podsOfNode = new HashMap<>();
  private final List<PodChip> waiting = new ArrayList<>();
  private final TreeMap<String, Integer> running = new TreeMap<>();

  private Painter(DemoCluster cluster) {
    this.cluster = cluster;
    for (var pod : cluster.kube().view(Resource.PODS)) {
      var chip = chip(pod);
      var node = pod.at("/spec/nodeName").asText();
      if (node.isEmpty()) {
        waiting.add(chip);
      } else {
        podsOfNode.computeIfAbsent(node, _ -> new ArrayList<>()).add(chip);
      }
      if (chip.state().equals("running")) {
        running.merge(chip.app(), 1, Integer::sum);
      }
    }
    waiting.sort(BY_APP);
    podsOfNode.values().forEach(pods -> pods.sort(BY_APP));
  }

  static Picture paint(DemoCluster cluster) {
    var painter = new Painter(cluster);
    var bill = cluster.bill();
    var storm = cluster.stormUntil().map(until -> Duration.between(cluster.now(), until));
    return new Picture(
        CLOCK.format(cluster.now()),
        cluster.elapsed().toSeconds(),
        bill.perHour(),
        bill.spent(),
        bill.peak(),
        cluster.launched(),
        storm.map(Duration::toSeconds).orElse(0L),
        painter.nodes(),
        List.copyOf(painter.waiting),
        painter.workloads());
  }

  private List<NodeBox> nodes() {
    var nodes = new HashMap<String, ObjectNode>();
    for (var node : cluster.kube().view(Resource.NODES)) {
      nodes.put(node.at("/spec/providerID").asText(), node);
    }
    var verdicts = cluster.verdicts();
    var boxes = new ArrayList<NodeBox>();
    for (var claim : cluster.kube().view(Resource.NODE_CLAIMS)) {
      var machine = cluster.ofClaim(Metas.name(claim));
      if (machine.isEmpty()) {
        boxes.add(promised(claim));
        continue;
      }
      var node = nodes.get(machine.get().providerId());
      var pods = podsOfNode.getOrDefault(machine.get().name(), List.of());
      var verdict = verdicts.get(Metas.name(claim));
      boxes.add(
          new NodeBox(
              machine.get().name(),
              machine.get().pool(),
              machine.get().type(),
              machine.get().zone(),
              machine.get().capacity(),
              machine.get().price(),
              state(claim, machine.get(), node),
              milli(claim.at("/status/allocatable/cpu")),
              pods.stream().mapToLong(PodChip::cpu).sum(),
              verdict == null ? "" : sentence(verdict),
              pods));
    }
    boxes.sort(Comparator.comparing(NodeBox::name));
    return boxes;
  }

  private static NodeBox promised(JsonNode claim) {
    return new NodeBox(
        Metas.name(claim),
        claim.at("/metadata/labels").path(Labels.NODE_POOL).asText(),
        "",
        "",
        "",
        0,
        "launching",
        0,
        0,
        "",
        List.of());
  }

  private String state(JsonNode claim, Machine machine, @Nullable JsonNode node) {
    if (cluster.isLost(machine.providerId())) {
      return "lost";
    }
    if (Metas.isTerminating(claim) || (node != null && isDisrupted(node))) {
      return "leaving";
    }
    return node != null && is(claim, "Initialized") ? "ready" : "booting";
  }

  private static boolean isDisrupted(JsonNode node) {
    for (var taint : node.at("/spec/taints")) {
      if (taint.path("key").asText().equals(DISRUPTED)) {
        return true;
      }
    }
    return false;
  }

  private static String sentence(Verdict verdict) {
    return verdict.obstacles().stream()
        .map(Obstacle::sentence)
        .findFirst()
        .orElse("nothing keeps it: it goes with the next move");
  }

  private static PodChip chip(JsonNode pod) {
    long cpu = 0;
    for (var container : pod.at("/spec/containers")) {
      cpu += milli(container.at("/resources/requests/cpu"));
    }
    return new PodChip(
        Metas.name(pod), pod.at("/metadata/labels/app").asText(), cpu, podState(pod));
  }

  private static String podState(JsonNode pod) {
    if (Metas.isTerminating(pod)) {
      return "leaving";
    }
    if (pod.at("/spec/nodeName").asText().isEmpty()) {
      return "waiting";
    }
    return is(pod, "Ready") ? "running" : "starting";
  }

  private static boolean is(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static long milli(JsonNode quantity) {
    return quantity.isMissingNode()
        ? 0
        : Quantity.of(quantity.asText()).value().multiply(BigDecimal.valueOf(1000)).longValue();
  }

  private List<WorkloadRow> workloads() {
    var rows = new ArrayList<WorkloadRow>();
    for (var resource : List.of(Resource.DEPLOYMENTS, Resource.STATEFUL_SETS)) {
      for (var workload : cluster.kube().view(resource)) {
        rows.add(row(workload, workload.at("/spec/replicas").asInt(1)));
      }
    }
    rows.sort(Comparator.comparing(WorkloadRow::name));
    for (var daemons : cluster.kube().view(Resource.DAEMON_SETS)) {
      rows.add(row(daemons, daemons.at("/status/desiredNumberScheduled").asInt()));
    }
    return rows;
  }

  private WorkloadRow row(JsonNode workload, int replicas) {
    var name = Metas.name(workload);
    var kind = workload.path("kind").asText();
    int step =
        switch (kind) {
          case "Deployment" -> 4;
          case "StatefulSet" -> 1;
          default -> 0;
        };
    return new WorkloadRow(
        name,
        kind,
        replicas,
        running.getOrDefault(name, 0),
        milli(workload.at("/spec/template/spec/containers/0/resources/requests/cpu")),
        step);
  }
}
