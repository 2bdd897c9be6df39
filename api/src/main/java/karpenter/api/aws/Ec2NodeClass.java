package karpenter.api.aws;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import karpenter.api.ApiObject;
import karpenter.api.ObjectMeta;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// How machines are launched on EC2: where, from which image, with which disks and identity.
public record Ec2NodeClass(
    String apiVersion,
    String kind,
    ObjectMeta metadata,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class) Spec spec,
    @JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = OmitWhenEmpty.class)
        Ec2NodeClassStatus status)
    implements ApiObject {

  public static final String GROUP = "karpenter.k8s.aws";
  public static final String API_VERSION = GROUP + "/v1";
  public static final String KIND = "EC2NodeClass";

  /// AMI families that are no more than a way to write user data.
  public static final String CUSTOM = "Custom";

  public Ec2NodeClass {
    apiVersion = apiVersion == null ? API_VERSION : apiVersion;
    kind = kind == null ? KIND : kind;
    metadata = metadata == null ? ObjectMeta.EMPTY : metadata;
    spec = spec == null ? Spec.EMPTY : spec;
    status = status == null ? Ec2NodeClassStatus.EMPTY : status;
  }

  /// What a machine is launched with.
  ///
  /// @param amiFamily absent where an alias among `amiSelectorTerms` tells it
  /// @param kubelet settings under the kubelet's own names, which no schema checks:
  ///   [karpenter.api.validation.KubeletValidation] does
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Spec(
      List<SelectorTerm.Subnet> subnetSelectorTerms,
      List<SelectorTerm.SecurityGroup> securityGroupSelectorTerms,
      @Nullable List<SelectorTerm.CapacityReservation> capacityReservationSelectorTerms,
      SelectorTerm.@Nullable PlacementGroup placementGroupSelector,
      @Nullable Boolean associatePublicIPAddress,
      @Nullable Integer ipPrefixCount,
      List<SelectorTerm.Ami> amiSelectorTerms,
      @Nullable String amiFamily,
      @Nullable String userData,
      @Nullable String role,
      @Nullable String instanceProfile,
      @Nullable Map<String, String> tags,
      @Nullable JsonNode kubelet,
      @Nullable List<Launch.BlockDeviceMapping> blockDeviceMappings,
      @Nullable String instanceStorePolicy,
      @Nullable List<Launch.NetworkInterface> networkInterfaces,
      @Nullable Boolean detailedMonitoring,
      Launch.@Nullable MetadataOptions metadataOptions,
      Launch.@Nullable ConnectionTracking connectionTracking,
      @Nullable String context,
      Launch.@Nullable CpuOptions cpuOptions)
      implements OmitWhenEmpty.Part {

    public static final Spec EMPTY =
        new Spec(
            List.of(), List.of(), null, null, null, null, List.of(), null, null, null, null, null,
            null, null, null, null, null, null, null, null, null);

    public Spec {
      subnetSelectorTerms = Wire.list(subnetSelectorTerms);
      securityGroupSelectorTerms = Wire.list(securityGroupSelectorTerms);
      amiSelectorTerms = Wire.list(amiSelectorTerms);
      tags = tags == null ? null : Wire.map(tags);
    }

    public Launch.MetadataOptions metadataOptionsOrDefault() {
      return metadataOptions == null ? Launch.MetadataOptions.DEFAULT : metadataOptions;
    }

    @Override
    public boolean saysNothing() {
      return equals(EMPTY);
    }
  }
}
