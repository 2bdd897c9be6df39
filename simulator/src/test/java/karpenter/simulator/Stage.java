package karpenter.simulator;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterState;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.cloud.SimulatedProvider;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scene;
import org.jspecify.annotations.Nullable;

/// Where stories are played, with the operator that runs in production and all its gates open.
enum Stage {
  /// A machine is its Node, and is there at once.
  KWOK,
  /// A machine boots for half a minute, and costs money until somebody ends it.
  CLOUD;

  private static final Catalogue CATALOGUE = KwokCatalogue.standard();

  Played open(Circumstances circumstances) {
    return open(circumstances, program -> program);
  }

  /// @param as the operator as it is to be run
  Played open(Circumstances circumstances, Function<OperatorProgram, Program> as) {
    var cluster = new SimulatedCluster(circumstances);
    return switch (this) {
      case KWOK -> {
        cluster.run(as.apply(operator(KwokProvider.plan(CATALOGUE))));
        yield new Played(cluster, null);
      }
      case CLOUD -> {
        var cloud =
            new SimulatedCloud(
                circumstances.seed(),
                cluster.timeline(),
                cluster.kube(),
                CATALOGUE.types(),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10));
        cluster.run(as.apply(operator(new Plan(cloud))));
        yield new Played(cluster, cloud);
      }
    };
  }

  private static OperatorProgram operator(ProviderPlan provider) {
    return new OperatorProgram(provider, TestSettings.withAllGates(Settings.DEFAULT), _ -> {});
  }

  /// A cluster for one story.
  record Played(SimulatedCluster cluster, @Nullable SimulatedCloud machines)
      implements AutoCloseable {
    /// Plays the story, then gives everybody time to notice what is left.
    void play(Scenario story) throws Unreachable, InterruptedException {
      story.play(cluster);
      cluster.pass(Duration.ofMinutes(2));
      cluster.check();
      if (machines != null && !machines.running().isEmpty()) {
        throw new Scene.Unmet(
            "machines are left: %s%n%s".formatted(machines.running(), cluster.history().tail(60)));
      }
    }

    SimulatedCloud cloud() {
      return Objects.requireNonNull(machines, "with KWOK there is no cloud");
    }

    int points() {
      return cluster.points();
    }

    int lives() {
      return cluster.lives();
    }

    @Override
    public void close() {
      cluster.close();
    }
  }

  private record Plan(SimulatedCloud cloud) implements ProviderPlan {
    @Override
    public List<NodeClassKind> nodeClassKinds() {
      return List.of(new NodeClassKind(KwokProvider.NODE_CLASSES));
    }

    @Override
    public ProviderLabels labels() {
      return KwokProvider.labels(CATALOGUE);
    }

    @Override
    public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
      return new SimulatedProvider(cloud, nodeClassKinds().getFirst(), labels());
    }
  }
}
