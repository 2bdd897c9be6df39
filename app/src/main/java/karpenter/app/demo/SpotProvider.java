package karpenter.app.demo;

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
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;

/// A cloud with a [SpotMarket].
record SpotProvider(CloudProvider cloud, SpotMarket market) implements CloudProvider {
  private static final Duration NOTICE_PERIOD = Duration.ofSeconds(5);

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
    return cloud.create(claim, nodeClass);
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    return cloud.delete(providerId);
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    return cloud.find(providerId);
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    return cloud.list();
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return switch (cloud.types(pool, nodeClass)) {
      case TypesAnswer.Types types -> market.known(types);
      case TypesAnswer.NotKnown unknown -> unknown;
    };
  }

  @Override
  public double nodeCost(Optional<NodeClassFacts> nodeClass) {
    return cloud.nodeCost(nodeClass);
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    return cloud.drift(claim, nodeClass);
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return cloud.repairPolicies();
  }

  @Override
  public Optional<Duration> driftPeriod() {
    return cloud.driftPeriod();
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return Optional.of(NOTICE_PERIOD);
  }

  @Override
  public List<Notice> notices() {
    return market.notices();
  }

  @Override
  public void acknowledge(Notice notice) {
    market.acknowledge(notice);
  }
}
