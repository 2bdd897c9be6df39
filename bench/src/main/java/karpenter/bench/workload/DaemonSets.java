package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Small daemonsets of which not every node gets the same: some run everywhere, some shun the
/// tainted pool, some want large nodes, some nodes above a number of cpus. Overhead thus differs by
/// type.
final class DaemonSets {

  static final String DEDICATED = "dedicated";
  static final String INFRA = "infra";

  private static final List<String> CPU_STEPS = List.of("16", "32", "64", "128");

  private enum Kind {
    EVERYWHERE,
    EVERYWHERE_TOO,
    UNTAINTED_ONLY,
    LARGE_ONLY,
    ABOVE_CPUS
  }

  private DaemonSets() {}

  static List<ObjectNode> all(Draw draw, int count) {
    return IntStream.range(0, count).mapToObj(i -> daemonSet(draw, i)).toList();
  }

  private static ObjectNode daemonSet(Draw draw, int index) {
    var requests = PodManifest.requests(draw.between(10, 50) + "m", draw.between(16, 64) + "Mi");
    var daemonSet = manifest(draw, "daemon-%03d".formatted(index), requests);
    restrict(podSpec(daemonSet), Kind.values()[index % Kind.values().length], draw);
    return daemonSet;
  }

  /// What every node of many clusters runs: an agent for logs, the network and metrics.
  static List<ObjectNode> nodeAgents(Draw draw) {
    return List.of(
        everywhere(draw, "log-agent", PodManifest.requests("100m", "200Mi")),
        everywhere(draw, "network", PodManifest.requests("50m", "64Mi")),
        everywhere(draw, "metrics", PodManifest.requests("200m", "300Mi")));
  }

  static ObjectNode everywhere(Draw draw, String name, Map<String, String> requests) {
    var daemonSet = manifest(draw, name, requests);
    Constraints.tolerateEverything(podSpec(daemonSet));
    return daemonSet;
  }

  static ObjectNode podSpec(ObjectNode daemonSet) {
    return daemonSet.withObject("/spec/template/spec");
  }

  private static ObjectNode manifest(Draw draw, String name, Map<String, String> requests) {
    var labels = Map.of("daemon", name);
    var spec = object("containers", List.of(PodManifest.container(requests)));
    return object(
        "apiVersion",
        "apps/v1",
        "kind",
        "DaemonSet",
        "metadata",
        object(
            "name",
            name,
            "namespace",
            "kube-system",
            "uid",
            draw.uid("daemonset/" + name),
            "creationTimestamp",
            Draw.created(0)),
        "spec",
        object(
            "selector", Constraints.selector(labels),
            "template", object("metadata", object("labels", labels), "spec", spec)));
  }

  private static void restrict(ObjectNode spec, Kind kind, Draw draw) {
    switch (kind) {
      case EVERYWHERE, EVERYWHERE_TOO -> Constraints.tolerateEverything(spec);
      case UNTAINTED_ONLY -> {}
      case LARGE_ONLY -> {
        Constraints.select(spec, "size", "large");
        if (draw.chance(50)) {
          Constraints.tolerate(spec, DEDICATED, INFRA);
        }
      }
      case ABOVE_CPUS -> {
        var least = List.of(draw.one(CPU_STEPS));
        Constraints.requireNode(spec, Tree.requirement("integer", "Gt", least));
        Constraints.tolerateEverything(spec);
      }
    }
  }
}
