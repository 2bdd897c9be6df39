package karpenter.simulator.cloud;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.CloudProviderContract;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.TypesAnswer;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.port.LaggingCourier;
import karpenter.simulator.runtime.Timeline;

/// The simulated cloud is a cloud.
class SimulatedProviderTest extends CloudProviderContract {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");
  private static final NodeClassKind KIND = new NodeClassKind(KwokProvider.NODE_CLASSES);

  private final Timeline timeline = new Timeline(1, START);
  private final SimulatedCloud cloud =
      new SimulatedCloud(
          1,
          timeline,
          new InMemoryKube(1, timeline, new LaggingCourier(1, timeline)),
          KwokCatalogue.standard().types(),
          Duration.ofSeconds(20),
          Duration.ofSeconds(10));

  @Override
  protected CloudProvider provider() {
    return new SimulatedProvider(cloud, KIND, KwokProvider.labels(KwokCatalogue.standard()));
  }

  @Override
  protected CloudProvider restarted() {
    return provider();
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
    return cloud.types();
  }

  @Override
  protected void settle() {
    timeline.runUntil(timeline.ticks() + Duration.ofMinutes(1).toNanos());
  }
}
