package karpenter.operator.testkit;

import karpenter.operator.settings.FeatureGates;
import karpenter.operator.settings.Settings;

/// Settings that differ from the standard in one thing.
public final class TestSettings {
  private static final FeatureGates ALL = new FeatureGates(true, true, true, true, true, true);

  private TestSettings() {}

  public static Settings withAllGates(Settings settings) {
    return new Settings(
        settings.karpenterService(),
        settings.metricsPort(),
        settings.healthProbePort(),
        settings.kubeClientQps(),
        settings.kubeClientBurst(),
        settings.enableProfiling(),
        settings.disableControllerWarmup(),
        settings.disableLeaderElection(),
        settings.disableClusterStateObservability(),
        settings.leaderElectionName(),
        settings.leaderElectionNamespace(),
        settings.memoryLimit(),
        settings.cpuRequests(),
        settings.logLevel(),
        settings.logOutputPaths(),
        settings.logErrorOutputPaths(),
        settings.batchMaxDuration(),
        settings.batchIdleDuration(),
        settings.preferencePolicy(),
        settings.minValuesPolicy(),
        settings.ignoreDraRequests(),
        ALL,
        settings.defaultSpread(),
        settings.mode());
  }
}
