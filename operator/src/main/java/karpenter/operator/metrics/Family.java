package karpenter.operator.metrics;

import java.util.List;

/// A metric as it is exposed: its name, type and labels.
///
/// @param name as it is scraped, `_total` of counters included
/// @param buckets upper bounds; empty unless it is a histogram
/// @param help one sentence
public record Family(
    String name, Metric.Type type, List<String> labels, List<Double> buckets, String help) {
  public Family {
    labels = List.copyOf(labels);
    buckets = List.copyOf(buckets);
  }

  /// @param nodeLabels the labels every metric of a node begins with
  public static Family of(Metric metric, List<String> nodeLabels) {
    var labels =
        switch (metric.scope()) {
          case PLAIN -> metric.labels();
          case NODE ->
              java.util.stream.Stream.concat(nodeLabels.stream(), metric.labels().stream())
                  .toList();
        };
    return new Family(metric.exposedName(), metric.type(), labels, metric.buckets(), metric.help());
  }
}
