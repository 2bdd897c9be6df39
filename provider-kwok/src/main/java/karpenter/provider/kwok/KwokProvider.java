package karpenter.provider.kwok;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.ProviderPlan;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.state.ClusterState;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokLabels;

/// A cloud whose machines are Node objects. Everything about a machine follows from its claim's
/// uid, so nothing has to be remembered: a launch that was cut short is simply repeated.
public final class KwokProvider implements CloudProvider {
  public static final Resource NODE_CLASSES =
      new Resource(KwokNodeClass.GROUP, "v1alpha1", "kwoknodeclasses", KwokNodeClass.KIND, false);
  private static final List<NodeClassKind> NODE_CLASS_KINDS =
      List.of(new NodeClassKind(NODE_CLASSES));
  private static final Duration TOLERATION = Duration.ofMinutes(10);

  private final Kube kube;
  private final ClusterState state;
  private final InstantSource clock;
  private final Catalogue catalogue;
  private final TreeSet<String> wellKnown;

  public KwokProvider(Kube kube, ClusterState state, InstantSource clock, Catalogue catalogue) {
    this.kube = kube;
    this.state = state;
    this.clock = clock;
    this.catalogue = catalogue;
    this.wellKnown = new TreeSet<>(Labels.WELL_KNOWN);
    wellKnown.addAll(catalogue.labels());
  }

  /// To be set up once there is a cluster.
  public static ProviderPlan plan(Catalogue catalogue) {
    return new ProviderPlan() {
      @Override
      public List<NodeClassKind> nodeClassKinds() {
        return NODE_CLASS_KINDS;
      }

      @Override
      public ProviderLabels labels() {
        return KwokProvider.labels(catalogue);
      }

      @Override
      public CloudProvider open(Kube kube, ClusterState state, InstantSource clock) {
        return new KwokProvider(kube, state, clock, catalogue);
      }
    };
  }

  @Override
  public String name() {
    return "kwok";
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return NODE_CLASS_KINDS;
  }

  @Override
  public ProviderLabels labels() {
    return labels(catalogue);
  }

  /// Needed before there is a state to give to a provider: reading it depends on them.
  public static ProviderLabels labels(Catalogue catalogue) {
    return new ProviderLabels(
        catalogue.labels(),
        List.of(KwokLabels.GROUP),
        KwokLabels.RESERVATION_ID,
        LabelAliases.STANDARD);
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    if (nodeClass.isEmpty()) {
      return new LaunchOutcome.NoCapacity(
          "KWOKNodeClass %s does not exist".formatted(claim.nodeClass().name()));
    }
    var ready = nodeClass.get().conditions().find(Conditions.READY);
    if (ready.filter(c -> c.status() == Condition.Status.FALSE).isPresent()) {
      return new LaunchOutcome.NodeClassNotReady(ready.get().message());
    }
    var earlier = find(claim);
    if (earlier.isPresent()) {
      return new LaunchOutcome.Launched(KwokNode.instance(earlier.get(), state.snapshot()));
    }
    var purchase = Purchase.of(claim, catalogue.types(), wellKnown);
    if (purchase.isEmpty()) {
      return new LaunchOutcome.NoCapacity(
          "no offering of the catalogue meets the requirements and requests of the claim");
    }
    var node = KwokNode.of(claim, purchase.get());
    // With a delay the node appears later, made by NodeRegistration from what the claim then says.
    // A
    // node the server refuses does not undo the launch: NodeRegistration goes on trying, as a
    // kubelet
    // would.
    if (!RegistrationDelay.of(nodeClass.get()).isPositive()) {
      var _ = NodeCreation.create(kube, state, node);
    }
    return new LaunchOutcome.Launched(node.instance(clock.instant()));
  }

  /// The machine of an earlier, interrupted launch, ours or upstream's.
  private Optional<NodeFacts> find(ClaimFacts claim) {
    return state.snapshot().nodes().stream().filter(node -> KwokNode.isOf(node, claim)).findFirst();
  }

  /// A machine is gone as soon as we say so; what is left is its Node, which termination removes if
  /// it was registered. One that never was has no finalizer, and goes with its machine.
  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    for (var node : state.snapshot().nodesWithProviderId(providerId)) {
      if (KwokNode.isKwok(node)
          && !node.meta().isDeleting()
          && node.meta().finalizers().isEmpty()) {
        var key = ObjectKey.cluster(node.name());
        var answer = kube.delete(Resource.NODES, key, Deletion.of(node.meta().uid()));
        if (answer instanceof Answer.Refused(_, _, var message, _)) {
          throw new Unreachable("deleting node " + node.name() + ": " + message);
        }
      }
    }
    return DeleteOutcome.GONE;
  }

  @Override
  public Optional<Instance> find(String providerId) {
    var snapshot = state.snapshot();
    return snapshot.nodesWithProviderId(providerId).stream()
        .filter(KwokNode::isKwok)
        .filter(node -> !node.meta().isDeleting())
        .findFirst()
        .map(node -> KwokNode.instance(node, snapshot));
  }

  @Override
  public List<Instance> list() {
    var snapshot = state.snapshot();
    return snapshot.nodes().stream()
        .filter(KwokNode::isKwok)
        .map(node -> KwokNode.instance(node, snapshot))
        .toList();
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return new TypesAnswer.Types(catalogue.types(), 1);
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return Optional.empty();
  }

  /// Nothing of a machine that is not there can change.
  @Override
  public Optional<Duration> driftPeriod() {
    return Optional.empty();
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return List.of(
        new RepairPolicy("Ready", Condition.Status.FALSE, TOLERATION),
        new RepairPolicy("Ready", Condition.Status.UNKNOWN, TOLERATION));
  }

  @Override
  public List<LoopPlan<?>> loops() {
    return List.of(NodeRegistration.plan(kube, state, clock));
  }
}
