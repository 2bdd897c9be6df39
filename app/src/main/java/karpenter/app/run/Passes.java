package karpenter.app.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.operator.runtime.LoopListener;

/// When each loop last ended a reconcile, and how. Passes everything on to the metrics.
final class Passes implements LoopListener {
  private final LoopListener metrics;
  private final InstantSource clock;
  private final Map<String, Pass> lastByLoop = new ConcurrentHashMap<>();

  record Pass(Instant ended, Ending ending, Duration took) {}

  Passes(LoopListener metrics, InstantSource clock) {
    this.metrics = metrics;
    this.clock = clock;
  }

  Optional<Pass> last(String loop) {
    return Optional.ofNullable(lastByLoop.get(loop));
  }

  @Override
  public void registered(String loop, int workers) {
    metrics.registered(loop, workers);
  }

  @Override
  public void added(String loop, int depth) {
    metrics.added(loop, depth);
  }

  @Override
  public void started(String loop, int depth, int active, Duration waited) {
    metrics.started(loop, depth, active, waited);
  }

  @Override
  public void ended(String loop, int active, Ending ending, Duration took) {
    lastByLoop.put(loop, new Pass(clock.instant(), ending, took));
    metrics.ended(loop, active, ending, took);
  }

  @Override
  public void retried(String loop) {
    metrics.retried(loop);
  }
}
