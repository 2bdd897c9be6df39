package karpenter.api.aws;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/// The parts of a machine, as a node class describes them.
public final class Launch {
  private Launch() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BlockDeviceMapping(
      @Nullable String deviceName, @Nullable Boolean rootVolume, @Nullable BlockDevice ebs) {}

  /// A volume: of a size, or from a snapshot.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BlockDevice(
      @Nullable Boolean deleteOnTermination,
      @Nullable Boolean encrypted,
      @Nullable Long iops,
      @Nullable String kmsKeyID,
      @Nullable String snapshotID,
      @Nullable Long throughput,
      @Nullable Integer volumeInitializationRate,
      @Nullable String volumeSize,
      @Nullable String volumeType) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record NetworkInterface(
      @Nullable Integer networkCardIndex,
      @Nullable Integer deviceIndex,
      @Nullable String interfaceType) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record MetadataOptions(
      @Nullable String httpEndpoint,
      @Nullable String httpProtocolIPv6,
      @Nullable Long httpPutResponseHopLimit,
      @Nullable String httpTokens) {

    /// A limit of one hop keeps pods from the metadata of their node.
    public static final MetadataOptions DEFAULT =
        new MetadataOptions("enabled", "disabled", 1L, "required");
  }

  /// Timeouts in seconds.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ConnectionTracking(
      @Nullable Integer tcpEstablishedTimeout,
      @Nullable Integer udpStreamTimeout,
      @Nullable Integer udpTimeout) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CpuOptions(@Nullable String nestedVirtualization) {}
}
