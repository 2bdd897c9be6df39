package karpenter.kube;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// Answers requests in the order in which a test has written the answers down; a request without an
/// answer is left hanging.
final class StubApiServer implements AutoCloseable {
  /// What was asked: the method and the path with its query.
  final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();

  private final LinkedBlockingQueue<Scripted> script = new LinkedBlockingQueue<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final HttpServer server;

  private record Scripted(int code, String body, Optional<String> retryAfter) {}

  StubApiServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  Connection connection(Credentials credentials) {
    return connection(address(), credentials);
  }

  private static Connection connection(URI server, Credentials credentials) {
    return new Connection(
        server, ServerTrust.STANDARD, credentials, List.of(), Optional.empty(), Optional.empty());
  }

  ApiServerKube kube() {
    return kube(address());
  }

  static ApiServerKube kube(URI server) {
    return new ApiServerKube(
        connection(server, Credentials.NONE),
        new ApiServerKube.Options("karpenter/test", 1000, 1000, RequestListener.NONE));
  }

  /// Single quotes stand for double ones.
  StubApiServer then(int code, String... lines) {
    script.add(new Scripted(code, String.join("\n", lines).replace('\'', '"'), Optional.empty()));
    return this;
  }

  StubApiServer thenBusy(String retryAfter) {
    return thenBusy(429, retryAfter);
  }

  StubApiServer thenBusy(int code, String retryAfter) {
    script.add(new Scripted(code, "too many requests", Optional.of(retryAfter)));
    return this;
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    exchange.getRequestBody().readAllBytes();
    var next = script.poll();
    if (next == null) {
      hang(exchange);
      return;
    }
    next.retryAfter().ifPresent(wait -> exchange.getResponseHeaders().add("Retry-After", wait));
    exchange.sendResponseHeaders(next.code(), 0);
    try (var out = exchange.getResponseBody()) {
      out.write(next.body().getBytes(StandardCharsets.UTF_8));
    }
  }

  private void hang(HttpExchange exchange) throws IOException {
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
    try {
      closed.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    exchange.close();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
  }
}
