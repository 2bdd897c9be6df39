package karpenter.operator.gauges;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import karpenter.operator.metrics.Family;
import karpenter.operator.metrics.Metric.Type;

/// The metrics of one kind's conditions (spec 02 §4.6).
///
/// @param count 1 for each condition an object has
/// @param current for how long it has had its status
/// @param terminating for how long an object has been going
/// @param transition how long a status lasted
/// @param transitions how often conditions change
/// @param termination how long objects take to go
record StatusFamilies(
    Family count,
    Family current,
    Family terminating,
    Family transition,
    Family transitions,
    Family termination) {

  private static final List<Double> HALF_A_SECOND_TO_HOURS = doubling();

  /// By the kind's own name: `operator_nodeclaim_status_condition_count`.
  static StatusFamilies of(StatusKind<?> kind) {
    var labels = kind.labels().stream().map(StatusFamilies::name).toList();
    var prefix = "operator_" + kind.kind().resource().kind().toLowerCase(Locale.ROOT);
    return named(prefix, labels);
  }

  /// By the old names, which all kinds share.
  static StatusFamilies twins() {
    return named("operator", List.of("group", "kind"));
  }

  private static StatusFamilies named(String prefix, List<String> more) {
    var object = List.of("namespace", "name");
    var condition = List.of("namespace", "name", "type", "status", "reason");
    return new StatusFamilies(
        new Family(
            prefix + "_status_condition_count",
            Type.GAUGE,
            joined(condition, more),
            List.of(),
            "1 for each condition an object has."),
        new Family(
            prefix + "_status_condition_current_status_seconds",
            Type.GAUGE,
            joined(condition, more),
            List.of(),
            "For how long the condition has had its status."),
        new Family(
            prefix + "_termination_current_time_seconds",
            Type.GAUGE,
            joined(object, more),
            List.of(),
            "For how long the object has been going."),
        new Family(
            prefix + "_status_condition_transition_seconds",
            Type.HISTOGRAM,
            joined(List.of("type", "status"), more),
            HALF_A_SECOND_TO_HOURS,
            "How long a condition had a status before it changed."),
        new Family(
            prefix + "_status_condition_transitions_total",
            Type.COUNTER,
            joined(List.of("type", "status", "reason"), more),
            List.of(),
            "How often conditions got a status."),
        new Family(
            prefix + "_termination_duration_seconds",
            Type.HISTOGRAM,
            more,
            HALF_A_SECOND_TO_HOURS,
            "How long objects took to go, from their deletion on."));
  }

  private static List<String> joined(List<String> first, List<String> second) {
    var all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  /// `karpenter.sh/nodepool` is `karpenter_sh_nodepool`.
  private static String name(String key) {
    return key.replace('/', '_').replace('.', '_').replace('-', '_');
  }

  private static List<Double> doubling() {
    var bounds = new ArrayList<Double>();
    for (double bound = .5; bounds.size() < 15; bound *= 2) {
      bounds.add(bound);
    }
    return bounds;
  }
}
