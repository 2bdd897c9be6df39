package karpenter.e2e.scenario;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SortedMap;
import karpenter.core.disruption.Verdict;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.kube.ApiServerKube;
import karpenter.operator.Operator;
import karpenter.operator.Unreachable;
import karpenter.operator.World;
import karpenter.operator.kube.Kube;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.scenario.Scene;

/// A real control plane with our operator inside this JVM, for a story to be played in.
final class RealScene implements Scene, AutoCloseable {
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  /// Real clusters are slower than simulated ones when the machine is busy.
  private static final int PATIENCE = 2;

  private final TestCluster cluster;
  private final ApiServerKube server;
  private final ApiServerKube asOperator;
  private final ProviderPlan cloud;
  private final Settings settings;
  private Life life;

  private record Life(MortalKube kube, Operator operator) {
    static Life begin(Kube server, ProviderPlan cloud, Settings settings) {
      var kube = new MortalKube(server);
      var operator =
          Operator.in(
              new World(
                  new ThreadedRuntime(InstantSource.system(), LoopListener.NONE),
                  kube,
                  cloud,
                  Metrics.NONE,
                  _ -> {},
                  settings));
      operator.watch();
      operator.lead();
      return new Life(kube, operator);
    }
  }

  /// With the whole catalogue and all gates open.
  RealScene(TestCluster cluster, ApiServerKube server) {
    this(
        cluster,
        server,
        server,
        KwokProvider.plan(KwokCatalogue.standard()),
        TestSettings.withAllGates(Settings.DEFAULT));
  }

  /// @param asOperator the server, as the operator's account sees it
  RealScene(
      TestCluster cluster,
      ApiServerKube server,
      ApiServerKube asOperator,
      ProviderPlan cloud,
      Settings settings) {
    this.cluster = cluster;
    this.server = server;
    this.asOperator = asOperator;
    this.cloud = cloud;
    this.settings = settings;
    this.life = Life.begin(asOperator, cloud, settings);
  }

  /// What the operator last found out about every node, by claim name.
  SortedMap<String, Verdict> verdicts() {
    return life.operator.verdicts().all();
  }

  @Override
  public Kube kube() {
    return server;
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public void await(String what, Duration atMost, Condition condition)
      throws Unreachable, InterruptedException {
    var until = now().plus(atMost.multipliedBy(PATIENCE));
    while (!holds(condition)) {
      if (now().isAfter(until)) {
        throw new Unmet("it did not come about within %s that %s".formatted(atMost, what));
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  /// While the server restarts nobody can say.
  private static boolean holds(Condition condition) throws InterruptedException {
    try {
      return condition.holds();
    } catch (Unreachable later) {
      return false;
    }
  }

  @Override
  public void pass(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }

  @Override
  public void restartOperator() {
    life.kube.die();
    life.operator.close();
    life = Life.begin(asOperator, cloud, settings);
  }

  @Override
  public void restartApiServer() {
    cluster.restartApiServer();
  }

  @Override
  public void close() {
    life.operator.close();
  }
}
