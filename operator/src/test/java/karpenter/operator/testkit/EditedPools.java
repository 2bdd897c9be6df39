package karpenter.operator.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.NullNode;
import java.time.Instant;
import java.util.List;
import karpenter.api.Json;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.Read;
import karpenter.core.wire.WireOptions;
import karpenter.operator.state.PoolState;

/// Pools as their users write and edit them, and the node class they use.
public final class EditedPools {
  private EditedPools() {}

  /// A pool of the test cloud; its uid is `uid-<name>`. Parts of its spec are given as JSON.
  public static PoolState pool(String name, long generation, String requirements, String labels) {
    return pool(name, generation, requirements, labels, "{\"consolidateAfter\": \"30s\"}");
  }

  public static PoolState pool(
      String name, long generation, String requirements, String labels, String disruption) {
    return read(
        """
        {"apiVersion": "karpenter.sh/v1", "kind": "NodePool",
         "metadata": {"name": "%s", "uid": "uid-%s", "generation": %d, "resourceVersion": "1",
                      "creationTimestamp": "2026-01-05T09:00:00Z"},
         "spec": {"disruption": %s,
           "template": {"metadata": {"labels": %s}, "spec": {"requirements": %s,
             "nodeClassRef": {"group": "test.sh", "kind": "TestNodeClass", "name": "default"}}}}}
        """
            .formatted(name, name, generation, disruption, labels, requirements));
  }

  public static PoolState pool(String name) {
    return pool(name, 1, "[]", "{}");
  }

  private static PoolState read(String json) {
    try {
      return switch (new FactsReader(WireOptions.defaults()).pool(Json.JSON.readTree(json))) {
        case Read.Understood<FactsReader.Pool>(var pool) ->
            new PoolState(pool.facts(), pool.source());
        case Read.Refused<FactsReader.Pool>(var problems) ->
            throw new IllegalArgumentException(problems.toString());
        case Read.NotOurs<FactsReader.Pool>(var reason) ->
            throw new IllegalArgumentException(reason);
      };
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  public static NodeClassFacts nodeClass(Condition.Status ready, Instant since) {
    return new NodeClassFacts(
        MetaFixture.meta("", "default"),
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Conditions.stored(
            List.of(new Condition(Conditions.READY, ready, "Because", "its words", since, 1))),
        NullNode.instance,
        NullNode.instance);
  }
}
