package karpenter.e2e.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.simulator.scenario.GatedStories;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The stories that the simulator plays end the same way on a real control plane.
///
/// By default a few of them; all with `-Dkarpenter.stories=all`, those of the controls with
/// `controls`, others by their names, with `;` between them.
@WithCluster
class ScenariosOnClusterTest {
  private static final String WANTED = System.getProperty("karpenter.stories", "few");
  private static final List<String> FEW =
      List.of(
          "a few pods come and go",
          "claim deleted in mid-launch",
          "node deleted",
          "operator killed in a scale-up",
          "watches lost in a scale-up",
          "limits hold and pods wait",
          "critical pods leave last",
          "ill node is replaced",
          "static pool is scaled within its limit",
          "room is kept free and filled up again",
          "an overlay adds what a catalogue does not know");

  static Stream<Scenario> stories() {
    return switch (WANTED) {
      case "all" -> every();
      case "controls" -> Scenarios.controls().stream();
      case "few" -> every().filter(story -> FEW.contains(story.name()));
      default -> every().filter(story -> List.of(WANTED.split(";")).contains(story.name()));
    };
  }

  private static Stream<Scenario> every() {
    return Stream.concat(Scenarios.all().stream(), GatedStories.all().stream());
  }

  @ParameterizedTest
  @MethodSource("stories")
  void ends_as_in_the_simulator(Scenario story, TestCluster cluster) throws Exception {
    var connection = Connection.find(Optional.of(cluster.kubeconfig()), Map.of());
    var options = new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE);
    try (var server = new ApiServerKube(connection, options);
        var scene = new RealScene(cluster, server)) {
      story.play(scene);
    }
  }
}
