package karpenter.simulator.cloud;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;

/// Our side of the [SimulatedCloud].
///
/// @param kind the kind of node class it serves
public record SimulatedProvider(SimulatedCloud cloud, NodeClassKind kind, ProviderLabels labels)
    implements CloudProvider {
  /// How long a node may be ill before it is replaced.
  private static final Duration ILLNESS = Duration.ofMinutes(10);

  /// Warnings come two minutes before, so this is soon enough.
  private static final Duration NOTICE_PERIOD = Duration.ofSeconds(15);

  @Override
  public String name() {
    return "simulated";
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return List.of(kind);
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    if (nodeClass.isEmpty()) {
      return new LaunchOutcome.NoCapacity("there is no such node class");
    }
    var ready = nodeClass.get().conditions().find(Conditions.READY);
    if (ready.filter(c -> c.status() == Condition.Status.FALSE).isPresent()) {
      return new LaunchOutcome.NodeClassNotReady(ready.get().message());
    }
    // The token: asked twice for one claim, the cloud answers with the same machine.
    var token = claim.meta().uid();
    return switch (cloud.launch(token, claim)) {
      case SimulatedCloud.Bought.NothingLeft() ->
          new LaunchOutcome.NoCapacity("nothing in the catalogue suits");
      case SimulatedCloud.Bought.Broken() ->
          new LaunchOutcome.Failed("LaunchFailed", "the cloud could not launch the machine");
      case SimulatedCloud.Bought.This(var machine) -> outcome(machine);
    };
  }

  private static LaunchOutcome outcome(Machine machine) {
    return switch (machine.stage()) {
      case BOOTING, RUNNING -> new LaunchOutcome.Launched(machine.instance());
      case ENDING, GONE ->
          new LaunchOutcome.Failed("Ended", "the machine of this claim has been ended before");
    };
  }

  @Override
  public DeleteOutcome delete(String providerId) {
    var machine = cloud.find(providerId);
    machine.ifPresent(cloud::terminate);
    return machine.isPresent() ? DeleteOutcome.UNDER_WAY : DeleteOutcome.GONE;
  }

  @Override
  public Optional<Instance> find(String providerId) {
    return cloud.find(providerId).map(Machine::instance).filter(found -> !found.isTerminating());
  }

  @Override
  public List<Instance> list() {
    return cloud.listed().stream().map(Machine::instance).toList();
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return cloud.types();
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> driftPeriod() {
    return Optional.empty();
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return Optional.of(NOTICE_PERIOD);
  }

  @Override
  public List<Notice> notices() {
    return cloud.notices();
  }

  @Override
  public void acknowledge(Notice notice) {
    cloud.acknowledge(notice.id());
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return List.of(
        new RepairPolicy("Ready", Condition.Status.FALSE, ILLNESS),
        new RepairPolicy("Ready", Condition.Status.UNKNOWN, ILLNESS));
  }
}
