package karpenter.api.aws;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import java.util.List;
import karpenter.api.Condition;
import karpenter.api.OmitWhenEmpty;
import karpenter.api.Timestamps;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// What the terms of an [Ec2NodeClass] found.
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Ec2NodeClassStatus(
    List<Subnet> subnets,
    List<SecurityGroup> securityGroups,
    List<Ami> amis,
    List<CapacityReservation> capacityReservations,
    @Nullable String instanceProfile,
    List<Condition> conditions)
    implements OmitWhenEmpty.Part {

  public static final Ec2NodeClassStatus EMPTY =
      new Ec2NodeClassStatus(List.of(), List.of(), List.of(), List.of(), null, List.of());

  public Ec2NodeClassStatus {
    subnets = Wire.list(subnets);
    securityGroups = Wire.list(securityGroups);
    amis = Wire.list(amis);
    capacityReservations = Wire.list(capacityReservations);
    conditions = Wire.list(conditions);
  }

  @Override
  public boolean saysNothing() {
    return equals(EMPTY);
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Subnet(String id, String zone, @Nullable String zoneID) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SecurityGroup(String id, @Nullable String name) {}

  /// One image, for the instance types that fit its requirements.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Ami(
      String id,
      @Nullable String name,
      @Nullable Boolean deprecated,
      List<LabelRequirement> requirements) {

    public Ami {
      requirements = Wire.list(requirements);
    }
  }

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record LabelRequirement(String key, String operator, @Nullable List<String> values) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CapacityReservation(
      String availabilityZone,
      @Nullable
          @JsonSerialize(using = Timestamps.Writer.class)
          @JsonDeserialize(using = Timestamps.Reader.class)
          Instant endTime,
      String id,
      String instanceMatchCriteria,
      String instanceType,
      @Nullable Boolean interruptible,
      String ownerID,
      @Nullable String reservationType,
      @Nullable String state) {}
}
