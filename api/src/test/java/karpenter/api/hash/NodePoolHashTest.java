package karpenter.api.hash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import karpenter.api.Json;
import karpenter.api.v1.NodePool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The vectors were printed by upstream's library: `src/test/go/upstream/hash`.
class NodePoolHashTest {

  static Stream<Arguments> vectors() throws IOException {
    try (var in = NodePoolHashTest.class.getResourceAsStream("nodepool-vectors.json")) {
      return StreamSupport.stream(Json.JSON.readTree(in).spliterator(), false)
          .map(v -> Arguments.of(v.get("name").asText(), v.get("template"), v.get("hash").asText()))
          .toList()
          .stream();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void hash_equals_upstreams(String name, JsonNode template, String hash) throws Exception {
    assertThat(NodePoolHash.of(Json.JSON.treeToValue(template, NodePool.Template.class)))
        .isEqualTo(hash);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("vectors")
  void hash_survives_being_written_and_read_again(String name, JsonNode template, String hash)
      throws Exception {
    var written =
        Json.JSON.writeValueAsString(Json.JSON.treeToValue(template, NodePool.Template.class));

    assertThat(NodePoolHash.of(Json.JSON.readValue(written, NodePool.Template.class)))
        .isEqualTo(hash);
  }

  @Test
  void there_are_enough_vectors_and_they_differ() throws Exception {
    assertThat(vectors()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(vectors().map(v -> v.get()[2]).distinct()).hasSizeGreaterThan(40);
  }
}
