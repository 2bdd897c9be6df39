package karpenter.core.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.Owner;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.SelectorFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.PodSpec;

/// Spreads pods of a live cluster that say nothing of it themselves (spec 01 §4.19). Pods of one
/// workload keep sharing their spec.
public final class SpreadByDefault {
  private static final String APPS = "apps/v1";

  private final DefaultSpread spread;
  private final Fellows fellows = new Fellows();
  private final Map<Asked, PodSpec> known = new HashMap<>();

  private record Asked(PodSpec spec, Optional<String> controller) {}

  public SpreadByDefault(DefaultSpread spread) {
    this.spread = spread;
  }

  /// @param services in the order of their names
  public SpreadByDefault services(List<SelectorFacts> services) {
    for (var service : services) {
      if (service.selector() instanceof LabelSelector.Matching(var wanted)) {
        var labels = new TreeMap<String, String>();
        for (var key : wanted.keys()) {
          wanted.get(key).finiteValues().ifPresent(values -> labels.put(key, values.first()));
        }
        fellows.addService(service.namespace(), labels);
      }
    }
    return this;
  }

  /// @param kind ReplicationController, ReplicaSet or StatefulSet
  public SpreadByDefault controllers(String kind, List<SelectorFacts> controllers) {
    for (var controller : controllers) {
      fellows.addController(
          Fellows.key(kind, controller.namespace(), controller.name()), controller.selector());
    }
    return this;
  }

  /// @param spec of the pod, with what its volumes demand
  public PodSpec of(PodFacts pod, PodSpec spec) {
    if (spread.constraints().isEmpty() || !spec.spread().isEmpty()) {
      return spec;
    }
    var controller = pod.owners().stream().filter(Owner::controller).findFirst();
    return known.computeIfAbsent(
        new Asked(spec, controller.flatMap(owner -> key(pod.namespace(), owner))), this::spread);
  }

  private static Optional<String> key(String namespace, Owner owner) {
    boolean isKnown =
        owner.is("v1", "ReplicationController")
            || owner.is(APPS, "ReplicaSet")
            || owner.is(APPS, "StatefulSet");
    return isKnown
        ? Optional.of(Fellows.key(owner.kind(), namespace, owner.name()))
        : Optional.empty();
  }

  private PodSpec spread(Asked asked) {
    var spec = asked.spec();
    return fellows
        .of(spec.namespace(), spec.labels(), asked.controller())
        .map(selector -> spec.withSpread(spread.of(selector)))
        .orElse(spec);
  }
}
