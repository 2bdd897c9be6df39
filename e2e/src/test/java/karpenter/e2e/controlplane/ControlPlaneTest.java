package karpenter.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import karpenter.e2e.controlplane.WithCluster.Authorization;
import org.junit.jupiter.api.Test;

@WithCluster(authorization = Authorization.RBAC, audit = true)
class ControlPlaneTest {

  @Test
  void it_is_the_version_it_was_built_from(TestCluster cluster) {
    assertThat(cluster.kubectl("get", "--raw", "/version"))
        .contains("\"gitVersion\": \"v1.36.1\"")
        .contains("\"minor\": \"36\"");
  }

  @Test
  void it_knows_our_kinds_and_the_stages_of_its_nodes(TestCluster cluster) {
    assertThat(cluster.kubectl("get", "crds", "-o", "name").lines())
        .contains(
            "customresourcedefinition.apiextensions.k8s.io/nodepools.karpenter.sh",
            "customresourcedefinition.apiextensions.k8s.io/kwoknodeclasses.karpenter.kwok.sh");
    assertThat(cluster.kubectl("get", "stages.kwok.x-k8s.io", "-o", "name").lines())
        .contains("stage.kwok.x-k8s.io/pod-delete", "stage.kwok.x-k8s.io/pod-unhealthy");
  }

  @Test
  void the_controllers_account_may_do_nothing_until_it_is_allowed_to(TestCluster cluster) {
    assertThat(
            Finished.run(
                    List.of(
                        ControlPlaneCommand.run(List.of("binary", "kubectl")).strip(),
                        "--kubeconfig",
                        cluster.controllerKubeconfig().toString(),
                        "get",
                        "nodes"))
                .complaint())
        .contains("system:serviceaccount:kube-system:karpenter")
        .contains("Forbidden");
  }

  @Test
  void objects_outlive_a_restart_of_the_api_server(TestCluster cluster) {
    cluster.kubectl("create", "configmap", "kept", "--from-literal=a=b");

    cluster.killApiServer();
    assertThat(cluster.isComplete()).isFalse();
    cluster.restartApiServer();

    assertThat(cluster.isComplete()).isTrue();
    assertThat(cluster.kubectl("get", "configmap", "kept", "-o", "name"))
        .contains("configmap/kept");
  }

  @Test
  void the_audit_log_tells_who_asked_for_what(TestCluster cluster) throws Exception {
    cluster.kubectl("create", "configmap", "told", "--from-literal=a=b");

    assertThat(Files.readAllLines(cluster.auditLog()))
        .anyMatch(
            line ->
                line.contains("\"verb\":\"create\"")
                    && line.contains("\"name\":\"told\"")
                    && line.contains("\"username\":\"admin\""));
  }
}
