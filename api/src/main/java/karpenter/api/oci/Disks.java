package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/// The disks of a machine.
public final class Disks {
  private Disks() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BootVolume(
      @Nullable Long sizeInGBs,
      @Nullable Long vpusPerGB,
      @Nullable String kmsKeyId,
      @Nullable Boolean encryptionInTransit,
      @Nullable Boolean growRootFilesystem) {}

  /// An alias of [BootVolume].
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BootConfig(
      @Nullable Long bootVolumeSizeInGBs, @Nullable Long bootVolumeVpusPerGB) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record BlockDevice(
      Long sizeInGBs,
      Long vpusPerGB,
      @Nullable String kmsKeyId,
      @Nullable String attachment,
      @Nullable String mountPath,
      @Nullable String fsType) {}

  /// A disk in EC2's words.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Mapping(@Nullable String deviceName, @Nullable Ebs ebs) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Ebs(
      @Nullable String volumeSize,
      @Nullable String volumeType,
      @Nullable Boolean encrypted,
      @Nullable String kmsKeyID,
      @Nullable Boolean deleteOnTermination) {}
}
