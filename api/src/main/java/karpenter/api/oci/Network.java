package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The network interfaces of a machine and the addresses of its pods.
public final class Network {
  private Network() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Vnic(
      @Nullable Boolean assignPublicIp,
      @Nullable Boolean assignIpv6Ip,
      @Nullable Boolean skipSourceDestCheck,
      @Nullable String displayName,
      @Nullable List<String> ipv6SubnetCidrs,
      @Nullable Map<String, Map<String, String>> securityAttributes) {}

  /// @param mode `Auto` asks the cluster
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PodNetwork(
      @Nullable String mode,
      @Nullable List<Found.Term> podSubnetSelector,
      @Nullable List<Found.Term> podSecurityGroupSelector,
      @Nullable List<SecondaryVnic> vnics) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SecondaryVnic(
      @Nullable Boolean assignPublicIp,
      @Nullable Boolean assignIpv6Ip,
      @Nullable Boolean skipSourceDestCheck,
      @Nullable String displayName,
      @Nullable List<String> ipv6SubnetCidrs,
      @Nullable Map<String, Map<String, String>> securityAttributes,
      @Nullable Integer ipCount,
      @Nullable Integer nicIndex,
      @Nullable String applicationResource) {}
}
