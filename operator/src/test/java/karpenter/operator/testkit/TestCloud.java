package karpenter.operator.testkit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.resource.Resources;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;

/// A cloud whose machines are ids. Every machine exists until it is deleted or lost.
public final class TestCloud implements CloudProvider {
  /// Machines that are gone.
  public final Set<String> gone = new TreeSet<>();

  /// Machines whose end was asked for, in order.
  public final List<String> deleted = new ArrayList<>();

  public final List<RepairPolicy> repairPolicies = new ArrayList<>();

  /// Warnings nobody acknowledged yet.
  public final List<Notice> notices = new ArrayList<>();

  /// Whether a machine that is to end takes its time about it.
  public boolean endsSlowly;

  /// Whether calls go unanswered.
  public boolean isSilent;

  @Override
  public String name() {
    return "test";
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return List.of(
        new NodeClassKind(
            new Resource("test.sh", "v1", "testnodeclasses", "TestNodeClass", false)));
  }

  @Override
  public ProviderLabels labels() {
    return new ProviderLabels(new TreeSet<>(), List.of(), "", LabelAliases.STANDARD);
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return new LaunchOutcome.NoCapacity("no test needs it yet");
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable {
    answer();
    deleted.add(providerId);
    if (endsSlowly && !gone.contains(providerId)) {
      return DeleteOutcome.UNDER_WAY;
    }
    gone.add(providerId);
    return DeleteOutcome.GONE;
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable {
    answer();
    return gone.contains(providerId)
        ? Optional.empty()
        : Optional.of(
            new Instance(
                providerId,
                Optional.empty(),
                Optional.empty(),
                new TreeMap<>(),
                Map.of(),
                Resources.none(),
                Resources.none(),
                Instant.EPOCH,
                false));
  }

  @Override
  public List<Instance> list() {
    return List.of();
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return new TypesAnswer.NotKnown("no test needs it yet");
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return Optional.empty();
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return repairPolicies;
  }

  @Override
  public List<Notice> notices() throws Unreachable {
    answer();
    return List.copyOf(notices);
  }

  @Override
  public void acknowledge(Notice notice) throws Unreachable {
    answer();
    notices.remove(notice);
  }

  private void answer() throws Unreachable {
    if (isSilent) {
      throw new Unreachable("the cloud does not answer");
    }
  }
}
