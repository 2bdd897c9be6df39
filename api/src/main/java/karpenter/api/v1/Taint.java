package karpenter.api.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.time.Instant;
import karpenter.api.Timestamps;
import karpenter.api.Wire;
import org.jspecify.annotations.Nullable;

/// A taint as the user wrote it.
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Taint(
    String key,
    @Nullable String value,
    String effect,
    @Nullable
        @JsonSerialize(using = Timestamps.Writer.class)
        @JsonDeserialize(using = Timestamps.Reader.class)
        Instant timeAdded) {

  public Taint {
    key = Wire.required(key, "key");
    effect = Wire.required(effect, "effect");
  }
}
