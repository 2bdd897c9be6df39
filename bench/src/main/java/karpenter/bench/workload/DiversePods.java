package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Upstream's diverse mix: equal groups of plain, zone-spread, hostname-spread, zone-affine and
/// mutually exclusive pods. Draws follow its order (labels, then cpu, then memory).
final class DiversePods {

  private enum Group {
    GENERIC,
    ZONE_SPREAD,
    HOSTNAME_SPREAD,
    ZONE_AFFINITY,
    HOSTNAME_ANTI_AFFINITY
  }

  /// Spelled as upstream spells it, so that its figures and ours describe the same pods.
  static final String AFFINITY_LABEL = "my-affininity";

  static final String LABEL = "my-label";
  static final Map<String, String> EXCLUSIVE = Map.of("app", "nginx");

  private final Draw draw;
  private final List<ObjectNode> pods = new ArrayList<>();

  private DiversePods(Draw draw) {
    this.draw = draw;
  }

  static List<ObjectNode> all(Draw draw, int count) {
    return new DiversePods(draw).fill(count, List.of(Group.values()));
  }

  /// Without the last group the node count is free, so that packing decides the price.
  static List<ObjectNode> withoutAntiAffinity(Draw draw, int count) {
    var groups = new ArrayList<>(List.of(Group.values()));
    groups.remove(Group.HOSTNAME_ANTI_AFFINITY);
    return new DiversePods(draw).fill(count, groups);
  }

  private List<ObjectNode> fill(int count, List<Group> groups) {
    for (var group : groups) {
      for (int i = 0; i < count / groups.size(); i++) {
        pods.add(pod(group));
      }
    }
    while (pods.size() < count) {
      pods.add(pod(Group.GENERIC));
    }
    return pods;
  }

  private ObjectNode pod(Group group) {
    return switch (group) {
      case GENERIC -> labelled(LABEL, draw.one(Draw.LETTERS));
      case ZONE_SPREAD -> spread(Labels.ZONE);
      case HOSTNAME_SPREAD -> spread(Labels.HOSTNAME);
      case ZONE_AFFINITY -> {
        var letter = draw.one(Draw.LETTERS);
        var pod = labelled(AFFINITY_LABEL, letter);
        Constraints.requireNear(pod, Constraints.term(Labels.ZONE, Map.of(AFFINITY_LABEL, letter)));
        yield pod;
      }
      case HOSTNAME_ANTI_AFFINITY -> {
        var pod = labelled("app", "nginx");
        Constraints.requireAway(pod, Constraints.term(Labels.HOSTNAME, EXCLUSIVE));
        yield pod;
      }
    };
  }

  private ObjectNode spread(String topologyKey) {
    var own = draw.one(Draw.LETTERS);
    var counted = draw.one(Draw.LETTERS);
    var pod = labelled(LABEL, own);
    Constraints.spread(pod, topologyKey, Map.of(LABEL, counted));
    return pod;
  }

  private ObjectNode labelled(String label, String value) {
    int index = pods.size();
    var identity = PodManifest.Identity.of(draw, "pod-%06d".formatted(index), index);
    var cpu = draw.one(Draw.CPU);
    var memory = draw.one(Draw.MEMORY);
    return PodManifest.pending(identity, Map.of(label, value), requests(cpu, memory));
  }
}
