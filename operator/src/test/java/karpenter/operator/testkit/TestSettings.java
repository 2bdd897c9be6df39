package karpenter.operator.testkit;

import karpenter.core.wire.DefaultSpread;
import karpenter.operator.settings.FeatureGates;
import karpenter.operator.settings.Settings;

/// Settings that differ from the standard in one thing.
public final class TestSettings {
  private static final FeatureGates ALL = new FeatureGates(true, true, true, true, true, true);

  private TestSettings() {}

  public static Settings withAllGates(Settings settings) {
    return with(
        settings, ALL, settings.defaultSpread(), settings.mode(), settings.ignoreDraRequests());
  }

  public static Settings withSpread(Settings settings, DefaultSpread spread) {
    return with(
        settings, settings.featureGates(), spread, settings.mode(), settings.ignoreDraRequests());
  }

  public static Settings observing(Settings settings) {
    return with(
        settings,
        settings.featureGates(),
        settings.defaultSpread(),
        Settings.Mode.OBSERVE,
        settings.ignoreDraRequests());
  }

  public static Settings honouringDevices(Settings settings) {
    return with(
        settings, settings.featureGates(), settings.defaultSpread(), settings.mode(), false);
  }

  private static Settings with(
      Settings settings,
      FeatureGates gates,
      DefaultSpread spread,
      Settings.Mode mode,
      boolean ignoresDevices) {
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
        ignoresDevices,
        gates,
        spread,
        settings.nodeCost(),
        settings.evictionPrice(),
        mode);
  }
}
