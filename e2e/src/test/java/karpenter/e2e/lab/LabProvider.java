package karpenter.e2e.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
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
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;
import karpenter.provider.kwok.KwokProvider;

/// Machines of another process, which keeps them, makes their Nodes and knows them by the claim's
/// uid. Nothing is remembered here.
final class LabProvider implements CloudProvider {
  static final String NAME = "lab";
  private static final String PREFIX = "kwok://";

  private final CloudClient cloud;
  private final Shapes shapes;

  LabProvider(URI address, InstantSource clock) {
    this.cloud = new CloudClient(address);
    this.shapes = new Shapes(clock);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return List.of(new NodeClassKind(KwokProvider.NODE_CLASSES));
  }

  @Override
  public ProviderLabels labels() {
    return KwokProvider.labels(Shapes.CATALOGUE);
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException {
    var shape = shapes.of(claim, nodeClass);
    if (shape.node().isEmpty()) {
      return shape.outcome();
    }
    var wish = JsonNodeFactory.instance.objectNode().put("claimUid", claim.meta().uid());
    wish.set("node", shape.node().get());
    var answer = cloud.post("/machines", wish);
    return answer.code() == 200
        ? new LaunchOutcome.Launched(instance(answer.body()))
        : new LaunchOutcome.NoCapacity(answer.body().path("message").asText());
  }

  @Override
  public DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException {
    return cloud.delete(path(providerId)).code() == 404
        ? DeleteOutcome.GONE
        : DeleteOutcome.UNDER_WAY;
  }

  @Override
  public Optional<Instance> find(String providerId) throws Unreachable, InterruptedException {
    var answer = cloud.get(path(providerId));
    return answer.code() == 404
        ? Optional.empty()
        : Optional.of(instance(answer.body())).filter(machine -> !machine.isTerminating());
  }

  @Override
  public List<Instance> list() throws Unreachable, InterruptedException {
    var nodes = new ArrayList<ObjectNode>();
    cloud.get("/machines").body().path("machines").forEach(machine -> nodes.add(node(machine)));
    return shapes.instances(nodes);
  }

  private Instance instance(JsonNode machine) {
    return shapes.instances(List.of(node(machine))).getFirst();
  }

  private static ObjectNode node(JsonNode machine) {
    return (ObjectNode) machine.path("node");
  }

  /// An id that is no machine's is asked for all the same: the cloud knows best.
  private static String path(String providerId) {
    var name =
        providerId.startsWith(PREFIX) ? providerId.substring(PREFIX.length()) : "none-of-ours";
    return "/machines/" + name;
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return new TypesAnswer.Types(Shapes.CATALOGUE.types(), 1);
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
  public List<RepairPolicy> repairPolicies() {
    return List.of();
  }
}
