package karpenter.e2e.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.api.convert.Placeholders;
import karpenter.api.schema.CrdSchemas;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What `convert` and `generate` wrote, a real API server accepts: strictly, with unknown fields
/// refused as `kubectl` has them refused.
@WithCluster
class ConvertedIsAcceptedTest {
  private static final Path GOLDEN = Path.of("../app/src/test/resources/golden");

  /// The golden files of both commands, and one more by `-Dkarpenter.converted=FILE`.
  static Stream<Path> files() {
    var ours =
        Stream.of(
                "convert.yaml",
                "generate-all-aws.yaml",
                "generate-all-oci.yaml",
                "generate-all-kwok.yaml")
            .map(GOLDEN::resolve);
    var given = System.getProperty("karpenter.converted");
    return given == null ? ours : Stream.concat(ours, Stream.of(Path.of(given)));
  }

  @ParameterizedTest
  @MethodSource("files")
  void every_object_of_ours_is_accepted(Path file, TestCluster cluster) throws Exception {
    var api = new RawApi(cluster.kubeconfig());
    List<JsonNode> objects =
        Json.YAML.readerFor(JsonNode.class).<JsonNode>readValues(file.toFile()).readAll();
    List<String> refusals = new ArrayList<>();
    int asked = 0;

    for (var object : objects) {
      var version = object.path("apiVersion").asText();
      var crd = CrdSchemas.find(version, object.path("kind").asText());
      if (crd.isPresent()) {
        asked++;
        var plural = crd.get().document().at("/spec/names/plural").asText();
        var path = "/apis/%s/%s?dryRun=All&fieldValidation=Strict".formatted(version, plural);
        var reply = api.send("POST", path, Placeholders.filled(object));
        if (reply.code() != 201) {
          refusals.add(object + " " + reply.code() + " " + reply.body().path("message").asText());
        }
      }
    }

    assertThat(refusals).isEmpty();
    assertThat(asked).isGreaterThan(5);
  }
}
