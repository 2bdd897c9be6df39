package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import karpenter.api.Condition;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Wire;
import karpenter.api.aws.Ec2NodeClassStatus.LabelRequirement;
import org.jspecify.annotations.Nullable;

/// What the terms of an [OciNodeClass] found.
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record OciNodeClassStatus(
    List<Image> images,
    List<Subnet> subnets,
    List<Named> securityGroups,
    List<Named> kmsKeys,
    List<Named> capacityReservations,
    @Nullable Placement placement,
    @Nullable PodNetwork podNetwork,
    @Nullable String nodeIdentity,
    @Nullable Compliance compliance,
    List<Condition> conditions)
    implements OmitWhenEmpty.Part {

  public static final OciNodeClassStatus EMPTY =
      new OciNodeClassStatus(
          List.of(), List.of(), List.of(), List.of(), List.of(), null, null, null, null, List.of());

  public OciNodeClassStatus {
    images = Wire.list(images);
    subnets = Wire.list(subnets);
    securityGroups = Wire.list(securityGroups);
    kmsKeys = Wire.list(kmsKeys);
    capacityReservations = Wire.list(capacityReservations);
    conditions = Wire.list(conditions);
  }

  @Override
  public boolean saysNothing() {
    return equals(EMPTY);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Named(String id, @Nullable String name) {}

  /// One image, for the instance types that fit its requirements.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Image(
      String id,
      @Nullable String name,
      @Nullable String compartmentId,
      @Nullable List<LabelRequirement> requirements,
      @Nullable Boolean selected,
      @Nullable Boolean pendingApproval) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Subnet(
      String id, @Nullable String name, @Nullable List<CidrUtilization> cidrUtilization) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CidrUtilization(
      String cidr, @Nullable String utilization, @Nullable String addressType) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Placement(
      @Nullable List<Named> clusterPlacementGroups, @Nullable Named computeCluster) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodNetwork(@Nullable String mode) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Compliance(@Nullable List<String> violations) {}
}
