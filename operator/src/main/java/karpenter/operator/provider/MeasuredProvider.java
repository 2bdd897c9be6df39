package karpenter.operator.provider;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.runtime.Deadlines.Call;
import karpenter.operator.runtime.Reconciling;

/// A provider whose calls are timed and whose failures are counted, by the loop that made them.
public final class MeasuredProvider extends InterceptedProvider {
  private static final String NO_CAPACITY = "InsufficientCapacityError";
  private static final String NOT_FOUND = "NodeClaimNotFoundError";
  private static final String CLASS_NOT_READY = "NodeClassNotReadyError";

  /// An error that has no name of its own.
  private static final String OTHER = "";

  private final Metrics metrics;
  private final InstantSource clock;

  public MeasuredProvider(CloudProvider provider, Metrics metrics, InstantSource clock) {
    super(provider);
    this.metrics = metrics;
    this.clock = clock;
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    var outcome = super.create(claim, nodeClass);
    switch (outcome) {
      case LaunchOutcome.Launched _ -> {}
      case LaunchOutcome.NoCapacity _ -> count(CloudMethod.CREATE, NO_CAPACITY);
      case LaunchOutcome.NodeClassNotReady _ -> count(CloudMethod.CREATE, CLASS_NOT_READY);
      case LaunchOutcome.Failed _ -> count(CloudMethod.CREATE, OTHER);
    }
    return outcome;
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    var outcome = super.delete(providerId);
    if (outcome == DeleteOutcome.GONE) {
      count(CloudMethod.DELETE, NOT_FOUND);
    }
    return outcome;
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    var found = super.find(providerId);
    if (found.isEmpty()) {
      count(CloudMethod.FIND, NOT_FOUND);
    }
    return found;
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    var began = clock.instant();
    try {
      return super.types(pool, nodeClass);
    } finally {
      observe("GetInstanceTypes", Duration.between(began, clock.instant()));
    }
  }

  @Override
  protected <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException {
    // Hooks are not among the measured methods.
    if (method == CloudMethod.REGISTRATION_HOOK) {
      return call.make();
    }
    var began = clock.instant();
    try {
      return call.make();
    } catch (Unreachable e) {
      count(method, OTHER);
      throw e;
    } finally {
      observe(method.label(), Duration.between(began, clock.instant()));
    }
  }

  private void observe(String method, Duration took) {
    metrics.observe(
        Metric.CLOUDPROVIDER_DURATION_SECONDS, took.toNanos() / 1e9, controller(), method, name());
  }

  private void count(CloudMethod method, String error) {
    metrics.count(Metric.CLOUDPROVIDER_ERRORS_TOTAL, controller(), method.label(), name(), error);
  }

  private static String controller() {
    return Reconciling.current().map(Reconciling::loop).orElse("");
  }
}
