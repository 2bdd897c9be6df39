package karpenter.operator.metrics;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Where figures go. Label values come in the order of [Metric#labels]; for metrics of scope NODE
/// the node's labels come first.
public interface Metrics {
  default void count(Metric metric, String... labels) {
    add(metric, 1, labels);
  }

  void add(Metric metric, double amount, String... labels);

  void set(Metric metric, double value, String... labels);

  void observe(Metric metric, double value, String... labels);

  /// Forgets the series.
  void remove(Metric metric, String... labels);

  /// Sets these series and forgets all others of the metric.
  void replace(Metric metric, Map<List<String>, Double> series);

  /// What planning came to for a pod. From these follow the pods_provisioning_* and
  /// pods_scheduling_decision_* metrics; the provisioner tells nothing else about single pods.
  default void planned(String podUid, Verdict verdict, Instant at) {}

  /// What planning may come to for a pod.
  enum Verdict {
    /// It is known to wait for a node; nothing has been decided yet.
    SEEN,
    PLACED,
    UNPLACED
  }

  /// For tests and tools that do not look.
  Metrics NONE =
      new Metrics() {
        @Override
        public void add(Metric metric, double amount, String... labels) {}

        @Override
        public void set(Metric metric, double value, String... labels) {}

        @Override
        public void observe(Metric metric, double value, String... labels) {}

        @Override
        public void remove(Metric metric, String... labels) {}

        @Override
        public void replace(Metric metric, Map<List<String>, Double> series) {}
      };
}
