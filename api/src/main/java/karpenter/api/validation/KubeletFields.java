package karpenter.api.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The settings a kubelet of v1beta1 knows, and what each holds. What stands below a setting that
/// is an object is not looked at.
final class KubeletFields {

  /// What a setting holds, and the words for it.
  enum Form {
    TEXT("a text"),
    INTEGER("an integer"),
    NUMBER("a number"),
    BOOLEAN("true or false"),
    DURATION("a duration such as 10s"),
    LIST("a list"),
    TEXTS("an object whose values are texts"),
    OBJECT("an object");

    private final String words;

    Form(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }

    boolean fits(JsonNode value) {
      return switch (this) {
        case TEXT, DURATION -> value.isTextual();
        case INTEGER -> value.isIntegralNumber();
        case NUMBER -> value.isNumber();
        case BOOLEAN -> value.isBoolean();
        case LIST -> value.isArray();
        case TEXTS -> value.isObject() && value.valueStream().allMatch(JsonNode::isTextual);
        case OBJECT -> value.isObject();
      };
    }
  }

  private static final Map<String, Form> FIELDS =
      read(
          """
          text: apiVersion kind staticPodPath podLogsDir staticPodURL address tlsCertFile tlsPrivateKeyFile
          text: tlsMinVersion imagePullCredentialsVerificationPolicy healthzBindAddress clusterDomain
          text: kubeletCgroups systemCgroups cgroupRoot cgroupDriver cpuManagerPolicy memoryManagerPolicy
          text: topologyManagerPolicy topologyManagerScope hairpinMode podCIDR resolvConf contentType
          text: containerLogMaxSize configMapAndSecretChangeDetectionStrategy reservedSystemCPUs
          text: showHiddenMetricsForVersion systemReservedCgroup kubeReservedCgroup volumePluginDir
          text: providerID memoryReservationPolicy containerRuntimeEndpoint imageServiceEndpoint
          integer: port readOnlyPort registryPullQPS registryBurst eventRecordQPS eventBurst healthzPort
          integer: oomScoreAdj nodeLeaseDurationSeconds imageGCHighThresholdPercent imageGCLowThresholdPercent
          integer: maxPods podPidsLimit nodeStatusMaxImages maxOpenFiles kubeAPIQPS kubeAPIBurst
          integer: maxParallelImagePulls evictionMaxPodGracePeriod podsPerCore iptablesMasqueradeBit
          integer: iptablesDropBit containerLogMaxFiles containerLogMaxWorkers
          number: memoryThrottlingFactor
          boolean: enableServer rotateCertificates serverTLSBootstrap enableDebuggingHandlers
          boolean: enableContentionProfiling cgroupsPerQOS singleProcessOOMKill runOnce cpuCFSQuota
          boolean: serializeImagePulls mergeDefaultEvictionSettings enableControllerAttachDetach
          boolean: protectKernelDefaults makeIPTablesUtilChains failSwapOn kernelMemcgNotification
          boolean: enableSystemLogHandler enableSystemLogQuery enableProfilingHandler enableDebugFlagsHandler
          boolean: seccompDefault registerNode localStorageCapacityIsolation failCgroupV1
          duration: syncFrequency fileCheckFrequency httpCheckFrequency streamingConnectionIdleTimeout
          duration: nodeStatusUpdateFrequency nodeStatusReportFrequency imageMinimumGCAge imageMaximumGCAge
          duration: volumeStatsAggPeriod cpuManagerReconcilePeriod runtimeRequestTimeout cpuCFSQuotaPeriod
          duration: evictionPressureTransitionPeriod containerLogMonitorInterval shutdownGracePeriod
          duration: shutdownGracePeriodCriticalPods
          list: tlsCipherSuites tlsCurvePreferences preloadedImagesVerificationAllowlist clusterDNS
          list: enforceNodeAllocatable allowedUnsafeSysctls shutdownGracePeriodByPodPriority reservedMemory
          list: registerWithTaints
          texts: cpuManagerPolicyOptions topologyManagerPolicyOptions qosReserved evictionHard evictionSoft
          texts: evictionSoftGracePeriod evictionMinimumReclaim systemReserved kubeReserved
          object: staticPodURLHeader authentication authorization featureGates memorySwap logging
          object: crashLoopBackOff tracing userNamespaces
          """);

  private KubeletFields() {}

  static Optional<Form> form(String name) {
    return Optional.ofNullable(FIELDS.get(name));
  }

  static Collection<String> names() {
    return FIELDS.keySet();
  }

  private static Map<String, Form> read(String table) {
    var fields = new LinkedHashMap<String, Form>();
    table
        .lines()
        .forEach(
            line -> {
              var words = line.split("[: ]+");
              var form = Form.valueOf(words[0].toUpperCase(Locale.ROOT));
              for (int i = 1; i < words.length; i++) {
                fields.put(words[i], form);
              }
            });
    return Collections.unmodifiableMap(fields);
  }
}
