package karpenter.app.against;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import karpenter.api.Labels;
import karpenter.app.snapshot.ClusterImage;
import karpenter.core.disruption.Verdict;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Resources;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provisioning.Inquiry;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.provider.kwok.catalogue.Catalogue;

/// What the operator thinks of a cluster, without letting it do anything: it looks at the image in
/// observe mode, once, and is asked. For use inside [karpenter.simulator.runtime.Driver#call].
public final class Insight implements AutoCloseable {
  /// Enough for every watch to tell what there is.
  private static final Duration FIRST_LOOK = Duration.ofSeconds(1);

  /// Enough for a pass over all nodes; consolidation looks every ten seconds.
  private static final Duration VERDICTS = Duration.ofSeconds(25);

  private final Stage stage;
  private final ClusterImage image;
  private final ClusterSnapshot snapshot;
  private final Instant now;
  private final Prices prices;
  private final Inquiry inquiry;

  /// @param settings of an observing controller
  public Insight(ClusterImage image, Catalogue catalogue, Settings settings) {
    this.image = image;
    this.stage = new Stage(image, catalogue, settings, _ -> {}).run();
    stage.pass(FIRST_LOOK);
    // Now, before the simulated scheduler binds whom the real one has not come to.
    this.snapshot = stage.operator().context().state().snapshot();
    this.now = stage.now();
    this.prices = Prices.of(catalogue, stage.operator());
    this.inquiry = new Inquiry(stage.operator().context(), stage.operator().types());
  }

  public ClusterImage image() {
    return image;
  }

  public ClusterSnapshot snapshot() {
    return snapshot;
  }

  public Instant now() {
    return now;
  }

  public Inquiry inquiry() {
    return inquiry;
  }

  /// What was found out about every node, by claim. Lets time pass.
  public Map<String, Verdict> verdicts() {
    if (stage.operator().verdicts().all().isEmpty()) {
      stage.pass(VERDICTS);
    }
    return stage.operator().verdicts().all();
  }

  /// An hour; empty for nodes that are not Karpenter's, and for types nobody sells.
  public OptionalDouble price(NodeFacts node) {
    return image
        .find(Resource.NODES, ObjectKey.cluster(node.name()))
        .filter(found -> found.at("/metadata/labels").has(Labels.NODE_POOL))
        .map(prices::of)
        .orElse(OptionalDouble.empty());
  }

  /// An hour, beside its price; nothing for nodes that are not Karpenter's.
  public double nodeCost(NodeFacts node) {
    return image
        .find(Resource.NODES, ObjectKey.cluster(node.name()))
        .filter(found -> found.at("/metadata/labels").has(Labels.NODE_POOL))
        .map(prices::nodeCost)
        .orElse(0.0);
  }

  /// What its pods ask for.
  public Resources requests(NodeFacts node) {
    var sum = Resources.none();
    for (var pod : snapshot.podsOn(node.name())) {
      if (!pod.isTerminal()) {
        sum = sum.plus(pod.spec().requests());
      }
    }
    return sum;
  }

  /// In percent of what there is.
  public int fill(NodeFacts node, String resource) {
    long room = node.allocatable().get(resource);
    return room <= 0 ? 0 : (int) Math.round(100.0 * requests(node).get(resource) / room);
  }

  /// Such as `shop/web`.
  public String workload(PodFacts pod) {
    return image
        .find(Resource.PODS, ObjectKey.of(pod.namespace(), pod.name()))
        .map(Workload::of)
        .orElse(pod.fullName());
  }

  @Override
  public void close() {
    stage.close();
  }
}
