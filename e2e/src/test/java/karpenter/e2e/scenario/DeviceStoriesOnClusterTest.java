package karpenter.e2e.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
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
/// the devices away and the real controller makes the claims.
@WithCluster
class DeviceStoriesOnClusterTest {
  private static final List<Scenario> STORIES = DeviceStories.all();

  @ParameterizedTest
  @FieldSource("STORIES")
  void plays_on_a_real_control_plane(Scenario story, TestCluster cluster) throws Exception {
    var connection = Connection.find(Optional.of(cluster.kubeconfig()), Map.of());
    var options = new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE);
    var cloud = KwokProvider.plan(DeviceStories.catalogue());
    var settings = TestSettings.honouringDevices(Settings.DEFAULT);
    try (var server = new ApiServerKube(connection, options);
        var scene = new RealScene(cluster, server, cloud, settings)) {
      story.play(scene);
    }
  }
}
