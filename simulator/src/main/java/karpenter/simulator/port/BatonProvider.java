package karpenter.simulator.port;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RegistrationHook;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.LoopPlan;
import karpenter.simulator.port.PortCall.Port;

/// A cloud as one life of the operator sees it.
public final class BatonProvider implements CloudProvider {
  private final CloudProvider cloud;
  private final Gate gate;

  public BatonProvider(CloudProvider cloud, Gate gate) {
    this.cloud = cloud;
    this.gate = gate;
  }

  @Override
  public String name() {
    return cloud.name();
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return cloud.nodeClassKinds();
  }

  @Override
  public ProviderLabels labels() {
    return cloud.labels();
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return gate.pass(write("launch", claim.name()), () -> cloud.create(claim, nodeClass));
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    return gate.pass(write("terminate", providerId), () -> cloud.delete(providerId));
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    return gate.pass(read("find", providerId), () -> cloud.find(providerId));
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    return gate.pass(read("list", "instances"), cloud::list);
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return cloud.types(pool, nodeClass);
  }

  @Override
  public double nodeCost(Optional<NodeClassFacts> nodeClass) {
    return cloud.nodeCost(nodeClass);
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return gate.pass(read("drift of", claim.name()), () -> cloud.drift(claim, nodeClass));
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return cloud.repairPolicies();
  }

  @Override
  public List<RegistrationHook> registrationHooks() {
    return cloud.registrationHooks();
  }

  @Override
  public Optional<Duration> driftPeriod() {
    return cloud.driftPeriod();
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return cloud.noticePeriod();
  }

  @Override
  public List<Notice> notices() throws Unreachable, InterruptedException {
    return gate.pass(read(PortCall.POLL, "notices"), cloud::notices);
  }

  @Override
  public void acknowledge(Notice notice) throws Unreachable, InterruptedException {
    gate.pass(
        write("acknowledge", notice.id()),
        () -> {
          cloud.acknowledge(notice);
          return "done";
        });
  }

  @Override
  public List<LoopPlan<?>> loops() {
    return cloud.loops();
  }

  private static PortCall read(String verb, String about) {
    return new PortCall(Port.CLOUD, verb, false, about);
  }

  private static PortCall write(String verb, String about) {
    return new PortCall(Port.CLOUD, verb, true, about);
  }
}
