package karpenter.simulator.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.CloudProviderContract;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.kube.InMemoryKube;

/// KWOK's cloud is a cloud: its machines are Nodes of an API server, here one in memory.
class KwokProviderTest extends CloudProviderContract {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
  private static final NodeClassKind KIND = new NodeClassKind(KwokProvider.NODE_CLASSES);
  private static final Catalogue CATALOGUE = KwokCatalogue.standard();

  private final Queue<Runnable> onTheWay = new ArrayDeque<>();
  private final InMemoryKube kube =
      new InMemoryKube(1, InstantSource.fixed(START), () -> onTheWay::add);
  private final CloudProvider first = started();

  /// With a state of its own, which knows what the API server told it and nothing else.
  private CloudProvider started() {
    var reading = Reading.of(KwokProvider.labels(CATALOGUE), List.of(KIND));
    var state = new WatchedState(reading, List.of(Resource.NODES));
    kube.watch(Resource.NODES, state);
    settle();
    return new KwokProvider(kube, state, InstantSource.fixed(START), CATALOGUE);
  }

  @Override
  protected CloudProvider provider() {
    return first;
  }

  @Override
  protected CloudProvider restarted() {
    return started();
  }

  @Override
  protected void settle() {
    for (var news = onTheWay.poll(); news != null; news = onTheWay.poll()) {
      news.run();
    }
  }

  @Override
  protected NodeClassRef nodeClassRef() {
    return new NodeClassRef(KIND.group(), KIND.kind(), "default");
  }

  @Override
  protected NodeClassFacts readyNodeClass() {
    return nodeClass(Condition.Status.TRUE);
  }

  @Override
  protected NodeClassFacts unreadyNodeClass() {
    return nodeClass(Condition.Status.FALSE);
  }

  private NodeClassFacts nodeClass(Condition.Status ready) {
    var meta =
        new Meta(
            "",
            "default",
            "class",
            "1",
            1,
            START,
            Optional.empty(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of(),
            List.of());
    var condition =
        new Condition(Conditions.READY, ready, "Tested", "as the test has it", START, 1);
    return new NodeClassFacts(
        meta,
        nodeClassRef(),
        Conditions.stored(List.of(condition)),
        JsonNodeFactory.instance.objectNode(),
        JsonNodeFactory.instance.objectNode());
  }

  @Override
  protected TypesAnswer types() {
    return new TypesAnswer.Types(CATALOGUE.types(), 1);
  }
}
