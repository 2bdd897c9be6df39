package karpenter.api;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;

/// A duration with the text it was written in, because `1h` must not come back as `1h0m0s`: GitOps
/// tools would see a change.
///
/// Two durations are equal when their texts are; compare [#value()] to compare lengths.
public record GoDuration(String text, Duration value) {
  public GoDuration {
    text = Wire.required(text, "duration");
    value = Wire.required(value, "duration");
  }

  @JsonCreator
  public static GoDuration of(String text) {
    var value =
        DurationText.parse(text)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "\"" + text + "\" is not a duration such as 1h30m"));
    return new GoDuration(text, value);
  }

  @Override
  @JsonValue
  public String text() {
    return text;
  }
}
