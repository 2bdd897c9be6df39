package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.in;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/// Two NodePools as many clusters have them: spot, of higher weight and tainted, so that only pods
/// that tolerate it run there, and on-demand for all others.
final class SpotPools {

  private static final String TAINT = "spot";

  private SpotPools() {}

  static List<ObjectNode> ofAllTypes(Draw draw) {
    var spot = pool(draw, "spot");
    NodePoolManifest.weigh(spot, 10);
    NodePoolManifest.taint(spot, TAINT, "true");
    return List.of(spot, pool(draw, "on-demand"));
  }

  static List<ObjectNode> ofGeneralTypes(Draw draw) {
    var pools = ofAllTypes(draw);
    pools.forEach(AwsCatalogue::requireGeneral);
    return pools;
  }

  private static ObjectNode pool(Draw draw, String capacityType) {
    var pool = NodePoolManifest.named(draw, capacityType);
    NodePoolManifest.require(pool, in(Labels.OS, "linux"));
    NodePoolManifest.require(pool, in(Labels.CAPACITY_TYPE, capacityType));
    return pool;
  }

  static void tolerate(ObjectNode pod) {
    Constraints.tolerate(PodManifest.spec(pod), TAINT, "true");
  }
}
