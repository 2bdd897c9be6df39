package karpenter.operator.settings;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import karpenter.core.wire.DefaultSpread;

/// How the process was told to behave (spec 02 §4.1). Each is a flag and an environment variable.
public record Settings(
    String karpenterService,
    int metricsPort,
    int healthProbePort,
    int kubeClientQps,
    int kubeClientBurst,
    boolean enableProfiling,
    boolean disableControllerWarmup,
    boolean disableLeaderElection,
    boolean disableClusterStateObservability,
    String leaderElectionName,
    String leaderElectionNamespace,
    OptionalLong memoryLimit,
    int cpuRequests,
    String logLevel,
    List<String> logOutputPaths,
    List<String> logErrorOutputPaths,
    Duration batchMaxDuration,
    Duration batchIdleDuration,
    Preferences preferencePolicy,
    MinValues minValuesPolicy,
    boolean ignoreDraRequests,
    FeatureGates featureGates,
    DefaultSpread defaultSpread,
    Mode mode) {

  public enum Preferences {
    RESPECT,
    IGNORE
  }

  public enum MinValues {
    STRICT,
    BEST_EFFORT
  }

  /// Whether we act or only say what we would do.
  public enum Mode {
    ACT,
    OBSERVE
  }

  public static final Settings DEFAULT =
      new Settings(
          "",
          8080,
          8081,
          200,
          300,
          false,
          true,
          false,
          false,
          "karpenter-leader-election",
          "",
          OptionalLong.empty(),
          1000,
          "info",
          List.of("stdout"),
          List.of("stderr"),
          Duration.ofSeconds(10),
          Duration.ofSeconds(1),
          Preferences.RESPECT,
          MinValues.STRICT,
          true,
          FeatureGates.DEFAULT,
          DefaultSpread.NONE,
          Mode.ACT);

  /// How long a node is kept for the pods it was promised to.
  public Duration nominationWindow() {
    var twice = batchMaxDuration.multipliedBy(2);
    var least = Duration.ofSeconds(10);
    return twice.compareTo(least) > 0 ? twice : least;
  }
}
