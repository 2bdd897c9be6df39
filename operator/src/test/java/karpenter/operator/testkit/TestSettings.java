package karpenter.operator.testkit;

import karpenter.core.wire.DefaultSpread;
import karpenter.operator.settings.FeatureGates;
import karpenter.operator.settings.Settings;

/// Settings that differ from the standard in one thing.
public final class TestSettings {
  private static final FeatureGates ALL = new FeatureGates(true, true, true, true, true, true);

  private TestSettings() {}

  public static Settings withAllGates(Settings settings) {
    return with(settings, ALL, settings.defaultSpread(), settings.mode());
  }

  public static Settings withSpread(Settings settings, DefaultSpread spread) {
    return with(settings, settings.featureGates(), spread, settings.mode());
  }

  public static Settings observing(Settings settings) {
    return with(settings, settings.featureGates(), settings.defaultSpread(), Settings.Mode.OBSERVE);
  }

  private static Settings with(
      Settings settings, FeatureGates gates, DefaultSpread spread, Settings.Mode mode) {
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
        gates,
        spread,
        mode);
  }
}
