package karpenter.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebServerTest {
  private WebServer server;

  @BeforeEach
  void start() throws IOException {
    server =
        WebServer.start(
            0,
            Map.of(
                "/plain",
                query -> Reply.text("hello " + query.find("name").orElse("nobody")),
                "/tree/",
                query -> Reply.text("at " + query.path()),
                "/json",
                _ -> Reply.json(json -> json.writeString("x")),
                "/broken",
                _ -> {
                  throw new IllegalStateException("no");
                }));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void a_page_gets_its_query() throws Exception {
    assertThat(get("/plain?name=a%20b&name=c").body()).isEqualTo("hello a b");
  }

  @Test
  void only_a_path_that_ends_in_a_slash_answers_for_what_is_below() throws Exception {
    assertThat(get("/tree/heap").body()).isEqualTo("at heap");
    assertThat(get("/plain/heap").statusCode()).isEqualTo(404);
    assertThat(get("/plainer").statusCode()).isEqualTo(404);
  }

  @Test
  void a_page_that_fails_answers_all_the_same() throws Exception {
    assertThat(get("/broken").statusCode()).isEqualTo(500);
  }

  @Test
  void what_can_unzip_is_sent_less() throws Exception {
    var request =
        HttpRequest.newBuilder(uri("/json")).header("Accept-Encoding", "gzip, deflate").build();

    HttpResponse<InputStream> response;
    try (var client = HttpClient.newHttpClient()) {
      response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      assertThat(response.headers().firstValue("Content-Encoding")).contains("gzip");
      var body = new GZIPInputStream(response.body()).readAllBytes();
      assertThat(new String(body, StandardCharsets.UTF_8)).isEqualTo("\"x\"\n");
    }
  }

  @Test
  void only_a_post_from_nowhere_else_changes_something() throws Exception {
    try (var local =
            WebServer.startLocal(0, Map.of(), Map.of("/do/", q -> Reply.text("did " + q.path())));
        var client = HttpClient.newHttpClient()) {
      var uri = URI.create("http://127.0.0.1:%d/do/it".formatted(local.port()));
      var nothing = HttpRequest.BodyPublishers.noBody();
      var text = HttpResponse.BodyHandlers.ofString();

      var post = client.send(HttpRequest.newBuilder(uri).POST(nothing).build(), text);
      var get = client.send(HttpRequest.newBuilder(uri).build(), text);
      var foreign =
          client.send(
              HttpRequest.newBuilder(uri)
                  .header("Origin", "http://elsewhere.example")
                  .POST(nothing)
                  .build(),
              text);

      assertThat(post.body()).isEqualTo("did it");
      assertThat(get.statusCode()).isEqualTo(405);
      assertThat(foreign.statusCode()).isEqualTo(403);
    }
  }

  @Test
  void a_page_is_not_posted_to() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send("POST /plain HTTP/1.1\r\nConnection: close\r\n\r\n");

      assertThat(client.untilClosed()).startsWith("HTTP/1.1 405");
    }
  }

  @Test
  void a_head_has_no_body() throws Exception {
    try (var client = new RawClient(server.port())) {
      client.send("HEAD /plain HTTP/1.1\r\nConnection: close\r\n\r\n");

      assertThat(client.untilClosed()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\n");
    }
  }

  @Test
  void a_local_server_answers_only_by_a_name_of_this_machine() throws Exception {
    try (var local = WebServer.startLocal(0, Map.of("/", _ -> Reply.text("in")), Map.of())) {
      int port = local.port();

      assertThat(withHost(port, "localhost:" + port)).endsWith("in");
      assertThat(withHost(port, "127.0.0.1:" + port)).endsWith("in");
      assertThat(withHost(port, "[::1]:" + port)).endsWith("in");
      assertThat(withHost(port, "evil.example:" + port)).startsWith("HTTP/1.1 403");
      assertThat(withHost(port, "localhost")).startsWith("HTTP/1.1 403");
      assertThat(withHost(port, "localhost.evil.example:" + port)).startsWith("HTTP/1.1 403");
    }
  }

  private static String withHost(int port, String host) throws IOException {
    try (var client = new RawClient(port)) {
      client.send("GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n".formatted(host));
      return client.untilClosed();
    }
  }

  private URI uri(String path) {
    return URI.create("http://localhost:" + server.port() + path);
  }

  private HttpResponse<String> get(String path) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }
  }
}
