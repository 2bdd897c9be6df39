package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.PodManifest.spec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Pods that no node of the fake catalogue can ever take, for eight reasons in turn.
final class Unschedulable {

  private enum Reason {
    TOO_MUCH_CPU,
    TOO_MUCH_MEMORY,
    UNKNOWN_LABEL,
    UNKNOWN_ZONE,
    WRONG_ARCHITECTURE,
    NO_GPU,
    CONTRADICTION,
    NEAR_NOBODY
  }

  private Unschedulable() {}

  static List<ObjectNode> all(Draw draw, int count) {
    return IntStream.range(0, count).mapToObj(i -> pod(draw, i)).toList();
  }

  private static ObjectNode pod(Draw draw, int index) {
    var reason = Reason.values()[index % Reason.values().length];
    var requests = new HashMap<>(requests(draw.one(Draw.CPU), draw.one(Draw.MEMORY)));
    if (reason == Reason.TOO_MUCH_CPU) {
      requests.put("cpu", "1000");
    }
    if (reason == Reason.TOO_MUCH_MEMORY) {
      requests.put("memory", "2000Gi");
    }
    if (reason == Reason.NO_GPU) {
      requests.put("nvidia.com/gpu", "1");
    }
    var identity = PodManifest.Identity.of(draw, "pod-%06d".formatted(index), index);
    var labels = Map.of(DiversePods.LABEL, draw.one(Draw.LETTERS));
    var pod = PodManifest.pending(identity, labels, requests);
    constrain(pod, reason);
    return pod;
  }

  private static void constrain(ObjectNode pod, Reason reason) {
    switch (reason) {
      case TOO_MUCH_CPU, TOO_MUCH_MEMORY, NO_GPU -> {}
      case UNKNOWN_LABEL -> Constraints.select(spec(pod), "team", "nobody");
      case UNKNOWN_ZONE -> Constraints.select(spec(pod), Labels.ZONE, "test-zone-9");
      case WRONG_ARCHITECTURE -> Constraints.requireNode(spec(pod), Tree.in(Labels.ARCH, "arm64"));
      case CONTRADICTION -> {
        Constraints.select(spec(pod), Labels.ZONE, "test-zone-1");
        Constraints.requireNode(spec(pod), Tree.in(Labels.ZONE, "test-zone-2"));
      }
      case NEAR_NOBODY ->
          Constraints.requireNear(pod, Constraints.term(Labels.ZONE, Map.of("app", "missing")));
    }
  }
}
