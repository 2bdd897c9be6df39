package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.PoolFacts;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Plain objects, for tests to change.
final class LifecycleFixture {
  static final Instant CREATED = Instant.parse("2026-01-05T09:00:00Z");

  private LifecycleFixture() {}

  static Meta meta(String name, Map<String, String> labels, Map<String, String> annotations) {
    return new Meta(
        "",
        name,
        "uid-" + name,
        "1",
        1,
        CREATED,
        Optional.empty(),
        new TreeMap<>(labels),
        new TreeMap<>(annotations),
        List.of(),
        List.of());
  }

  static Meta deleted(Meta meta, Instant at) {
    return new Meta(
        meta.namespace(),
        meta.name(),
        meta.uid(),
        meta.version(),
        meta.generation(),
        meta.created(),
        Optional.of(at),
        meta.labels(),
        meta.annotations(),
        meta.finalizers(),
        meta.owners());
  }

  static ClaimFacts claim() {
    return claim(Resources.none(), List.of(), List.of());
  }

  static ClaimFacts claim(Resources requests, List<Taint> taints, List<Taint> startupTaints) {
    return new ClaimFacts(
        meta("claim", Map.of(Marks.NODE_POOL, "general"), Map.of()),
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Requirements.none(),
        requests,
        taints,
        startupTaints,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Resources.none(),
        Resources.none(),
        Optional.empty(),
        Conditions.stored(List.of()));
  }

  static ClaimFacts lasting(
      ClaimFacts claim, Optional<Duration> grace, Optional<Duration> expireAfter) {
    return new ClaimFacts(
        claim.meta(),
        claim.nodeClass(),
        claim.requirements(),
        claim.requests(),
        claim.taints(),
        claim.startupTaints(),
        grace,
        expireAfter,
        claim.providerId(),
        claim.imageId(),
        claim.nodeName(),
        claim.capacity(),
        claim.allocatable(),
        claim.lastPodEvent(),
        claim.conditions());
  }

  static Machine machine(Map<String, String> labels, Map<String, String> annotations) {
    return new Machine(
        "test://1",
        Optional.of("image"),
        labels,
        annotations,
        Resources.of(Map.of("cpu", 4000L)),
        Resources.of(Map.of("cpu", 3900L)));
  }

  static ClaimFacts launched(Instant at) {
    return Launch.launched(claim(), machine(Map.of(), Map.of()), at);
  }

  static ClaimFacts initialized(ClaimFacts claim, Instant at) {
    return claim
        .setTrue(ClaimFacts.LAUNCHED, at)
        .setTrue(ClaimFacts.REGISTERED, at)
        .setTrue(ClaimFacts.INITIALIZED, at);
  }

  static NodeFacts node(Map<String, String> labels, Taint... taints) {
    return node(labels, Resources.none(), Condition.Status.TRUE, taints);
  }

  static NodeFacts node(
      Map<String, String> labels, Resources allocatable, Condition.Status ready, Taint... taints) {
    var all = new ArrayList<NodeTaint>();
    for (var taint : taints) {
      all.add(NodeTaint.of(taint));
    }
    return new NodeFacts(
        meta("node", labels, Map.of()),
        Optional.of("test://1"),
        false,
        all,
        allocatable,
        allocatable,
        List.of(new NodeFacts.NodeCondition("Ready", ready, CREATED)));
  }

  static PoolFacts pool(Optional<Duration> consolidateAfter, Map<String, String> annotations) {
    return new PoolFacts(
        meta("general", Map.of(), annotations),
        0,
        OptionalLong.empty(),
        Requirements.none(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        consolidateAfter,
        "WhenEmptyOrUnderutilized",
        List.of(),
        OptionalDouble.empty(),
        "42",
        List.of(),
        Resources.none(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Conditions.stored(List.of()));
  }
}
