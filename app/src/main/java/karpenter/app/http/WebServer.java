package karpenter.app.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pages by path on one port. A path that ends in a slash also answers for everything below it.
public final class WebServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final HttpServer server;
  private final ExecutorService threads;

  private WebServer(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /// For every address of this machine.
  ///
  /// @param port 0: any that is free
  public static WebServer start(int port, Map<String, Page> pages) throws IOException {
    return start(new InetSocketAddress(port), pages, Map.of());
  }

  /// For this machine alone.
  ///
  /// @param port 0: any that is free
  /// @param actions what changes something: for POST, and not for pages of other sites
  public static WebServer startLocal(int port, Map<String, Page> pages, Map<String, Page> actions)
      throws IOException {
    var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    return start(address, pages, actions);
  }

  private static WebServer start(
      InetSocketAddress address, Map<String, Page> pages, Map<String, Page> actions)
      throws IOException {
    var server = HttpServer.create(address, 0);
    pages.forEach((path, page) -> server.createContext(path, exchange -> serve(exchange, page)));
    actions.forEach(
        (path, action) ->
            server.createContext(
                path,
                exchange ->
                    serve(exchange, refusal(exchange).<Page>map(no -> _ -> no).orElse(action))));
    var threads = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(threads);
    server.start();
    return new WebServer(server, threads);
  }

  public int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private static void serve(HttpExchange exchange, Page page) throws IOException {
    try (exchange) {
      send(exchange, reply(exchange, page));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  /// A browser names the site whose page sends a request; whatever else sends one, is the user.
  private static Optional<Reply> refusal(HttpExchange exchange) {
    if (!exchange.getRequestMethod().equals("POST")) {
      return Optional.of(Reply.text(Reply.WRONG_METHOD, "only POST changes anything\n"));
    }
    var origin = exchange.getRequestHeaders().getFirst("Origin");
    var host = exchange.getRequestHeaders().getFirst("Host");
    return origin == null || origin.equals("http://" + host)
        ? Optional.empty()
        : Optional.of(Reply.text(Reply.FORBIDDEN, "this is not for other sites\n"));
  }

  private static Reply reply(HttpExchange exchange, Page page)
      throws IOException, InterruptedException {
    var path = exchange.getHttpContext().getPath();
    var isBelow = !exchange.getRequestURI().getPath().equals(path) && !path.endsWith("/");
    if (isBelow) {
      return Reply.text(Reply.NOT_FOUND, "nothing here\n");
    }
    try {
      return page.answer(Query.of(exchange.getRequestURI(), path));
    } catch (RuntimeException bug) {
      LOG.atError().setCause(bug).addKeyValue("path", path).log("a page failed");
      return Reply.text(Reply.ERROR, "this is a bug: " + bug + "\n");
    }
  }

  private static void send(HttpExchange exchange, Reply reply) throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", reply.contentType());
    reply.headers().forEach(headers::set);
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.sendResponseHeaders(reply.status(), -1);
      return;
    }
    var accepted = exchange.getRequestHeaders().getFirst("Accept-Encoding");
    boolean isZipped = accepted != null && accepted.contains("gzip");
    if (isZipped) {
      headers.set("Content-Encoding", "gzip");
    }
    exchange.sendResponseHeaders(reply.status(), 0);
    try (var out = stream(exchange.getResponseBody(), isZipped)) {
      reply.body().write(out);
    }
  }

  private static OutputStream stream(OutputStream out, boolean isZipped) throws IOException {
    // Unbuffered, every small write would be a chunk of its own.
    return isZipped
        ? new GZIPOutputStream(out, 1 << 13)
        : new java.io.BufferedOutputStream(out, 1 << 13);
  }
}
