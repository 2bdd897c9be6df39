package karpenter.operator.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.core.metrics.Summary;
import java.util.List;
import java.util.Map;

/// The series of one family. Label values come in the order of [Family#labels]. What a type cannot
/// do is a bug of the caller.
public sealed interface Series {
  record Counts(Counter counter) implements Series {}

  record Gauges(GaugeSeries gauge) implements Series {}

  record Buckets(Histogram histogram) implements Series {}

  record Quantiles(Summary summary) implements Series {}

  default void add(double amount, String... labels) {
    switch (this) {
      case Counts(var counter) -> counter.labelValues(labels).inc(amount);
      case Gauges(var gauge) -> gauge.add(List.of(labels), amount);
      case Buckets _, Quantiles _ -> throw cannot("be added to");
    }
  }

  default void set(double value, String... labels) {
    switch (this) {
      case Gauges(var gauge) -> gauge.set(List.of(labels), value);
      case Counts _, Buckets _, Quantiles _ -> throw cannot("be set");
    }
  }

  default void observe(double value, String... labels) {
    switch (this) {
      case Buckets(var histogram) -> histogram.labelValues(labels).observe(value);
      case Quantiles(var summary) -> summary.labelValues(labels).observe(value);
      case Counts _, Gauges _ -> throw cannot("observe");
    }
  }

  default void remove(String... labels) {
    switch (this) {
      case Counts(var counter) -> counter.remove(labels);
      case Gauges(var gauge) -> gauge.remove(List.of(labels));
      case Buckets(var histogram) -> histogram.remove(labels);
      case Quantiles(var summary) -> summary.remove(labels);
    }
  }

  default void replace(Map<List<String>, Double> values) {
    switch (this) {
      case Gauges(var gauge) -> gauge.replace(values);
      case Counts _, Buckets _, Quantiles _ -> throw cannot("be replaced");
    }
  }

  private IllegalStateException cannot(String what) {
    return new IllegalStateException(getClass().getSimpleName() + " cannot " + what);
  }
}
