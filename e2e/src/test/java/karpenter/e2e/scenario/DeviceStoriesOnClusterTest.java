package karpenter.e2e.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.e2e.rbac.Tree;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.simulator.scenario.DeviceStories;
import karpenter.simulator.scenario.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Pods that claim devices get nodes that have them and run there, where the real scheduler gives
/// the devices away and the real controller makes the claims. The operator has the rights of
/// `deploy/rbac.yaml` and `deploy/rbac-dra.yaml`, and no others.
@WithCluster(authorization = WithCluster.Authorization.RBAC)
class DeviceStoriesOnClusterTest {
  private static final List<Scenario> STORIES = DeviceStories.all();

  @ParameterizedTest
  @FieldSource("STORIES")
  void plays_on_a_real_control_plane(Scenario story, TestCluster cluster) throws Exception {
    for (var rights : List.of("deploy/rbac.yaml", "deploy/rbac-dra.yaml")) {
      cluster.kubectl("apply", "-f", Tree.file(rights).toString());
    }
    var cloud = KwokProvider.plan(DeviceStories.catalogue());
    var settings = TestSettings.honouringDevices(Settings.DEFAULT);
    try (var server = server(cluster.kubeconfig());
        var asOperator = server(cluster.controllerKubeconfig());
        var scene = new RealScene(cluster, server, asOperator, cloud, settings)) {
      story.play(scene);
    }
  }

  private static ApiServerKube server(Path kubeconfig) throws Exception {
    return new ApiServerKube(
        Connection.find(Optional.of(kubeconfig), Map.of()),
        new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE));
  }
}
