package karpenter.e2e.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import org.junit.jupiter.api.Test;

@WithCluster
class OperatorOnAClusterTest {

  @Test
  void pods_get_nodes_and_the_nodes_go_with_their_pool(TestCluster cluster) {
    try (var scene = Scene.set(cluster);
        var _ = RunningOperator.start(cluster.kubeconfig())) {
      scene.scaleTo(3);
      scene.awaitRunning(3);
      scene.awaitInitialized(3);
      assertThat(scene.claimsOfNodes()).containsExactlyInAnyOrderElementsOf(names(scene));

      scene.awaitNothingLeft();
    }
  }

  @Test
  void a_deleted_claim_takes_its_node_and_the_pod_gets_another(TestCluster cluster) {
    try (var scene = Scene.set(cluster);
        var _ = RunningOperator.start(cluster.kubeconfig())) {
      scene.scaleTo(2);
      scene.awaitRunning(2);
      var doomed = names(scene).getFirst();

      cluster.kubectl("delete", "nodeclaim", doomed);

      scene.awaitRunning(2);
      scene.awaitInitialized(2);
      assertThat(scene.claimsOfNodes())
          .doesNotContain(doomed)
          .containsExactlyInAnyOrderElementsOf(names(scene));
      scene.awaitNothingLeft();
    }
  }

  @Test
  void a_crash_in_the_middle_loses_nothing_and_doubles_nothing(TestCluster cluster) {
    try (var scene = Scene.set(cluster)) {
      var first = RunningOperator.start(cluster.kubeconfig());
      scene.scaleTo(8);
      scene.await("there is a node", () -> !scene.nodes().isEmpty());
      first.crash();

      try (var _ = RunningOperator.start(cluster.kubeconfig())) {
        scene.awaitRunning(8);
        scene.awaitInitialized(8);
        assertThat(scene.claimsOfNodes()).containsExactlyInAnyOrderElementsOf(names(scene));
        scene.awaitNothingLeft();
      }
    }
  }

  @Test
  void a_restarted_api_server_is_found_again(TestCluster cluster) {
    try (var scene = Scene.set(cluster);
        var _ = RunningOperator.start(cluster.kubeconfig())) {
      scene.scaleTo(1);
      scene.awaitRunning(1);

      cluster.restartApiServer();
      scene.scaleTo(3);

      scene.awaitRunning(3);
      scene.awaitInitialized(3);
      scene.awaitNothingLeft();
    }
  }

  private static List<String> names(Scene scene) {
    return scene.claims().stream().map(claim -> claim.at("/metadata/name").asText()).toList();
  }
}
