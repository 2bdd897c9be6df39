package karpenter.bench.workload;

import static karpenter.bench.workload.PodManifest.requests;
import static karpenter.bench.workload.PodManifest.spec;
import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// NodePools of falling weight and differing taste (capacity type, architecture, size, tainted
/// teams, limits), the last of which takes anything; and applications of many replicas, each with
/// one shape and one kind of constraint.
final class WeightedPools {

  private static final String TEAM = "team";
  private static final int TEAM_EVERY = 5;
  private static final int LIMITED_POOLS = 6;
  private static final int REPLICAS = 100;

  private static final List<String> CPU = List.of("100m", "250m", "500m", "1", "2", "4");
  private static final List<String> MEMORY =
      List.of("128Mi", "512Mi", "1Gi", "2Gi", "4Gi", "8Gi", "16Gi");

  private WeightedPools() {}

  static List<ObjectNode> pools(Draw draw, int count) {
    return IntStream.range(0, count).mapToObj(i -> pool(draw, i, count)).toList();
  }

  private static ObjectNode pool(Draw draw, int index, int count) {
    var pool = NodePoolManifest.named(draw, "pool-%02d".formatted(index));
    NodePoolManifest.require(pool, in(Labels.OS, "linux"));
    if (index == count - 1) {
      return pool;
    }
    NodePoolManifest.weigh(pool, 100 - 5 * index);
    if (index % 3 != 2) {
      NodePoolManifest.require(
          pool, in(Labels.CAPACITY_TYPE, index % 3 == 0 ? "spot" : "on-demand"));
    }
    if (index % 4 != 3) {
      NodePoolManifest.require(pool, in(Labels.ARCH, index % 4 == 1 ? "arm64" : "amd64"));
    }
    if (index % 2 == 0) {
      var most = draw.one(List.of("9", "17", "33", "65"));
      NodePoolManifest.require(pool, Tree.requirement(AwsCatalogue.CPU, "Lt", List.of(most)));
    }
    if (index % TEAM_EVERY == 2) {
      NodePoolManifest.taint(pool, TEAM, team(index));
      NodePoolManifest.label(pool, TEAM, team(index));
    }
    if (index < LIMITED_POOLS) {
      NodePoolManifest.limit(pool, Map.of("cpu", "2000"));
    }
    return pool;
  }

  private static String team(int poolIndex) {
    return "team-" + poolIndex;
  }

  static List<ObjectNode> pods(Draw draw, int count, int pools) {
    var pods = new ArrayList<ObjectNode>();
    for (int app = 0; pods.size() < count; app++) {
      var requests = requests(draw.one(CPU), draw.one(MEMORY));
      var teamPool = 2 + TEAM_EVERY * draw.between(0, (pools - 4) / TEAM_EVERY);
      for (int i = 0; i < REPLICAS && pods.size() < count; i++) {
        pods.add(replica(draw, app, requests, team(teamPool), pods.size()));
      }
    }
    return pods;
  }

  private static ObjectNode replica(
      Draw draw, int app, Map<String, String> requests, String team, int index) {
    var labels = Map.of("app", "app-%02d".formatted(app));
    var identity = PodManifest.Identity.of(draw, "pod-%06d".formatted(index), index);
    var pod = PodManifest.pending(identity, labels, requests);
    switch (app % 10) {
      case 4, 5 -> Constraints.spread(pod, Labels.ZONE, labels);
      case 6 -> Constraints.spread(pod, Labels.HOSTNAME, labels);
      case 7 -> Constraints.select(spec(pod), Labels.ARCH, app % 20 == 7 ? "arm64" : "amd64");
      case 8 -> Constraints.requireNode(spec(pod), in(Labels.CAPACITY_TYPE, "on-demand"));
      case 9 -> {
        Constraints.select(spec(pod), TEAM, team);
        Constraints.tolerate(spec(pod), TEAM, team);
      }
      default -> {}
    }
    return pod;
  }
}
