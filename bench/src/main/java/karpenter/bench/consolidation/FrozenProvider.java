package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.wire.InstanceTypeReader;
import karpenter.core.wire.Read;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.DeleteOutcome;
import karpenter.operator.provider.Instance;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.provider.TypesAnswer;

/// Sells the catalogue of a workload to every pool. Nobody launches anything here.
final class FrozenProvider implements CloudProvider {
  static final NodeClassKind NODE_CLASS =
      new NodeClassKind(
          new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false));

  private final SortedMap<String, InstanceType> types = new TreeMap<>();
  private final ProviderLabels labels;
  private final TypesAnswer answer;

  FrozenProvider(List<JsonNode> catalogue, JsonNode options) {
    var reader = new InstanceTypeReader();
    for (var entry : catalogue) {
      switch (reader.read(entry)) {
        case Read.Understood<InstanceType>(var type) -> types.put(type.name(), type);
        case Read.Refused<InstanceType>(var problems) ->
            throw new IllegalArgumentException(problems.toString());
        case Read.NotOurs<InstanceType>(var reason) -> throw new IllegalArgumentException(reason);
      }
    }
    var wellKnown = new TreeSet<String>();
    options.path("wellKnownLabels").forEach(label -> wellKnown.add(label.asText()));
    this.labels = new ProviderLabels(wellKnown, List.of(), "", LabelAliases.STANDARD);
    this.answer = new TypesAnswer.Types(new ArrayList<>(types.values()), 1);
  }

  /// By name.
  SortedMap<String, InstanceType> catalogue() {
    return types;
  }

  @Override
  public String name() {
    return "frozen";
  }

  @Override
  public List<NodeClassKind> nodeClassKinds() {
    return List.of(NODE_CLASS);
  }

  @Override
  public ProviderLabels labels() {
    return labels;
  }

  @Override
  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return answer;
  }

  @Override
  public LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    throw new UnsupportedOperationException("a frozen cluster launches nothing");
  }

  @Override
  public DeleteOutcome delete(String providerId) {
    throw new UnsupportedOperationException("a frozen cluster deletes nothing");
  }

  @Override
  public Optional<Instance> find(String providerId) {
    return Optional.empty();
  }

  @Override
  public List<Instance> list() {
    return List.of();
  }

  @Override
  public Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass) {
    return Optional.empty();
  }

  @Override
  public List<RepairPolicy> repairPolicies() {
    return List.of();
  }
}
