package karpenter.operator.gauges;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.core.facts.PodFacts;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.metrics.Metrics.Verdict;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// How long pods take to be bound and to start. Only pods that this process has seen waiting count:
/// of the others nobody knows what they waited for.
///
/// Told of every change by the state's writer, and of decisions by the provisioner.
final class PodTimes implements Consumer<Change> {
  private final Metrics metrics;
  private final Map<String, Waiting> waitingByUid = new HashMap<>();

  /// What is known of a pod that is not ready yet.
  private static final class Waiting {
    boolean isBound;
    @Nullable Instant seen;
    @Nullable Instant decided;
    @Nullable Instant placed;
  }

  PodTimes(Metrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public synchronized void accept(Change change) {
    if (!change.concerns(Kind.PODS)) {
      return;
    }
    var after = change.after(Kind.PODS);
    if (after.isEmpty()) {
      change.before(Kind.PODS).ifPresent(pod -> waitingByUid.remove(pod.uid()));
      return;
    }
    var pod = after.get();
    if (pod.isTerminal()) {
      waitingByUid.remove(pod.uid());
      return;
    }
    var waiting = waitingByUid.get(pod.uid());
    if (waiting == null) {
      if (pod.readySince().isEmpty() && pod.node().isEmpty()) {
        waitingByUid.put(pod.uid(), new Waiting());
      }
      return;
    }
    progress(pod, waiting);
  }

  private void progress(PodFacts pod, Waiting waiting) {
    var bound = pod.scheduling().scheduledAt();
    if (!waiting.isBound && pod.node().isPresent() && bound.isPresent()) {
      waiting.isBound = true;
      observe(Metric.PODS_BOUND_DURATION_SECONDS, pod.created(), bound.get());
      observe(Metric.PODS_PROVISIONING_BOUND_DURATION_SECONDS, waiting.placed, bound.get());
    }
    if (pod.readySince().isPresent()) {
      var ready = pod.readySince().get();
      observe(Metric.PODS_STARTUP_DURATION_SECONDS, pod.created(), ready);
      observe(Metric.PODS_PROVISIONING_STARTUP_DURATION_SECONDS, waiting.placed, ready);
      waitingByUid.remove(pod.uid());
    }
  }

  /// See [Metrics#planned].
  synchronized void planned(String podUid, Verdict verdict, Instant at) {
    var waiting = waitingByUid.get(podUid);
    if (waiting == null) {
      return;
    }
    if (waiting.seen == null) {
      waiting.seen = at;
    }
    switch (verdict) {
      case SEEN -> {
        return;
      }
      case PLACED -> waiting.placed = waiting.placed == null ? at : waiting.placed;
      // It has no place after all: the wait for the one it was promised ends here.
      case UNPLACED -> waiting.placed = null;
    }
    if (waiting.decided == null) {
      waiting.decided = at;
      observe(Metric.PODS_SCHEDULING_DECISION_DURATION_SECONDS, waiting.seen, at);
    }
  }

  /// When the pod was first given a place.
  synchronized Optional<Instant> placed(String podUid) {
    return Optional.ofNullable(waitingByUid.get(podUid)).map(waiting -> waiting.placed);
  }

  /// Since when the pod has been seen without any decision.
  synchronized Optional<Instant> undecided(String podUid) {
    return Optional.ofNullable(waitingByUid.get(podUid))
        .filter(waiting -> waiting.decided == null)
        .map(waiting -> waiting.seen);
  }

  private void observe(Metric metric, @Nullable Instant from, Instant to) {
    if (from != null) {
      metrics.observe(metric, Math.max(0, Duration.between(from, to).toMillis() / 1e3));
    }
  }
}
