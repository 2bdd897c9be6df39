package karpenter.api.aws;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Ways to find things on EC2. Within a term everything must hold; of several terms, one.
public final class SelectorTerm {
  /// As the value of a tag: any value will do.
  public static final String ANY_VALUE = "*";

  private SelectorTerm() {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Subnet(@Nullable Map<String, String> tags, @Nullable String id) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record SecurityGroup(
      @Nullable Map<String, String> tags, @Nullable String id, @Nullable String name) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record CapacityReservation(
      @Nullable Map<String, String> tags,
      @Nullable String id,
      @Nullable String ownerID,
      @Nullable String instanceMatchCriteria) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record PlacementGroup(@Nullable String name, @Nullable String id) {}

  /// @param alias family and version, such as `al2023@v20240625`; always the only term
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Ami(
      @Nullable String alias,
      @Nullable Map<String, String> tags,
      @Nullable String id,
      @Nullable String name,
      @Nullable String owner,
      @Nullable String ssmParameter) {}
}
