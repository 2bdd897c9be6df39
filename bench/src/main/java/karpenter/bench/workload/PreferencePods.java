package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Identical pods with three preferences: a zone, not the zone of their kin (which cannot hold for
/// more pods than zones) and not the node of their kin (which can, at one node a pod).
final class PreferencePods {

  private static final Map<String, String> KIN = Map.of("app", "nginx");

  private PreferencePods() {}

  static List<ObjectNode> all(Draw draw, int count) {
    var requests = requests(draw.one(Draw.CPU), draw.one(Draw.MEMORY));
    return IntStream.range(0, count).mapToObj(i -> pod(draw, i, requests)).toList();
  }

  private static ObjectNode pod(Draw draw, int index, Map<String, String> requests) {
    var identity = PodManifest.Identity.of(draw, "pod-%06d".formatted(index), index);
    var pod = PodManifest.pending(identity, KIN, requests);
    Constraints.preferNode(pod, 1, Tree.in(Labels.ZONE, "test-zone-1"));
    Constraints.preferAway(pod, 10, Constraints.term(Labels.ZONE, KIN));
    Constraints.preferAway(pod, 1, Constraints.term(Labels.HOSTNAME, KIN));
    return pod;
  }
}
