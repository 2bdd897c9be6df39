package karpenter.e2e.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import karpenter.operator.Unreachable;

/// Requests to the cloud. They have no time limit on purpose: a real cloud's library may have none
/// either, and whoever calls a provider has to bear one that never answers.
final class CloudClient {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI address;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  CloudClient(URI address) {
    this.address = address;
  }

  record Answer(int code, JsonNode body) {}

  Answer get(String path) throws Unreachable, InterruptedException {
    return send(to(path).GET().build());
  }

  Answer delete(String path) throws Unreachable, InterruptedException {
    return send(to(path).DELETE().build());
  }

  Answer post(String path, ObjectNode body) throws Unreachable, InterruptedException {
    return send(
        to(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body.toString()))
            .build());
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(address.resolve(path));
  }

  private Answer send(HttpRequest request) throws Unreachable, InterruptedException {
    var what = request.method() + " " + request.uri().getPath();
    try {
      var response = http.send(request, BodyHandlers.ofByteArray());
      var body =
          response.body().length == 0
              ? JsonNodeFactory.instance.objectNode()
              : JSON.readTree(response.body());
      if (response.statusCode() >= 500) {
        throw new Unreachable("the cloud answered %s with %s".formatted(what, body));
      }
      return new Answer(response.statusCode(), body);
    } catch (IOException e) {
      throw new Unreachable("the cloud did not answer %s: %s".formatted(what, e), e);
    }
  }
}
