package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.PortCall;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// Pods are evicted, not deleted, unless their node's deadline is near or its machine is lost.
class DeletionsJudgeTest {
  @Test
  void a_pod_that_is_deleted_long_before_any_deadline_is_noticed() throws Exception {
    assertThat(judged(false)).anyMatch(sentence -> sentence.contains("no deadline is near"));
  }

  @Test
  void a_pod_of_a_node_that_has_gone_after_its_machine_is_excused() throws Exception {
    assertThat(judged(true)).isEmpty();
  }

  /// @param nodeWasLost whether the pod's node went before, because its machine was lost
  private static List<String> judged(boolean nodeWasLost) throws Exception {
    return Driver.call(
        () -> {
          try (var world = new OnePodPerNode()) {
            world.startPods();
            var isLost = new AtomicBoolean(nodeWasLost);
            var judge =
                new DeletionsJudge(world.cluster(), _ -> Optional.empty(), _ -> isLost.get());
            var pod = world.cluster().kube().view(Resource.PODS).getFirst();
            if (nodeWasLost) {
              judge.gone(Resource.NODES, nodeOf(pod, world));
            }
            // A node that has gone cannot be looked up any more.
            isLost.set(false);
            judge.strike(
                new PortCall(PortCall.Port.KUBE, "delete", true, "pods/" + Metas.key(pod)));
            return judge.violations();
          }
        });
  }

  private static ObjectNode nodeOf(ObjectNode pod, OnePodPerNode world) {
    var name = pod.at("/spec/nodeName").asText();
    return world.cluster().kube().find(Resource.NODES, ObjectKey.cluster(name)).orElseThrow();
  }
}
