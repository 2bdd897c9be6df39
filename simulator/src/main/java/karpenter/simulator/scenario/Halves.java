package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Nodes that are half empty, and pools that mind.
final class Halves {
  private static final String WEB = "web";
  private static final String BIG = "big";

  private Halves() {}

  /// So many nodes, each with a pod of `web` that does not fill it.
  static void make(Scene scene, Cast cast, int count, String cpu)
      throws Unreachable, InterruptedException {
    make(scene, cast, count, Trees.deployment(WEB, count, cpu));
  }

  static void make(Scene scene, Cast cast, int count, ObjectNode web)
      throws Unreachable, InterruptedException {
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(BIG, count, "1"));
    cast.create(Resource.DEPLOYMENTS, web);
    cast.awaitRunning(BIG, count);
    cast.awaitRunning(WEB, count);
    cast.awaitSettled();
    cast.expect("they take a node each", () -> cast.nodes().size() == count);
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", BIG));
    scene.await("the large pods are gone", Duration.ofMinutes(5), () -> cast.pods(BIG).isEmpty());
  }

  static ObjectNode pool(String policy, String after, String budget) {
    var pool = Trees.pool(Scenarios.POOL);
    var disruption = pool.withObject("/spec/disruption");
    disruption.put("consolidationPolicy", policy);
    disruption.put("consolidateAfter", after);
    disruption.putArray("budgets").addObject().put("nodes", budget);
    return pool;
  }
}
