package karpenter.operator.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines.Call;
import karpenter.operator.runtime.LoopPlan;

/// A provider whose calls to the cloud all pass through one method. What is answered from memory is
/// passed on.
public abstract class InterceptedProvider implements CloudProvider {
  private final CloudProvider provider;

  protected InterceptedProvider(CloudProvider provider) {
    this.provider = provider;
  }

  /// @param about the claim, provider id or notice it is about; empty for calls about everything
  protected abstract <T> T pass(CloudMethod method, String about, Call<T> call)
      throws Unreachable, InterruptedException;

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return pass(CloudMethod.CREATE, claim.name(), () -> provider.create(claim, nodeClass));
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    return pass(CloudMethod.DELETE, providerId, () -> provider.delete(providerId));
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    return pass(CloudMethod.FIND, providerId, () -> provider.find(providerId));
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    return pass(CloudMethod.LIST, "", provider::list);
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return pass(CloudMethod.DRIFT, claim.name(), () -> provider.drift(claim, nodeClass));
  }

  @Override
  public List<Notice> notices() throws Unreachable, InterruptedException {
    return pass(CloudMethod.NOTICES, "", provider::notices);
  }

  @Override
  public void acknowledge(Notice notice) throws Unreachable, InterruptedException {
    var _ =
        pass(
            CloudMethod.ACKNOWLEDGE,
            notice.id(),
            () -> {
              provider.acknowledge(notice);
              return true;
            });
  }

  @Override
  public List<RegistrationHook> registrationHooks() {
    return provider.registrationHooks().stream().<RegistrationHook>map(Hook::new).toList();
  }

  private final class Hook implements RegistrationHook {
    private final RegistrationHook hook;

    Hook(RegistrationHook hook) {
      this.hook = hook;
    }

    @Override
    public String name() {
      return hook.name();
    }

    @Override
    public Optional<Duration> pending(ClaimFacts claim, NodeFacts node)
        throws Unreachable, InterruptedException {
      return pass(CloudMethod.REGISTRATION_HOOK, claim.name(), () -> hook.pending(claim, node));
    }
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return provider.types(pool, nodeClass);
  }

  @Override
  public double nodeCost(Optional<NodeClassFacts> nodeClass) {
    return provider.nodeCost(nodeClass);
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
  public Optional<Duration> driftPeriod() {
    return provider.driftPeriod();
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return provider.repairPolicies();
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return provider.noticePeriod();
  }

  @Override
  public List<LoopPlan<?>> loops() {
    return provider.loops();
  }
}
