package karpenter.e2e.lab;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.kube.InMemoryKube;

/// What is bought for a claim, and how its Node looks: as KWOK's provider has it, asked on a
/// cluster of its own that is empty but for what the question is about.
final class Shapes {
  static final Catalogue CATALOGUE = KwokCatalogue.standard();

  private final InstantSource clock;
  private final Reading reading =
      Reading.of(
          KwokProvider.labels(CATALOGUE), List.of(new NodeClassKind(KwokProvider.NODE_CLASSES)));

  Shapes(InstantSource clock) {
    this.clock = clock;
  }

  /// @param node the machine's Node, where one would be launched
  record Shape(LaunchOutcome outcome, Optional<ObjectNode> node) {}

  Shape of(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    var kube = new InMemoryKube(1, clock, () -> Runnable::run);
    var outcome = on(kube, state()).create(claim, nodeClass);
    return new Shape(outcome, kube.list(Resource.NODES, "").stream().findFirst());
  }

  /// Machines, by the Nodes that the cloud has of them.
  List<Instance> instances(List<ObjectNode> nodes) {
    var state = state();
    nodes.forEach(node -> state.changed(Resource.NODES, node, true));
    return on(new InMemoryKube(1, clock, () -> Runnable::run), state).list();
  }

  private KwokProvider on(InMemoryKube kube, WatchedState state) {
    return new KwokProvider(kube, state, clock, CATALOGUE);
  }

  private WatchedState state() {
    return new WatchedState(reading, List.of(Resource.NODES));
  }
}
