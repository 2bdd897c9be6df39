package karpenter.app.run;

import java.time.Duration;
import java.util.Locale;
import karpenter.kube.RequestListener;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;

/// Requests to the API server, under upstream's names.
record ClientMetrics(Metrics metrics) implements RequestListener {
  @Override
  public void answered(Request request, int code, Duration took) {
    metrics.observe(
        Metric.CLIENT_REQUEST_DURATION_SECONDS,
        took.toNanos() / 1e9,
        request.verb().toUpperCase(Locale.ROOT),
        request.resource().group(),
        request.resource().version(),
        request.resource().kind(),
        request.subresource());
    // The word Go's client uses where no answer came.
    var answer = code == 0 ? "<error>" : String.valueOf(code);
    metrics.count(Metric.CLIENT_REQUEST_TOTAL, answer, request.method());
  }
}
