package karpenter.operator.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.LoopPlan;

/// A cloud that can be asked and not told: nothing is launched, ended or acknowledged.
public final class ObservingProvider implements CloudProvider {
  public static final String REASON = "Observing";

  private final CloudProvider provider;

  public ObservingProvider(CloudProvider provider) {
    this.provider = provider;
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return new LaunchOutcome.Failed(REASON, "observe mode: nothing is launched");
  }

  @Override
  public DeleteOutcome delete(String providerId) {
    return DeleteOutcome.UNDER_WAY;
  }

  /// Somebody else acts on them.
  @Override
  public void acknowledge(Notice notice) {}

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    return provider.find(providerId);
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    return provider.list();
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return provider.drift(claim, nodeClass);
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return provider.types(pool, nodeClass);
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
    return provider.notices();
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
  public List<LoopPlan<?>> loops() {
    return provider.loops();
  }
}
