package karpenter.operator.settings;

import java.util.Objects;

/// A setting's value as somebody wrote it, and where.
public record Given(Setting setting, String value, Source source) {
  /// The later beats the earlier.
  public enum Source {
    DEFAULT,
    ENVIRONMENT,
    FLAG
  }

  public Given {
    Objects.requireNonNull(value, "a setting without a value");
  }

  /// How a person would name the place: `--metrics-port` or `METRICS_PORT`.
  public String place() {
    return source == Source.ENVIRONMENT ? setting.variable() : "--" + setting.flag();
  }
}
