package karpenter.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import karpenter.api.Json;

/// A real browser with one page, spoken to by the DevTools protocol. It finds what it clicks by
/// accessible name, as somebody with a screen reader would, and clicks with the mouse.
final class Chromium implements AutoCloseable {
  /// Real time; long, because machines that test are crowded.
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final Pattern ADDRESS = Pattern.compile("DevTools listening on ws://([^/]+)/");

  private final Process process;
  private final HttpClient http = HttpClient.newHttpClient();
  private final WebSocket socket;
  private final AtomicInteger ids = new AtomicInteger();
  private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  /// The browser of this machine, if it has one.
  static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(directory -> NAMES.stream().map(name -> Path.of(directory, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Chromium(Path binary, Path profile, int width, int height) throws Exception {
    process =
        new ProcessBuilder(
                binary.toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                "--hide-scrollbars",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "--window-size=%d,%d".formatted(width, height),
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    var address = address(process.errorReader());
    socket =
        http.newWebSocketBuilder()
            .buildAsync(URI.create(page(address)), new Listener())
            .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    for (var domain : List.of("Page", "Runtime", "Log", "DOM", "Accessibility")) {
      call(domain + ".enable", _ -> {});
    }
    call(
        "Emulation.setDeviceMetricsOverride",
        p ->
            p.put("width", width)
                .put("height", height)
                .put("deviceScaleFactor", 1)
                .put("mobile", false));
  }

  /// It says so on its error stream, which must be read on so that it never waits for us.
  private static String address(BufferedReader said) throws IOException {
    for (var line = said.readLine(); line != null; line = said.readLine()) {
      var found = ADDRESS.matcher(line);
      if (found.find()) {
        Thread.ofVirtual().start(() -> said.lines().forEach(_ -> {}));
        return found.group(1);
      }
    }
    throw new IOException("Chromium ended before it could be spoken to");
  }

  private String page(String address) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("http://" + address + "/json/list")).build();
    var body = http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    for (var target : Json.JSON.readTree(body)) {
      if (target.path("type").asText().equals("page")) {
        return target.path("webSocketDebuggerUrl").asText();
      }
    }
    throw new IOException("Chromium has no page: " + body);
  }

  private final class Listener implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
      message.append(part);
      if (isLast) {
        hear(message.toString());
        message.setLength(0);
      }
      from.request(1);
      return CompletableFuture.completedStage(true);
    }
  }

  private void hear(String message) {
    try {
      var tree = Json.JSON.readTree(message);
      var waiting = answers.remove(tree.path("id").asInt());
      if (waiting != null) {
        waiting.complete(tree);
        return;
      }
      switch (tree.path("method").asText()) {
        case "Runtime.exceptionThrown" ->
            complaints.add(tree.at("/params/exceptionDetails").toString());
        case "Log.entryAdded" -> {
          if (tree.at("/params/entry/level").asText().equals("error")) {
            complaints.add(tree.at("/params/entry").toString());
          }
        }
        default -> {}
      }
    } catch (IOException e) {
      complaints.add("not understood: " + message);
    }
  }

  private JsonNode call(String method, Consumer<ObjectNode> parameters) throws Exception {
    int id = ids.incrementAndGet();
    var request = Json.JSON.createObjectNode().put("id", id).put("method", method);
    parameters.accept(request.putObject("params"));
    var answer = new CompletableFuture<JsonNode>();
    answers.put(id, answer);
    socket.sendText(request.toString(), true).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    var tree = answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (tree.has("error")) {
      throw new IOException(method + ": " + tree.path("error"));
    }
    return tree.path("result");
  }

  void open(String address) throws Exception {
    call("Page.navigate", p -> p.put("url", address));
    await("document.readyState === 'complete'");
  }

  /// The value of an expression.
  JsonNode see(String expression) throws Exception {
    var result =
        call("Runtime.evaluate", p -> p.put("expression", expression).put("returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(expression + ": " + result.path("exceptionDetails"));
    }
    return result.at("/result/value");
  }

  /// Waits until it is true.
  void await(String expression) throws Exception {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (!see(expression).asBoolean()) {
      if (System.nanoTime() > until) {
        throw new AssertionError(
            "it did not come about that %s; the page says:%n%s"
                .formatted(expression, see("document.body.innerText").asText()));
      }
      Thread.sleep(50);
    }
  }

  /// Presses the only button of that name.
  void press(String name) throws Exception {
    var quad = box(only("button", name));
    double x = (quad.get(0).asDouble() + quad.get(4).asDouble()) / 2;
    double y = (quad.get(1).asDouble() + quad.get(5).asDouble()) / 2;
    for (var type : List.of("mouseMoved", "mousePressed", "mouseReleased")) {
      call(
          "Input.dispatchMouseEvent",
          p ->
              p.put("type", type)
                  .put("x", x)
                  .put("y", y)
                  .put("button", type.equals("mouseMoved") ? "none" : "left")
                  .put("clickCount", 1));
    }
  }

  private JsonNode box(int node) throws Exception {
    call("DOM.scrollIntoViewIfNeeded", p -> p.put("backendNodeId", node));
    return call("DOM.getBoxModel", p -> p.put("backendNodeId", node)).at("/model/content");
  }

  private int only(String role, String name) throws Exception {
    var found = named(role, name);
    if (found.size() != 1) {
      throw new AssertionError(
          "the page has %d of role %s called \"%s\"".formatted(found.size(), role, name));
    }
    return found.getFirst();
  }

  /// What a screen reader would find.
  List<Integer> named(String role, String name) throws Exception {
    int root = call("DOM.getDocument", p -> p.put("depth", 0)).at("/root/nodeId").asInt();
    var answer =
        call(
            "Accessibility.queryAXTree",
            p -> p.put("nodeId", root).put("role", role).put("accessibleName", name));
    var nodes = new ArrayList<Integer>();
    for (var node : answer.path("nodes")) {
      if (!node.path("ignored").asBoolean()) {
        nodes.add(node.path("backendDOMNodeId").asInt());
      }
    }
    return nodes;
  }

  void prefer(String colorScheme) throws Exception {
    call(
        "Emulation.setEmulatedMedia",
        p ->
            p.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", colorScheme));
  }

  void photograph(Path file) throws Exception {
    var data = call("Page.captureScreenshot", p -> p.put("format", "png")).path("data").asText();
    Files.createDirectories(file.toAbsolutePath().getParent());
    Files.write(file, Base64.getDecoder().decode(data));
  }

  /// Errors the page has made so far.
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  @Override
  public void close() throws InterruptedException {
    socket.abort();
    http.shutdownNow();
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
  }
}
