package karpenter.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// One status condition. Old NodeClaims carry conditions without reason and message, so only the
/// type and the status are sure.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Condition(
    String type,
    String status,
    @Nullable String reason,
    @Nullable String message,
    @Nullable
        @JsonSerialize(using = Timestamps.Writer.class)
        @JsonDeserialize(using = Timestamps.Reader.class)
        Instant lastTransitionTime,
    @Nullable Long observedGeneration) {

  public static final String TRUE = "True";
  public static final String FALSE = "False";
  public static final String UNKNOWN = "Unknown";

  public static final String READY = "Ready";

  public Condition {
    type = Wire.required(type, "type");
    status = Wire.required(status, "status");
  }

  /// Unknown is not true: a condition holds only when somebody said so.
  public boolean holds() {
    return status.equals(TRUE);
  }
}
