package karpenter.api.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import karpenter.api.Json;
import org.junit.jupiter.api.Test;

/// The code of the Kubernetes API server judged the same objects by the same CRDs:
/// `src/test/go/admission`.
class ServerAgreesTest {

  @Test
  void we_accept_what_an_api_server_accepts() throws IOException {
    var disagreements = new ArrayList<String>();
    int accepted = 0;
    int refused = 0;
    for (var vector : vectors()) {
      var answer =
          vector.has("old")
              ? Admission.ofChange(vector.get("old"), vector.get("object"))
              : Admission.ofNew(vector.get("object"));
      boolean server = vector.get("accepted").asBoolean();
      accepted += server ? 1 : 0;
      refused += server ? 0 : 1;
      if (server != answer instanceof Admission.Accepted) {
        disagreements.add(
            (server ? "the server accepts " : "the server refuses ")
                + vector.get("name").asText()
                + ": "
                + vector.get("object")
                + " "
                + Documents.problems(answer));
      }
    }

    assertThat(disagreements).isEmpty();
    assertThat(accepted).isGreaterThan(100);
    assertThat(refused).isGreaterThan(100);
  }

  private static JsonNode vectors() throws IOException {
    try (var in = ServerAgreesTest.class.getResourceAsStream("admission-vectors.json")) {
      return Json.JSON.readTree(in);
    }
  }
}
