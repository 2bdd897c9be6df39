package karpenter.api.oci;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Ways to find things on Oracle Cloud. Within a term everything must hold; of several terms, one.
public final class Found {
  private Found() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Image(
      @Nullable String id,
      @Nullable String name,
      @Nullable String nameRegex,
      @Nullable String compartmentId,
      @Nullable String os,
      @Nullable String osVersion,
      @Nullable Map<String, String> freeformTags,
      @Nullable Map<String, Map<String, String>> definedTags,
      @Nullable Boolean pinned) {}

  /// @param tags free-form tags; a key with a dot means a tag of a namespace
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Term(
      @Nullable String id,
      @Nullable String name,
      @Nullable String compartmentId,
      @Nullable Map<String, String> tags,
      @Nullable Map<String, String> freeformTags,
      @Nullable Map<String, Map<String, String>> definedTags) {}

  /// One thing by its id, or by its name and tags.
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Reference(
      @Nullable String id,
      @Nullable String name,
      @Nullable Map<String, String> freeformTags,
      @Nullable Map<String, Map<String, String>> definedTags) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Placement(
      @Nullable List<String> faultDomains,
      @Nullable List<Reference> capacityReservations,
      @Nullable List<Reference> clusterPlacementGroups,
      @Nullable Reference computeCluster,
      @Nullable String dedicatedVmHostId) {}
}
