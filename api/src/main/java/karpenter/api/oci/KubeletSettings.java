package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a kubelet is told.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KubeletSettings(
    @Nullable List<String> clusterDNS,
    @Nullable Integer maxPods,
    @Nullable Integer podsPerCore,
    @Nullable Map<String, String> systemReserved,
    @Nullable Map<String, String> kubeReserved,
    @Nullable Map<String, String> evictionHard,
    @Nullable Map<String, String> evictionSoft,
    @Nullable Map<String, String> evictionSoftGracePeriod,
    @Nullable Integer evictionMaxPodGracePeriod,
    @Nullable Integer imageGCHighThresholdPercent,
    @Nullable Integer imageGCLowThresholdPercent,
    @Nullable Boolean cpuCFSQuota,
    @Nullable Map<String, String> nodeLabels,
    @Nullable List<String> extraArgs) {}
