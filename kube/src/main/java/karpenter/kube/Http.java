package karpenter.kube;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import karpenter.operator.Unreachable;

/// Requests over HTTP, at the pace of a gate.
final class Http implements AutoCloseable {
  /// What the JDK's client says before it sends anything.
  private static final String NO_STREAM_FREE = "too many concurrent streams";

  private static final Duration STREAM_PAUSE = Duration.ofMillis(20);
  private static final int MAX_TRIES = 50;

  private final Connection connection;
  private final String userAgent;
  private final HttpClient client;
  private final RequestGate gate;
  private final RequestListener listener;
  private final Supplier<Duration> limit;
  private final Watchdog watchdog;

  /// @param limit how long the server may think, and how long it may pause within an answer
  /// @param executor what the client itself runs on
  Http(
      Connection connection,
      ApiServerKube.Options options,
      RequestGate gate,
      Supplier<Duration> limit,
      Executor executor) {
    this.connection = connection;
    this.userAgent = options.userAgent();
    this.gate = gate;
    this.listener = options.listener();
    this.limit = limit;
    this.watchdog = new Watchdog(limit.get().dividedBy(4));
    this.client = client(connection, executor);
  }

  private static HttpClient client(Connection connection, Executor executor) {
    var builder =
        HttpClient.newBuilder()
            .sslContext(connection.tls())
            .connectTimeout(Duration.ofSeconds(10))
            .executor(executor);
    connection
        .proxy()
        .ifPresent(
            proxy ->
                builder.proxy(
                    ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort()))));
    return builder.build();
  }

  /// The whole answer. It is under way until its last byte has been read: until then it holds one
  /// of the streams of which a connection has only so many.
  Reply exchange(Call call) throws Unreachable, InterruptedException {
    gate.enter(call.priority());
    try (var answer = admitted(call, limit.get())) {
      return answer.reply();
    } finally {
      gate.leave();
    }
  }

  /// An answer whose body is still to come, without long pauses.
  Streamed open(Call call) throws Unreachable, InterruptedException {
    return open(call, limit.get());
  }

  /// An answer whose body is still to come.
  ///
  /// @param silence how long the body may pause
  Streamed open(Call call, Duration silence) throws Unreachable, InterruptedException {
    gate.enter(call.priority());
    try {
      return admitted(call, silence);
    } finally {
      gate.leave();
    }
  }

  private Streamed admitted(Call call, Duration silence) throws Unreachable, InterruptedException {
    var answer = once(call, silence);
    if (answer.code() == 401 && connection.credentials().rejected()) {
      answer.close();
      answer = once(call, silence);
    }
    return answer;
  }

  private Streamed once(Call call, Duration silence) throws Unreachable, InterruptedException {
    long began = System.nanoTime();
    int code = 0;
    try {
      var response = send(request(call));
      code = response.statusCode();
      return new Streamed(code, retryAfter(response), watchdog.guard(response.body(), silence));
    } catch (IOException e) {
      throw new Unreachable("%s %s: %s".formatted(call.request().method(), call.path(), e), e);
    } finally {
      listener.answered(call.request(), code, Duration.ofNanos(System.nanoTime() - began));
    }
  }

  /// A stream counts until both ends know that it has ended, which may be later than its last byte.
  /// A request that finds none free was not sent, so it can be sent again.
  private HttpResponse<InputStream> send(HttpRequest request)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      } catch (IOException e) {
        if (tries == MAX_TRIES || !String.valueOf(e.getMessage()).contains(NO_STREAM_FREE)) {
          throw e;
        }
        Thread.sleep(STREAM_PAUSE);
      }
    }
  }

  private HttpRequest request(Call call) throws IOException, InterruptedException {
    var builder =
        HttpRequest.newBuilder(URI.create(connection.server() + call.path()))
            .timeout(limit.get())
            .header("User-Agent", userAgent)
            .header("Accept", "application/json");
    connection
        .credentials()
        .authorization()
        .ifPresent(authorization -> builder.header("Authorization", authorization));
    var publisher = HttpRequest.BodyPublishers.noBody();
    if (call.body().isPresent()) {
      builder.header("Content-Type", call.body().get().type());
      publisher = HttpRequest.BodyPublishers.ofByteArray(call.body().get().bytes());
    }
    return builder.method(call.request().method(), publisher).build();
  }

  /// A date is allowed as well, but the API server sends seconds.
  private static OptionalLong retryAfter(HttpResponse<?> response) {
    var text = response.headers().firstValue("Retry-After").orElse("");
    return text.matches("\\d{1,9}") ? OptionalLong.of(Long.parseLong(text)) : OptionalLong.empty();
  }

  @Override
  public void close() {
    watchdog.close();
    client.shutdownNow();
  }

  /// An answer that is still coming in. Must be closed.
  record Streamed(int code, OptionalLong retryAfterSeconds, InputStream body)
      implements AutoCloseable {
    /// Reads it to the end.
    Reply reply() throws Unreachable {
      try {
        return new Reply(code, retryAfterSeconds, Trees.object(body.readAllBytes()));
      } catch (IOException e) {
        throw new Unreachable("the answer was cut short: " + e, e);
      }
    }

    @Override
    public void close() {
      try {
        body.close();
      } catch (IOException alreadyGone) {
        // Nobody was going to read the rest.
      }
    }
  }
}
