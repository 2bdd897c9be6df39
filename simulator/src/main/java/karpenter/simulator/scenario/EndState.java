package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// How a cluster looks, without names: its claims and nodes with what runs on them, and what waits.
record EndState(Kube kube) {
  private static final List<String> LABELS =
      List.of(
          "karpenter.sh/nodepool",
          "node.kubernetes.io/instance-type",
          "karpenter.sh/capacity-type",
          "karpenter.sh/initialized");

  List<String> sentences() throws Unreachable, InterruptedException {
    Map<String, List<String>> pods = new TreeMap<>();
    for (var pod : kube.list(Resource.PODS, "default")) {
      pods.computeIfAbsent(pod.at("/spec/nodeName").asText(), _ -> new ArrayList<>())
          .add(pod.at("/metadata/labels/app").asText());
    }
    var sentences = new ArrayList<String>();
    pods.getOrDefault("", List.of()).forEach(app -> sentences.add("a pod of " + app + " waits"));
    var claimed = new ArrayList<String>();
    for (var claim : kube.list(Resource.NODE_CLAIMS, "")) {
      var node = claim.at("/status/nodeName").asText();
      claimed.add(node);
      if (node.isEmpty()) {
        sentences.add("a claim without a node");
      } else if (Cast.is(claim, "Drifted")) {
        sentences.add("a claim that has drifted");
      }
    }
    for (var node : kube.list(Resource.NODES, "")) {
      var name = Metas.key(node).name();
      if (claimed.contains(name)) {
        var apps = pods.getOrDefault(name, List.of()).stream().sorted().toList();
        sentences.add("a node %s %s with %s".formatted(labels(node), taints(node), apps));
      }
    }
    return sentences;
  }

  private static List<String> labels(JsonNode node) {
    return LABELS.stream().map(node.at("/metadata/labels")::path).map(JsonNode::asText).toList();
  }

  private static List<String> taints(JsonNode node) {
    var taints = new ArrayList<String>();
    node.at("/spec/taints")
        .forEach(
            taint -> taints.add(taint.path("key").asText() + ":" + taint.path("effect").asText()));
    return taints.stream().sorted().toList();
  }
}
