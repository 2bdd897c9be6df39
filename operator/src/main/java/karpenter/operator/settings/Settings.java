package karpenter.operator.settings;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.Churn;
import karpenter.core.wire.DefaultSpread;

/// How the process was told to behave (spec 02 §4.1). Each is a flag and an environment variable.
///
/// @param nodeCost dollars an hour of a node beside its instance, in pools that do not say
/// @param evictionPrice dollars of one eviction, where no annotation says otherwise
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
    double nodeCost,
    double evictionPrice,
    Mode mode) {

  public enum Preferences {
    RESPECT,
    IGNORE,
    WEIGH
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

  /// Where somebody is who does not say otherwise, as for any client of Kubernetes.
  private static final String DEFAULT_NAMESPACE = "default";

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
          NodeCost.DEFAULT,
          Churn.DEFAULT_PRICE,
          Mode.ACT);

  /// The namespace we run in. What is set on it holds for the whole cluster.
  public String releaseNamespace() {
    return leaderElectionNamespace.isEmpty() ? DEFAULT_NAMESPACE : leaderElectionNamespace;
  }

  /// The same, where a node costs this much beside its instance.
  public Settings withNodeCost(double cost) {
    return with(leaderElectionNamespace, featureGates, cost, evictionPrice);
  }

  /// The same, where an eviction costs this much.
  public Settings withEvictionPrice(double price) {
    return with(leaderElectionNamespace, featureGates, nodeCost, price);
  }

  /// The same, where the namespace we run in turned out to be this one.
  public Settings in(String namespace) {
    return with(namespace, featureGates, nodeCost, evictionPrice);
  }

  /// The same, with these gates.
  public Settings with(FeatureGates gates) {
    return with(leaderElectionNamespace, gates, nodeCost, evictionPrice);
  }

  private Settings with(String namespace, FeatureGates gates, double cost, double perEviction) {
    return new Settings(
        karpenterService,
        metricsPort,
        healthProbePort,
        kubeClientQps,
        kubeClientBurst,
        enableProfiling,
        disableControllerWarmup,
        disableLeaderElection,
        disableClusterStateObservability,
        leaderElectionName,
        namespace,
        memoryLimit,
        cpuRequests,
        logLevel,
        logOutputPaths,
        logErrorOutputPaths,
        batchMaxDuration,
        batchIdleDuration,
        preferencePolicy,
        minValuesPolicy,
        ignoreDraRequests,
        gates,
        defaultSpread,
        cost,
        perEviction,
        mode);
  }

  /// How long a node is kept for the pods it was promised to.
  public Duration nominationWindow() {
    var twice = batchMaxDuration.multipliedBy(2);
    var least = Duration.ofSeconds(10);
    return twice.compareTo(least) > 0 ? twice : least;
  }
}
