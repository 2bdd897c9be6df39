package karpenter.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Who replaced whom: sees every claim that goes because of a command that brings others.
final class Lineage implements InMemoryKube.Listener {
  private final SimulatedCluster cluster;
  private final Map<String, Integer> ancestors = new HashMap<>();
  private final Map<String, String> story = new HashMap<>();
  private final Set<String> gone = new HashSet<>();
  private final TreeMap<String, Integer> byMethod = new TreeMap<>();
  private final List<String> twice = new ArrayList<>();
  private final Map<String, List<String>> typesBefore = new HashMap<>();
  private final TreeMap<Integer, Integer> byDepth = new TreeMap<>();
  private final Set<String> back = new TreeSet<>();
  private Instant last = Instant.EPOCH;

  Lineage(SimulatedCluster cluster) {
    this.cluster = cluster;
    cluster.kube().onChange(this);
  }

  /// Successors that were replaced in their turn, each with its story.
  List<String> replacedTwice() {
    return twice;
  }

  /// How many nodes were replaced for the first time in their line, the second time and so on.
  Map<Integer, Integer> byDepth() {
    return byDepth;
  }

  /// Nodes that are what a node they descend from was: the same type, capacity type and zone.
  Set<String> backAndForth() {
    return back;
  }

  /// Nodes that went, by the way they were found.
  Map<String, Integer> byMethod() {
    return byMethod;
  }

  /// When the last node was taken.
  Instant last() {
    return last;
  }

  @Override
  public void changed(Resource resource, ObjectNode claim) {
    if (resource.equals(Resource.NODE_CLAIMS)
        && typesBefore.getOrDefault(Metas.name(claim), List.of()).contains(offering(claim))) {
      back.add(story.getOrDefault(Metas.name(claim), "") + " " + offering(claim));
    }
    if (!resource.equals(Resource.NODE_CLAIMS)
        || !Picture.isGoing(claim)
        || !Picture.candidates(claim).contains(Metas.name(claim))
        || !gone.add(Metas.name(claim))) {
      return;
    }
    var method = Picture.annotation(claim, "command-method");
    byMethod.merge(method, 1, Integer::sum);
    last = cluster.now();
    int depth = 1 + ancestors.getOrDefault(Metas.name(claim), 0);
    var successors = Picture.names(claim, "command-replacements");
    var told =
        "%s %s %s %s -> %s"
            .formatted(
                story.getOrDefault(Metas.name(claim), ""),
                cluster.now(),
                method,
                type(claim),
                successors);
    for (var successor : successors) {
      if (depth > ancestors.getOrDefault(successor, 0)) {
        ancestors.put(successor, depth);
        story.put(successor, told + ";");
        var before = new ArrayList<>(typesBefore.getOrDefault(Metas.name(claim), List.of()));
        before.add(offering(claim));
        typesBefore.put(successor, before);
      }
    }
    if (!successors.isEmpty()) {
      byDepth.merge(depth, 1, Integer::sum);
    }
    if (depth > 1 && !successors.isEmpty()) {
      twice.add(told);
    }
  }

  private static String offering(ObjectNode claim) {
    return type(claim) + "/" + claim.at("/metadata/labels/topology.kubernetes.io~1zone").asText();
  }

  private static String type(ObjectNode claim) {
    var labels = claim.at("/metadata/labels");
    return labels.path("node.kubernetes.io/instance-type").asText()
        + "/"
        + labels.path("karpenter.sh/capacity-type").asText();
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {}
}
