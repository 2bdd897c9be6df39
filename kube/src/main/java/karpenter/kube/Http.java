package karpenter.kube;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import karpenter.operator.Unreachable;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/// Requests over HTTP, at the pace of a gate. None is sent twice, but for one that the server did
/// not accept our credentials for.
final class Http implements AutoCloseable {
  private final Connection connection;
  private final String userAgent;
  private final Clients clients;
  private final RequestGate gate;
  private final RequestListener listener;
  private final Supplier<Duration> limit;
  private final TimeLimits limits;
  private final IdleConnectionReset idleReset;

  /// Whether one connection carries many requests (HTTP/2), as far as the last answer showed.
  private volatile boolean isMultiplexed = true;

  /// @param limit how long an exchange may take, and how long a stream may pause
  Http(
      Connection connection,
      ApiServerKube.Options options,
      RequestGate gate,
      Supplier<Duration> limit,
      TimeLimits limits,
      IdleConnectionReset idleReset) {
    this.connection = connection;
    this.userAgent = options.userAgent();
    this.gate = gate;
    this.listener = options.listener();
    this.limit = limit;
    this.limits = limits;
    this.clients = new Clients(connection, limits);
    this.idleReset = idleReset;
    idleReset.watch(clients);
  }

  /// The whole answer. It is under way until its last byte has been read: until then it holds one
  /// of the streams of which a connection has only so many.
  Reply exchange(Call call) throws Unreachable, InterruptedException {
    var whole = limit.get();
    gate.enter(call.priority());
    try (var answer = admitted(call, Waiting.exchange(whole))) {
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
    var first = limit.get();
    gate.enter(call.priority());
    try {
      // OkHttp keeps to the first limit for the whole of an answer that has a connection of its
      // own.
      boolean isLonger = !isMultiplexed && silence.compareTo(first) > 0;
      return admitted(call, Waiting.stream(isLonger ? silence : first, silence));
    } finally {
      gate.leave();
    }
  }

  /// How a watch is to be made on the connections that the server offers.
  TimeLimits.WatchLimits watchLimits() {
    return isMultiplexed ? limits.multiplexed() : limits.separate();
  }

  /// @param whole for all of it; zero for ever
  /// @param first until the answer begins
  /// @param pause within the answer
  private record Waiting(Duration whole, Duration first, Duration pause) {
    private static final Duration LEAST = Duration.ofMillis(1);

    /// A connection on which no answer begins is only suspected when that shows before the whole
    /// time is over. The next request then takes another.
    static Waiting exchange(Duration whole) {
      var most = whole.multipliedBy(4).dividedBy(5);
      return new Waiting(whole, most, most);
    }

    static Waiting stream(Duration first, Duration pause) {
      return new Waiting(Duration.ZERO, first, pause);
    }

    /// What is left of it.
    Waiting since(long began) {
      if (whole.isZero()) {
        return this;
      }
      var left = whole.minusNanos(System.nanoTime() - began);
      return exchange(left.compareTo(LEAST) > 0 ? left : LEAST);
    }
  }

  private Streamed admitted(Call call, Waiting waiting) throws Unreachable, InterruptedException {
    long began = System.nanoTime();
    var shown = shown(call, waiting);
    var answer = once(call, shown, waiting.since(began));
    if (answer.code() == 401 && connection.credentials().rejected(shown)) {
      answer.close();
      shown = shown(call, waiting.since(began));
      answer = once(call, shown, waiting.since(began));
    }
    return answer;
  }

  private Credentials.Shown shown(Call call, Waiting waiting)
      throws Unreachable, InterruptedException {
    try {
      return connection.credentials().shown(waiting.first());
    } catch (IOException e) {
      throw unreachable(call, e);
    }
  }

  private Streamed once(Call call, Credentials.Shown shown, Waiting waiting)
      throws Unreachable, InterruptedException {
    long began = System.nanoTime();
    int code = 0;
    try {
      var response = send(request(call, shown, waiting), shown, waiting);
      code = response.code();
      isMultiplexed = response.protocol() == Protocol.HTTP_2;
      var body = response.body();
      body.source().timeout().timeout(waiting.pause().toNanos(), TimeUnit.NANOSECONDS);
      return new Streamed(code, retryAfter(response), new Body(body.byteStream()));
    } catch (IOException e) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      idleReset.connectionFailed();
      if (e instanceof SSLException) {
        clients.wasNotTrusted();
      }
      throw unreachable(call, e);
    } finally {
      listener.answered(call.request(), code, Duration.ofNanos(System.nanoTime() - began));
    }
  }

  private Response send(Request request, Credentials.Shown shown, Waiting waiting)
      throws IOException {
    var sent = clients.showing(shown.identity()).newCall(request);
    sent.timeout().timeout(waiting.whole().toNanos(), TimeUnit.NANOSECONDS);
    return sent.execute();
  }

  private Request request(Call call, Credentials.Shown shown, Waiting waiting) {
    var builder =
        new Request.Builder()
            .url(connection.server() + call.path())
            .tag(Clients.Patience.class, new Clients.Patience(waiting.first()))
            .header("User-Agent", userAgent)
            .header("Accept", "application/json")
            // Packing costs both sides more than the bytes it saves within a cluster.
            .header("Accept-Encoding", "identity");
    shown.authorization().ifPresent(header -> builder.header("Authorization", header));
    if (!connection.headers().isEmpty()) {
      builder.headers(withOurs(builder.build().headers()));
    }
    var body =
        call.body().isPresent()
            ? RequestBody.create(call.body().get().bytes(), MediaType.get(call.body().get().type()))
            : null;
    return builder.method(call.request().method(), body).build();
  }

  /// Names of people are not all ASCII; the server takes them for UTF-8.
  private Headers withOurs(Headers headers) {
    var all = headers.newBuilder();
    for (var header : connection.headers()) {
      all.addUnsafeNonAscii(header.name(), header.value());
    }
    return all.build();
  }

  private static Unreachable unreachable(Call call, IOException e) {
    return new Unreachable("%s %s: %s".formatted(call.request().method(), call.path(), e), e);
  }

  /// A date is allowed as well, but the API server sends seconds.
  private static OptionalLong retryAfter(Response response) {
    var text = response.header("Retry-After", "");
    return text != null && text.matches("\\d{1,9}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  @Override
  public void close() {
    clients.close();
  }

  /// One that breaks off casts doubt on the connections that wait for the next request.
  private final class Body extends FilterInputStream {
    Body(InputStream body) {
      super(body);
    }

    @Override
    public int read() throws IOException {
      try {
        return super.read();
      } catch (IOException e) {
        idleReset.connectionFailed();
        throw e;
      }
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        return super.read(into, offset, length);
      } catch (IOException e) {
        idleReset.connectionFailed();
        throw e;
      }
    }
  }

  /// An answer that is still coming in. Must be closed.
  record Streamed(int code, OptionalLong retryAfterSeconds, InputStream body)
      implements AutoCloseable {
    /// Reads it to the end.
    Reply reply() throws Unreachable, InterruptedException {
      try {
        return new Reply(code, retryAfterSeconds, Trees.object(body.readAllBytes()));
      } catch (IOException e) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
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
