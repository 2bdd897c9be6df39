package karpenter.core.nodepool;

import com.fasterxml.jackson.databind.node.NullNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Plain pools and node classes, for tests to change.
final class PoolFixture {
  static final Instant CREATED = Instant.parse("2026-01-05T09:00:00Z");
  private static final NodeClassRef REF = new NodeClassRef("test.sh", "TestNodeClass", "default");

  private PoolFixture() {}

  static Meta meta(String name, long generation, Optional<Instant> deleted) {
    return new Meta(
        "",
        name,
        "uid-" + name,
        "1",
        generation,
        CREATED,
        deleted,
        new TreeMap<>(),
        new TreeMap<>(),
        List.of(),
        List.of());
  }

  static PoolFacts pool(String... problems) {
    return new PoolFacts(
        meta("general", 1, Optional.empty()),
        0,
        OptionalLong.empty(),
        Requirements.none(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        REF,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "WhenEmptyOrUnderutilized",
        List.of(),
        OptionalDouble.empty(),
        "42",
        List.of(problems),
        Resources.none(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Conditions.stored(List.of()));
  }

  static NodeClassFacts nodeClass(long generation, Map<Condition.Status, String> ready) {
    return nodeClass(meta("default", generation, Optional.empty()), ready);
  }

  static NodeClassFacts nodeClass(Meta meta, Map<Condition.Status, String> ready) {
    var conditions =
        ready.entrySet().stream()
            .map(
                e ->
                    new Condition(
                        Conditions.READY, e.getKey(), e.getValue(), "its words", CREATED, 1))
            .toList();
    return new NodeClassFacts(
        meta, REF, Conditions.stored(conditions), NullNode.instance, NullNode.instance);
  }
}
