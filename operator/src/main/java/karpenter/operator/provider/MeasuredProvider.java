package karpenter.operator.provider;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Reconciling;

/// A provider whose calls are timed and whose failures are counted, by the loop that made them.
public final class MeasuredProvider implements CloudProvider {
  private static final String NO_CAPACITY = "InsufficientCapacityError";
  private static final String NOT_FOUND = "NodeClaimNotFoundError";
  private static final String CLASS_NOT_READY = "NodeClassNotReadyError";

  /// An error that has no name of its own.
  private static final String OTHER = "";

  private final CloudProvider provider;
  private final Metrics metrics;
  private final InstantSource clock;

  public MeasuredProvider(CloudProvider provider, Metrics metrics, InstantSource clock) {
    this.provider = provider;
    this.metrics = metrics;
    this.clock = clock;
  }

  private interface Call<T> {
    T make() throws Unreachable, InterruptedException;
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    var outcome = measured(CloudMethod.CREATE, () -> provider.create(claim, nodeClass));
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
    var outcome = measured(CloudMethod.DELETE, () -> provider.delete(providerId));
    if (outcome == DeleteOutcome.GONE) {
      count(CloudMethod.DELETE, NOT_FOUND);
    }
    return outcome;
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    var found = measured(CloudMethod.FIND, () -> provider.find(providerId));
    if (found.isEmpty()) {
      count(CloudMethod.FIND, NOT_FOUND);
    }
    return found;
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    return measured(CloudMethod.LIST, provider::list);
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return measured(CloudMethod.DRIFT, () -> provider.drift(claim, nodeClass));
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    var began = clock.instant();
    try {
      return provider.types(pool, nodeClass);
    } finally {
      observe("GetInstanceTypes", Duration.between(began, clock.instant()));
    }
  }

  private <T> T measured(CloudMethod method, Call<T> call)
      throws Unreachable, InterruptedException {
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
        Metric.CLOUDPROVIDER_DURATION_SECONDS,
        took.toNanos() / 1e9,
        controller(),
        method,
        provider.name());
  }

  private void count(CloudMethod method, String error) {
    metrics.count(
        Metric.CLOUDPROVIDER_ERRORS_TOTAL, controller(), method.label(), provider.name(), error);
  }

  private static String controller() {
    return Reconciling.current().map(Reconciling::loop).orElse("");
  }

  @Override
  public String name() {
    return provider.name();
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return provider.nodeClassKinds();
  }

  @Override
  public ProviderLabels labels() {
    return provider.labels();
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return provider.repairPolicies();
  }

  @Override
  public List<RegistrationHook> registrationHooks() {
    return provider.registrationHooks();
  }

  @Override
  public Optional<Duration> driftPeriod() {
    return provider.driftPeriod();
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return provider.noticePeriod();
  }

  @Override
  public List<Notice> notices() throws Unreachable, InterruptedException {
    return measured(CloudMethod.NOTICES, provider::notices);
  }

  @Override
  public void acknowledge(Notice notice) throws Unreachable, InterruptedException {
    var _ =
        measured(
            CloudMethod.ACKNOWLEDGE,
            () -> {
              provider.acknowledge(notice);
              return true;
            });
  }

  @Override
  public List<LoopPlan<?>> loops() {
    return provider.loops();
  }
}
