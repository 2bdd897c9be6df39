package karpenter.operator.testkit;

import java.time.Duration;
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
import karpenter.operator.provider.RegistrationHook;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.state.Kind;

/// A cloud whose machines are ids. Every machine exists until it is deleted or lost.
public final class TestCloud implements CloudProvider {
  private static final Resource TEST_NODE_CLASSES =
      new Resource("test.sh", "v1", "testnodeclasses", "TestNodeClass", false);

  public static final Kind<NodeClassFacts> NODE_CLASSES =
      new Kind<>(TEST_NODE_CLASSES, NodeClassFacts.class);

  /// Machines that were launched or put here, by provider id.
  public final Map<String, Instance> machines = new TreeMap<>();

  /// Claims for which a machine was asked, by name, in order.
  public final List<String> asked = new ArrayList<>();

  /// What is answered to the wish for a machine, unless it is launched.
  public Optional<LaunchOutcome> refusal = Optional.empty();

  /// What is to happen while a launch is under way.
  public Runnable duringLaunch = () -> {};

  /// How often it was asked about drift, and what it says.
  public int driftQuestions;

  public Optional<String> drift = Optional.empty();

  public Optional<Duration> driftPeriod = Optional.of(Duration.ofMinutes(5));
  public final List<RegistrationHook> hooks = new ArrayList<>();
  public TypesAnswer types = new TypesAnswer.NotKnown("no test needs it yet");

  /// What volumes and addresses of its nodes cost.
  public double nodeCost;

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
    return List.of(new NodeClassKind(TEST_NODE_CLASSES));
  }

  @Override
  public ProviderLabels labels() {
    return new ProviderLabels(new TreeSet<>(), List.of(), "", LabelAliases.STANDARD);
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable {
    asked.add(claim.name());
    answer();
    duringLaunch.run();
    if (refusal.isPresent()) {
      return refusal.get();
    }
    var id = "test://" + claim.name();
    return new LaunchOutcome.Launched(
        machines.computeIfAbsent(
            id, _ -> machine(id, Optional.of(claim.meta().uid()), claim.meta().created())));
  }

  public static Instance machine(String id, Optional<String> claimUid, Instant created) {
    return new Instance(
        id,
        claimUid,
        Optional.of("image-1"),
        new TreeMap<>(
            Map.of(
                "node.kubernetes.io/instance-type", "large",
                "topology.kubernetes.io/zone", "zone-a",
                "karpenter.sh/capacity-type", "spot")),
        Map.of(),
        Resources.of(Map.of("cpu", 4000L)),
        Resources.of(Map.of("cpu", 3900L)),
        created,
        false);
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable {
    answer();
    deleted.add(providerId);
    if (endsSlowly && !gone.contains(providerId)) {
      return DeleteOutcome.UNDER_WAY;
    }
    gone.add(providerId);
    machines.remove(providerId);
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
  public List<Instance> list() throws Unreachable {
    answer();
    return List.copyOf(machines.values());
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return types;
  }

  @Override
  public double nodeCost(Optional<NodeClassFacts> nodeClass) {
    return nodeCost;
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable {
    driftQuestions++;
    answer();
    return drift;
  }

  @Override
  public List<RegistrationHook> registrationHooks() {
    return hooks;
  }

  @Override
  public Optional<Duration> driftPeriod() {
    return driftPeriod;
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return repairPolicies;
  }

  @Override
  public Optional<Duration> noticePeriod() {
    return Optional.of(Duration.ofSeconds(1));
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
