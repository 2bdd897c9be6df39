package karpenter.e2e.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.e2e.story.RunningOperator;
import karpenter.e2e.story.Scene;
import karpenter.kube.LeaseElection;
import karpenter.kube.LeaseFence;
import karpenter.operator.kube.ObjectKey;
import org.junit.jupiter.api.Test;

@WithCluster(authorization = WithCluster.Authorization.RBAC, audit = true)
class SufficientRightsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String ACCOUNT = "system:serviceaccount:kube-system:karpenter";

  @Test
  void from_the_first_pod_to_the_last_node_nothing_is_refused(TestCluster cluster)
      throws Exception {
    cluster.kubectl("apply", "-f", Tree.file("deploy/rbac.yaml").toString());

    try (var scene = Scene.set(cluster);
        var _ = RunningOperator.start(cluster.controllerKubeconfig())) {
      scene.scaleTo(3);
      scene.awaitRunning(3);
      scene.awaitInitialized(3);
      // Drained: the pod is evicted, and gets another node.
      cluster.kubectl(
          "delete", "nodeclaim", scene.claims().getFirst().at("/metadata/name").asText());
      scene.awaitRunning(3);
      cluster.kubectl("delete", "node", scene.nodes().getFirst().at("/metadata/name").asText());
      scene.awaitRunning(3);
      scene.awaitNothingLeft();
    }
    leadOnce(cluster);

    var asked = requests(cluster);
    assertThat(asked.stream().map(SufficientRightsTest::what).distinct())
        .contains("create nodes", "create pods/eviction", "update leases", "create events")
        .contains("create nodeclaims", "patch nodeclaims/status", "patch nodepools/status");
    assertThat(asked)
        .filteredOn(request -> request.at("/responseStatus/code").asInt() == 403)
        .isEmpty();
  }

  private static void leadOnce(TestCluster cluster) throws Exception {
    var isElected = new CountDownLatch(1);
    try (var election =
        new LeaseElection(
            RunningOperator.connection(cluster.controllerKubeconfig()),
            "karpenter/test",
            ObjectKey.of("kube-system", "karpenter-leader-election"),
            "the-only-one",
            LeaseElection.Timing.STANDARD,
            isElected::countDown,
            LeaseFence.start(_ -> {}))) {
      election.start();
      assertThat(isElected.await(60, TimeUnit.SECONDS)).as("elected").isTrue();
    }
  }

  private static List<JsonNode> requests(TestCluster cluster) throws IOException {
    var found = new ArrayList<JsonNode>();
    for (var line : Files.readAllLines(cluster.auditLog())) {
      var request = JSON.readTree(line);
      if (request.at("/user/username").asText().equals(ACCOUNT)) {
        found.add(request);
      }
    }
    return found;
  }

  private static String what(JsonNode request) {
    var target = request.path("objectRef");
    var subresource = target.path("subresource").asText("");
    return "%s %s%s"
        .formatted(
            request.path("verb").asText(),
            target.path("resource").asText(""),
            subresource.isEmpty() ? "" : "/" + subresource);
  }
}
