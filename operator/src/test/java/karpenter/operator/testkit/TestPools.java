package karpenter.operator.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Consumer;
import karpenter.api.Json;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.Read;
import karpenter.core.wire.WireOptions;
import karpenter.operator.state.PoolState;

/// Pools as the API server would tell of them.
public final class TestPools {
  private TestPools() {}

  /// Ready, with a `test.sh/TestNodeClass`.
  public static PoolState plain(String name) {
    return of(name, _ -> {});
  }

  /// Ready, and static.
  public static PoolState ofReplicas(String name, long replicas) {
    return of(name, spec -> spec.put("replicas", replicas));
  }

  /// Ready, static, and limited to so many nodes.
  public static PoolState ofReplicas(String name, long replicas, long limit) {
    return of(
        name,
        spec -> {
          spec.put("replicas", replicas);
          spec.putObject("limits").put("nodes", Long.toString(limit));
        });
  }

  public static PoolState of(String name, Consumer<ObjectNode> spec) {
    try {
      var tree =
          (ObjectNode)
              Json.YAML.readTree(
                  """
                  apiVersion: karpenter.sh/v1
                  kind: NodePool
                  metadata:
                    name: %s
                    uid: uid-%s
                    resourceVersion: "1"
                    creationTimestamp: "2026-01-05T09:00:00Z"
                  spec:
                    template:
                      metadata:
                        labels: {team: blue}
                      spec:
                        nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
                        requirements:
                        - {key: karpenter.sh/capacity-type, operator: In, values: [spot]}
                  status:
                    conditions:
                    - {type: Ready, status: "True", reason: Ready, message: "",
                       lastTransitionTime: "2026-01-05T09:00:00Z"}
                  """
                      .formatted(name, name));
      spec.accept((ObjectNode) tree.get("spec"));
      return switch (new FactsReader(WireOptions.defaults()).pool(tree)) {
        case Read.Understood<FactsReader.Pool>(var pool) ->
            new PoolState(pool.facts(), pool.source());
        case Read.Refused<FactsReader.Pool>(var problems) ->
            throw new IllegalStateException(problems.toString());
        case Read.NotOurs<FactsReader.Pool>(var reason) -> throw new IllegalStateException(reason);
      };
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
