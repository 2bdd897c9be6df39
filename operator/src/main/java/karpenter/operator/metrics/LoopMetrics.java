package karpenter.operator.metrics;

import java.time.Duration;
import karpenter.operator.runtime.LoopListener;

/// Tells how the loops fare, under the names of upstream's framework.
public final class LoopMetrics implements LoopListener {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Metrics metrics;

  public LoopMetrics(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void registered(String loop, int workers) {
    metrics.set(Metric.CONTROLLER_MAX_CONCURRENT_RECONCILES, workers, loop);
    metrics.add(Metric.CONTROLLER_RECONCILE_ERRORS_TOTAL, 0, loop);
    metrics.add(Metric.CONTROLLER_TERMINAL_RECONCILE_ERRORS_TOTAL, 0, loop);
    metrics.add(Metric.CONTROLLER_RECONCILE_PANICS_TOTAL, 0, loop);
    metrics.add(Metric.CONTROLLER_RECONCILE_TIMEOUTS_TOTAL, 0, loop);
    metrics.add(Metric.WORKQUEUE_ADDS_TOTAL, 0, loop, loop);
    metrics.add(Metric.WORKQUEUE_RETRIES_TOTAL, 0, loop, loop);
    for (var result : java.util.List.of("success", "requeue_after", "error", "requeue")) {
      metrics.add(Metric.CONTROLLER_RECONCILE_TOTAL, 0, loop, result);
    }
  }

  @Override
  public void added(String loop, int depth) {
    metrics.count(Metric.WORKQUEUE_ADDS_TOTAL, loop, loop);
  }

  @Override
  public void started(String loop, int depth, int active, Duration waited) {
    metrics.observe(Metric.WORKQUEUE_QUEUE_DURATION_SECONDS, seconds(waited), loop, loop);
  }

  @Override
  public void ended(String loop, int active, Ending ending, Duration took) {
    metrics.count(Metric.CONTROLLER_RECONCILE_TOTAL, loop, ending.result());
    metrics.observe(Metric.CONTROLLER_RECONCILE_TIME_SECONDS, seconds(took), loop);
    metrics.observe(Metric.WORKQUEUE_WORK_DURATION_SECONDS, seconds(took), loop, loop);
    switch (ending) {
      case SUCCESS, REQUEUE_AFTER -> {}
      case ERROR -> metrics.count(Metric.CONTROLLER_RECONCILE_ERRORS_TOTAL, loop);
      case PANIC -> {
        metrics.count(Metric.CONTROLLER_RECONCILE_ERRORS_TOTAL, loop);
        metrics.count(Metric.CONTROLLER_RECONCILE_PANICS_TOTAL, loop);
      }
    }
  }

  @Override
  public void retried(String loop) {
    metrics.count(Metric.WORKQUEUE_RETRIES_TOTAL, loop, loop);
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS_PER_SECOND;
  }
}
