package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.http.WebServer;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What the page asks for and sends, without a browser.
class DemoPagesTest {
  private PacedCluster cluster;
  private WebServer server;
  private HttpClient client;
  private Thread time;

  @BeforeEach
  void start() throws Exception {
    cluster = new PacedCluster(1, new Pace(DemoCluster.SLICE, 60, true), true);
    time = Thread.ofVirtual().start(this::run);
    var pages = new DemoPages(cluster);
    server = WebServer.startLocal(0, pages.pages(), pages.actions());
    client = HttpClient.newHttpClient();
    // Answered once the cluster is there.
    assertThat(post("pause").statusCode()).isEqualTo(200);
  }

  private void run() {
    try {
      Driver.call(
          () -> {
            cluster.run();
            return true;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    cluster.end();
    time.join();
    server.close();
    client.close();
  }

  @Test
  void scripts_make_no_markup_of_what_the_cluster_says() throws Exception {
    for (var name : List.of("main.js", "draw.js", "plot.js")) {
      try (var file = DemoPages.class.getResourceAsStream("page/" + name)) {
        var script = new String(file.readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Pattern.compile("make\\(`[^`]*\\$\\{").matcher(script).find())
            .describedAs(name)
            .isFalse();
        // The one place is make() itself.
        assertThat(script.split("innerHTML|outerHTML|insertAdjacentHTML", -1))
            .describedAs(name)
            .hasSizeLessThanOrEqualTo(2);
      }
    }
  }

  @Test
  void the_page_and_its_parts_are_served() throws Exception {
    assertThat(get("/").body()).contains("<title>Karpenter demo</title>");
    assertThat(get("/main.js").headers().firstValue("Content-Type"))
        .contains("text/javascript; charset=utf-8");
    assertThat(get("/style.css").statusCode()).isEqualTo(200);
    assertThat(get("/../shop.yaml").statusCode()).isEqualTo(404);
    assertThat(get("/page/main.js").statusCode()).isEqualTo(404);
  }

  @Test
  void a_step_goes_on_to_the_next_thing_that_happens() throws Exception {
    assertThat(state().at("/picture/elapsed").asLong()).isZero();

    assertThat(post("step").statusCode()).isEqualTo(200);

    var after = stateAfter(0);
    assertThat(after.at("/picture/elapsed").asLong()).isPositive();
    assertThat(after.path("paused").asBoolean()).isTrue();
    assertThat(after.at("/lines/0/text").asText()).startsWith("The shop opens");
    long newest = after.path("lines").size();
    assertThat(Json.JSON.readTree(get("/state?since=" + newest).body()).path("lines")).isEmpty();
  }

  @Test
  void a_workload_is_scaled() throws Exception {
    assertThat(post("scale?workload=api&replicas=9").statusCode()).isEqualTo(200);

    var told = stateAfter(0).findValuesAsText("text");
    assertThat(told).contains("api is scaled from 4 to 9");
  }

  @Test
  void what_cannot_be_done_is_refused_with_a_reason() throws Exception {
    assertThat(post("scale?workload=api&replicas=lots").body()).contains("a number such as 8");
    assertThat(post("scale?workload=none&replicas=1").body()).contains("no workload none");
    assertThat(post("kill?node=i-9").body()).contains("no machine is called i-9");
    assertThat(post("speed?times=0").body()).contains("the speed is 1 to 1000");
    assertThat(post("dance").statusCode()).isEqualTo(400);
  }

  @Test
  void a_port_that_is_taken_is_named() throws Exception {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var run = CliRun.of("demo", "--port", Integer.toString(taken.getLocalPort()));

      assertThat(run.exitCode()).isEqualTo(69);
      assertThat(run.err()).contains("port %d is taken".formatted(taken.getLocalPort()));
    }
  }

  @Test
  void a_speed_beyond_the_limit_is_a_usage_error() {
    assertThat(CliRun.of("demo", "--speed", "5000").exitCode()).isEqualTo(64);
  }

  /// The first state that tells something newer than that.
  private JsonNode stateAfter(long number) throws Exception {
    while (true) {
      var state = state();
      if (state.path("lines").size() > number) {
        return state;
      }
      Thread.sleep(20);
    }
  }

  private JsonNode state() throws Exception {
    return Json.JSON.readTree(get("/state").body());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String what) throws Exception {
    return client.send(
        HttpRequest.newBuilder(uri("/do/" + what))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.port() + path);
  }
}
