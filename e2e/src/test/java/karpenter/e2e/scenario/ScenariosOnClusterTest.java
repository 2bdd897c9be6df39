package karpenter.e2e.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.CapturedOperator;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.Chronicle;
import karpenter.simulator.scenario.Outcome;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The stories that the simulator plays come to the same on a real control plane: the same claims,
/// as often, with the same types and for the same reasons, the same verdicts, and the same end.
///
/// By default a few of them; all with `-Dkarpenter.stories=all`, those of the controls with
/// `controls`, others by their names, with `;` between them.
@WithCluster
class ScenariosOnClusterTest {
  /// Where the next story is played, if not in the class's cluster.
  private static Optional<TestCluster> another = Optional.empty();

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
      case "all" -> Scenarios.ofBothWorlds().stream();
      case "controls" -> Scenarios.controls().stream();
      case "few" -> named(FEW);
      default -> named(List.of(WANTED.split(";")));
    };
  }

  private static Stream<Scenario> named(List<String> names) {
    return Scenarios.ofBothWorlds().stream().filter(story -> names.contains(story.name()));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void comes_to_the_same_as_in_the_simulator(Scenario story, TestCluster first) throws Exception {
    var cluster = another.orElse(first);
    try {
      assertThat(real(story, cluster).differences(simulated(story))).isEmpty();
    } catch (Throwable broken) {
      // It has left its things lying about, which would spoil the next one.
      another = Optional.of(cluster.another());
      throw broken;
    }
  }

  private static Outcome real(Scenario story, TestCluster cluster) throws Exception {
    var connection = Connection.find(Optional.of(cluster.kubeconfig()), Map.of());
    var options = new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE);
    try (var server = new ApiServerKube(connection, options);
        var scene = new RealScene(cluster, server)) {
      return Chronicle.of(story, scene, scene::verdicts);
    }
  }

  private static Outcome simulated(Scenario story) throws Exception {
    var operator =
        new CapturedOperator(
            new OperatorProgram(
                KwokProvider.plan(KwokCatalogue.standard()),
                TestSettings.withAllGates(Settings.DEFAULT),
                _ -> {}));
    return Driver.call(
        () -> {
          try (var cluster = new SimulatedCluster(Circumstances.calm(1)).run(operator)) {
            return Chronicle.of(story, cluster, operator::verdicts);
          }
        });
  }
}
