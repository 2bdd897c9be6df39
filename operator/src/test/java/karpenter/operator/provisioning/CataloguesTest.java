package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import karpenter.api.Json;
import karpenter.core.cluster.NodeCost;
import karpenter.core.wire.Catalogue;
import karpenter.core.wire.ManifestReader;
import karpenter.core.wire.SourceObject;
import karpenter.core.wire.WireOptions;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CataloguesTest {
  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general, generation: 1, annotations: %s}
      spec:
        template:
          spec:
            nodeClassRef: {group: test.sh, kind: TestNodeClass, name: default}
            requirements: []
      status:
        conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-01-05T09:00:00Z", observedGeneration: 1}]
      """;

  private final Scene scene = new Scene();
  private final Catalogues catalogues = scene.catalogues();

  private double costOf(String annotations) {
    scene.put(Resource.NODE_POOLS, POOL.formatted(annotations));
    var catalogue = catalogues.of(scene.state.snapshot(), List.of(), Scene.START);
    return catalogue.pools().getFirst().nodeCost();
  }

  private static double costInManifests(String annotations) throws JsonProcessingException {
    var pool = new SourceObject("pool", Json.YAML.readTree(POOL.formatted(annotations)));
    var options = WireOptions.defaults().withNodeCost(NodeCost.DEFAULT);
    return ManifestReader.read(List.of(pool), Catalogue.of(List.of()), options)
        .problem()
        .pools()
        .getFirst()
        .nodeCost();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{karpenter-jvm.dev/node-cost: '0.05'}",
        "{karpenter-jvm.dev/node-cost: '0'}",
        "{karpenter-jvm.dev/node-cost: cheap}"
      })
  void controller_and_plan_agree_on_what_a_node_costs(String annotations) throws Exception {
    assertThat(costOf(annotations)).isEqualTo(costInManifests(annotations));
  }

  @Test
  void annotation_counts_at_once_and_the_default_returns_with_its_end() {
    assertThat(costOf("{}")).isEqualTo(NodeCost.DEFAULT);
    assertThat(costOf("{karpenter-jvm.dev/node-cost: '0.05'}")).isEqualTo(0.05);
    assertThat(costOf("{karpenter-jvm.dev/node-cost: '0'}")).isZero();
    assertThat(costOf("{}")).isEqualTo(NodeCost.DEFAULT);
  }

  @Test
  void what_the_provider_knows_of_volumes_and_addresses_comes_on_top() {
    scene.cloud.nodeCost = 0.0072;

    assertThat(costOf("{}")).isCloseTo(NodeCost.DEFAULT + 0.0072, within(1e-12));
    assertThat(costOf("{karpenter-jvm.dev/node-cost: '0'}")).isCloseTo(0.0072, within(1e-12));
  }
}
