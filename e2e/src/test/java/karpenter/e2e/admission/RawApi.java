package karpenter.e2e.admission;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamWriteConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// The API server without a client library between, which might be kinder than the server.
final class RawApi {
  private static final int DEEP = 10_000;
  private static final ObjectMapper JSON =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamWriteConstraints(
                      StreamWriteConstraints.builder().maxNestingDepth(DEEP).build())
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEP).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  /// What the server said.
  record Reply(int code, JsonNode body) {}

  private final HttpClient http;
  private final URI server;
  private final String token;

  RawApi(Path kubeconfig) throws IOException, GeneralSecurityException {
    var config = new YAMLMapper().readTree(kubeconfig.toFile());
    var cluster = config.at("/clusters/0/cluster");
    this.server = URI.create(cluster.path("server").asText());
    this.token = config.at("/users/0/user/token").asText();
    var certificate =
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(
                    Base64.getDecoder()
                        .decode(cluster.path("certificate-authority-data").asText())));
    var store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry("server", certificate);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    var context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    this.http = HttpClient.newBuilder().sslContext(context).build();
  }

  static String text(JsonNode document) throws IOException {
    return JSON.writeValueAsString(document);
  }

  static JsonNode tree(String text) throws IOException {
    return JSON.readTree(text);
  }

  Reply send(String method, String path, JsonNode body) throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(server.resolve(path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
            .build();
    var response = http.send(request, HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), JSON.readTree(response.body()));
  }
}
