package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.api.ApiObject;
import karpenter.api.Json;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.kube.KubeDoor;

/// JSON as manifests, as our own records, and as answers of the API server.
final class JsonTarget implements Target {
  static final List<String> WORDS =
      List.of(
          "{\"a\":",
          "[",
          "]",
          "}",
          ",",
          "\"kind\":\"NodePool\"",
          "\"apiVersion\":\"karpenter.sh/v1\"",
          "\"metadata\":{\"name\":\"a\"}",
          "\"spec\":{}",
          "\"items\":[]",
          "null",
          "true",
          "1e309",
          "-0.0",
          "\"\\ud800\"",
          "\"managedFields\":[{}]",
          "\"resourceVersion\":\"1\"",
          "{}",
          "[]",
          "\"\"");

  static final List<byte[]> CORPUS =
      Corpus.joined(
          Corpus.files(
              List.of(".json"),
              "examples",
              "bench/src/test/resources/defects",
              "app/src/test/resources"),
          Corpus.texts(
              """
              {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"general","managedFields":[{"f:a":{}}]},
              "spec":{"weight":10,"limits":{"cpu":"100","memory":"1000Gi"},"disruption":{"consolidateAfter":"30s","consolidationPolicy":"WhenEmptyOrUnderutilized",
              "budgets":[{"nodes":"10%","schedule":"0 9 * * mon-fri","duration":"8h"}]},
              "template":{"spec":{"expireAfter":"720h","nodeClassRef":{"group":"karpenter.kwok.sh","kind":"KWOKNodeClass","name":"default"},
              "requirements":[{"key":"kubernetes.io/arch","operator":"In","values":["amd64"],"minValues":1}],
              "taints":[{"key":"a","value":"b","effect":"NoSchedule"}]}}}}
              """,
              """
              {"apiVersion":"karpenter.sh/v1","kind":"NodeClaim","metadata":{"name":"general-x","creationTimestamp":"2026-01-01T00:00:00Z"},
              "spec":{"requirements":[],"nodeClassRef":{"group":"g","kind":"k","name":"n"},"resources":{"requests":{"cpu":"1"}}},
              "status":{"capacity":{"cpu":"4"},"conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-01-01T00:00:00Z"}]}}
              """));

  @Override
  public String name() {
    return "json";
  }

  @Override
  public List<byte[]> corpus() {
    return CORPUS;
  }

  @Override
  public List<String> words() {
    return WORDS;
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return new Grammar(random).json().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) throws Exception {
    var answer = KubeDoor.answer(input);
    Breach.unless(
        KubeDoor.answer(KubeDoor.written(answer)).equals(answer) || hasInfinity(answer),
        "an answer is read again as it was: %s",
        answer);
    for (var document : YamlTarget.documents(input)) {
      int line = document.lineOf("metadata.name");
      Breach.unless(line >= 1, "a line");
    }
    var text = new String(input, UTF_8);
    tree(text);
    typed(text, NodePool.class);
    typed(text, NodeClaim.class);
  }

  private static boolean hasInfinity(JsonNode tree) {
    return tree.isDouble() && !Double.isFinite(tree.doubleValue())
        || tree.valueStream().anyMatch(JsonTarget::hasInfinity);
  }

  private static void tree(String text) {
    try {
      var tree = Json.JSON.readTree(text);
      if (tree != null && !tree.isMissingNode() && !hasInfinity(tree)) {
        var again = Json.JSON.readTree(Json.JSON.writeValueAsString(tree));
        Breach.unless(again.equals(tree), "read again as %s", again);
      }
    } catch (JsonProcessingException refused) {
      Breach.unless(!refused.getOriginalMessage().isBlank(), "a refusal says why");
    }
  }

  private static void typed(String text, Class<? extends ApiObject> type) {
    try {
      var read = Json.JSON.readValue(text, type);
      if (read != null) {
        var again = Json.JSON.readValue(Json.JSON.writeValueAsString(read), type);
        Breach.unless(again.equals(read), "read again as %s instead of %s", again, read);
      }
    } catch (JsonProcessingException refused) {
      Breach.unless(!refused.getOriginalMessage().isBlank(), "a refusal says why");
    }
  }
}
