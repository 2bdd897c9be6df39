package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// How machines are launched on Oracle Cloud.
///
/// The same thing may be written in several ways: under the names other node classes for OCI have
/// for it, and under those of EC2. [OciAliases] turns all of them into one.
public record OciNodeClass(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        OciNodeClassStatus status)
    implements ApiObject {

  public static final String GROUP = "karpenter.k8s.oracle";
  public static final String API_VERSION = GROUP + "/v1";
  public static final String KIND = "OciNodeClass";

  public OciNodeClass {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = Wire.required(spec, "spec");
    status = status == null ? OciNodeClassStatus.EMPTY : status;
  }

  /// What a machine is launched with; aliases stand behind what they are aliases of.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      @Nullable String compartmentId,
      @Nullable String vcnId,
      @Nullable String imageFamily,
      @Nullable List<Found.Image> imageSelector,
      @Nullable ImageUpdatePolicy imageUpdatePolicy,
      @Nullable List<Found.Term> subnetSelector,
      @Nullable List<Found.Term> subnetSelectorTerms,
      @Nullable String subnetStrategy,
      @Nullable List<Found.Term> securityGroupSelector,
      @Nullable List<Found.Term> securityGroupSelectorTerms,
      Network.@Nullable Vnic primaryVnic,
      Network.@Nullable PodNetwork podNetwork,
      Disks.@Nullable BootVolume bootVolume,
      Disks.@Nullable BootConfig bootConfig,
      @Nullable List<Disks.Mapping> blockDeviceMappings,
      @Nullable List<Disks.BlockDevice> blockDevices,
      @Nullable InstanceOptions instanceOptions,
      @Nullable MetadataOptions metadataOptions,
      @Nullable String instanceProfile,
      @Nullable PlatformConfig platformConfig,
      @Nullable LaunchOptions launchOptions,
      @Nullable List<AgentPlugin> agentPlugins,
      @Nullable List<String> agentList,
      @Nullable List<ShapeConfig> shapeConfigs,
      @Nullable Flex flex,
      Found.@Nullable Placement placement,
      @Nullable KubeletSettings kubelet,
      @Nullable KubeletSettings kubeletConfig,
      @Nullable Map<String, String> metadata,
      @Nullable Map<String, String> metaData,
      @Nullable String userData,
      @Nullable String preBootstrapScript,
      @Nullable String preInstallScript,
      @Nullable String preBootstrapInitScript,
      @Nullable String postBootstrapScript,
      @Nullable String postBootstrapInitScript,
      @Nullable List<String> sshAuthorizedKeys,
      @Nullable Map<String, Map<String, String>> definedTags,
      @Nullable Map<String, String> freeformTags,
      @Nullable Map<String, String> freeFormTags,
      @Nullable Map<String, String> tags,
      @Nullable Compliance compliance) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ImageUpdatePolicy(
      @Nullable String mode, karpenter.api.@Nullable GoDuration minAge) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record InstanceOptions(@Nullable Boolean legacyImdsDisabled) {}

  /// EC2's words for [InstanceOptions].
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MetadataOptions(
      @Nullable String httpEndpoint,
      @Nullable String httpTokens,
      @Nullable String httpProtocolIPv6,
      @Nullable Long httpPutResponseHopLimit) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlatformConfig(
      @Nullable Boolean secureBoot,
      @Nullable Boolean measuredBoot,
      @Nullable Boolean trustedPlatformModule,
      @Nullable Boolean memoryEncryption,
      @Nullable Boolean smt) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LaunchOptions(
      @Nullable String bootVolumeType,
      @Nullable String firmware,
      @Nullable String networkType,
      @Nullable String remoteDataVolumeType,
      @Nullable Boolean isConsistentVolumeNamingEnabled) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AgentPlugin(String name, @Nullable String state) {}

  /// One size of a flexible shape.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ShapeConfig(
      @Nullable Double ocpus,
      @Nullable Double memoryInGbs,
      @Nullable String baselineOcpuUtilization) {}

  /// Sizes of flexible shapes as a grid.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Flex(
      @Nullable List<Double> ocpus,
      @Nullable List<Double> memoryPerVcpuGiB,
      @Nullable List<String> exclude) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Compliance(@Nullable String profile, @Nullable String driftApproval) {}
}
