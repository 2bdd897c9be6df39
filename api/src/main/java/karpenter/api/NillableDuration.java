package karpenter.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Optional;

/// A duration or `Never`, with the text it was written in.
///
/// Like [GoDuration] it is written back byte for byte; `Never` means that the thing it limits has
/// no limit.
public record NillableDuration(String text, Optional<Duration> value) {
  public NillableDuration {
    text = Wire.required(text, "duration");
    value = Wire.required(value, "duration");
  }

  public static final NillableDuration NEVER = new NillableDuration("Never", Optional.empty());

  @JsonCreator
  public static NillableDuration of(String text) {
    if (text.equals(NEVER.text)) {
      return NEVER;
    }
    var value =
        DurationText.parse(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "\"" + text + "\" is neither a duration such as 1h30m nor Never"));
    return new NillableDuration(text, Optional.of(value));
  }

  public boolean isNever() {
    return value.isEmpty();
  }

  @Override
  @JsonValue
  public String text() {
    return text;
  }
}
