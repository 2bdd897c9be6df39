package karpenter.kube;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockResponseBody;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import okio.BufferedSink;

/// An API server with TLS that speaks HTTP/2 or only HTTP/1.1. It knows nodes, which a watch tells
/// from any version on, and one object of every other kind, which it stores.
final class TlsApiServer extends Dispatcher implements AutoCloseable {
  private static final Pattern VERSION = Pattern.compile("resourceVersion=(\\d+)");
  private static final int FIRST_VERSION = 10;

  private static final MockResponse NOT_FOUND =
      new MockResponse.Builder()
          .code(404)
          .body("{\"kind\": \"Status\", \"reason\": \"NotFound\"}")
          .build();

  /// It tells of every connection that a test cuts.
  private static final Logger NOISE = Logger.getLogger("okhttp3.OkHttpClient");

  static {
    NOISE.setLevel(Level.WARNING);
  }

  /// What was asked: the method and the path with its query.
  final LinkedBlockingQueue<String> asked = new LinkedBlockingQueue<>();

  final HeldCertificate certificate;
  final MockWebServer server = new MockWebServer();

  private final List<String> events = new ArrayList<>();
  private volatile CountDownLatch gathering = new CountDownLatch(0);
  private String stored = "";
  private boolean isClosed;

  TlsApiServer(Protocol... protocols) throws IOException {
    this("127.0.0.1", protocols);
  }

  /// @param name what the certificate is made out to
  TlsApiServer(String name, Protocol... protocols) throws IOException {
    certificate = new HeldCertificate.Builder().addSubjectAlternativeName(name).build();
    var handshake = new HandshakeCertificates.Builder().heldCertificate(certificate).build();
    server.useHttps(handshake.sslSocketFactory());
    server.setProtocols(List.of(protocols));
    server.setDispatcher(this);
    server.start(InetAddress.getLoopbackAddress(), 0);
  }

  int port() {
    return server.getPort();
  }

  /// Nobody is answered before so many have asked.
  void answerTogether(int requests) {
    gathering = new CountDownLatch(requests);
  }

  /// A node appears.
  synchronized void add(String name) {
    int version = FIRST_VERSION + 1 + events.size();
    events.add(
        "{\"type\": \"ADDED\", \"object\": {\"metadata\": {\"name\": \"%s\", \"resourceVersion\": \"%d\"}}}\n"
            .formatted(name, version));
    notifyAll();
  }

  @Override
  public MockResponse dispatch(RecordedRequest request) throws InterruptedException {
    var path = request.getTarget();
    asked.add(request.getMethod() + " " + path);
    gathering.countDown();
    gathering.await();
    if (path.contains("watch=true")) {
      var version = VERSION.matcher(path);
      int from = version.find() ? Integer.parseInt(version.group(1)) : FIRST_VERSION;
      return new MockResponse.Builder().body(new Watch(from - FIRST_VERSION)).build();
    }
    if (path.contains("limit=")) {
      return ok(
          "{\"metadata\": {\"resourceVersion\": \"%d\"}, \"items\": []}".formatted(FIRST_VERSION));
    }
    return object(request);
  }

  private synchronized MockResponse object(RecordedRequest request) {
    if (!request.getMethod().equals("GET")) {
      var body = request.getBody();
      stored = body == null ? "" : body.utf8();
    }
    return stored.isEmpty() ? NOT_FOUND : ok(stored);
  }

  static MockResponse ok(String json) {
    return new MockResponse.Builder().body(json).build();
  }

  private synchronized String event(int index) throws InterruptedException {
    while (events.size() <= index && !isClosed) {
      wait();
    }
    return isClosed ? "" : events.get(index);
  }

  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
      notifyAll();
    }
    server.close();
  }

  private final class Watch implements MockResponseBody {
    private final int from;

    Watch(int from) {
      this.from = from;
    }

    @Override
    public long getContentLength() {
      return -1;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      sink.flush();
      try {
        int index = from;
        for (var event = event(index); !event.isEmpty(); event = event(++index)) {
          sink.writeUtf8(event);
          sink.flush();
        }
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
