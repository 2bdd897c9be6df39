package karpenter.kube;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocketFactory;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP client, made anew when the certificates change: the server knows us by the one that a
/// connection began with, and goes on refusing it there once it has expired.
final class Clients implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private static final int UNAVAILABLE = 503;
  private static final long UNKNOWN_LENGTH = -1;

  private final Connection connection;
  private final TimeLimits limits;
  private final OkHttpClient base;
  private @Nullable OkHttpClient current;
  private @Nullable Certificates used;
  private @Nullable Certificates unusable;

  /// What a client is made with.
  private record Certificates(Optional<String> authorities, Optional<Tls.Identity> identity) {}

  /// How long one call may take; its tag.
  ///
  /// @param pause how long nothing may come
  record Patience(Duration pause) {}

  Clients(Connection connection, TimeLimits limits) {
    this.connection = connection;
    this.limits = limits;
    this.base = base(connection, limits);
  }

  private static OkHttpClient base(Connection connection, TimeLimits limits) {
    var builder =
        new OkHttpClient.Builder()
            // A request that may have been carried out is not for us to repeat.
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .followSslRedirects(false)
            .connectTimeout(limits.connect())
            .writeTimeout(limits.write())
            .pingInterval(limits.ping())
            .socketFactory(new LimitedSockets(limits.write()))
            .addInterceptor(Clients::patiently)
            .addNetworkInterceptor(Clients::onlyOnce)
            .addNetworkInterceptor(Clients::withPossibleLength)
            // HTTP only; the other kind is added with the certificates.
            .connectionSpecs(List.of(ConnectionSpec.CLEARTEXT));
    connection.proxy().ifPresent(proxy -> through(proxy, builder));
    return builder.build();
  }

  private static void through(ServerProxy proxy, OkHttpClient.Builder builder) {
    var address = InetSocketAddress.createUnresolved(proxy.host(), proxy.port());
    builder.proxy(
        new Proxy(
            proxy.isSocks() ? Proxy.Type.SOCKS : Proxy.Type.HTTP,
            proxy.isSocks() ? address : new InetSocketAddress(proxy.host(), proxy.port())));
    proxy
        .authorization()
        .ifPresent(
            header ->
                builder.proxyAuthenticator(
                    (_, response) ->
                        response.request().header("Proxy-Authorization") == null
                            ? response
                                .request()
                                .newBuilder()
                                .header("Proxy-Authorization", header)
                                .build()
                            : null));
  }

  private static Response patiently(Interceptor.Chain chain) throws IOException {
    var patience = chain.request().tag(Patience.class);
    var limited =
        patience == null
            ? chain
            : chain.withReadTimeout((int) patience.pause().toMillis(), TimeUnit.MILLISECONDS);
    return limited.proceed(chain.request());
  }

  /// OkHttp sends a request again by itself when the server is unavailable and asks for no pause.
  private static Response onlyOnce(Interceptor.Chain chain) throws IOException {
    var response = chain.proceed(chain.request());
    return response.code() == UNAVAILABLE && "0".equals(response.header("Retry-After"))
        ? response.newBuilder().removeHeader("Retry-After").build()
        : response;
  }

  /// OkHttp fails with no `IOException` when it reads a body of negative length, nor can it close
  /// that. Refused here, it lets go of the connection.
  private static Response withPossibleLength(Interceptor.Chain chain) throws IOException {
    var response = chain.proceed(chain.request());
    if (response.body().contentLength() < UNKNOWN_LENGTH) {
      throw new ProtocolException("Content-Length is " + response.header("Content-Length"));
    }
    return response;
  }

  /// The client whose connections show this certificate.
  synchronized OkHttpClient showing(Optional<Tls.Identity> identity) throws IOException {
    if (!"https".equalsIgnoreCase(connection.server().getScheme())) {
      return base;
    }
    var wanted = new Certificates(connection.trust().pem(), identity);
    var known = current;
    if (known != null && (wanted.equals(used) || wanted.equals(unusable))) {
      return known;
    }
    try {
      var next = client(wanted);
      current = next;
      used = wanted;
      if (known != null) {
        LOG.info("certificates have changed, connecting anew");
        known.connectionPool().evictAll();
      }
      return next;
    } catch (GeneralSecurityException e) {
      if (known == null) {
        throw new IOException("the certificates cannot be used: " + e.getMessage(), e);
      }
      unusable = wanted;
      LOG.atWarn()
          .addKeyValue("error", String.valueOf(e.getMessage()))
          .log("certificates have changed and cannot be used, keeping the old ones");
      return known;
    }
  }

  private OkHttpClient client(Certificates certificates)
      throws GeneralSecurityException, IOException {
    var trust = connection.trust();
    var tls =
        trust.isAnyoneTrusted()
            ? Tls.trustingAnyone(certificates.identity())
            : Tls.trusting(certificates.authorities(), certificates.identity());
    var builder =
        base.newBuilder()
            .connectionPool(new ConnectionPool())
            .connectionSpecs(List.of(ConnectionSpec.MODERN_TLS))
            .sslSocketFactory(
                new NamedSockets(tls.sockets(), trust.name(), limits.connect()), tls.trust());
    if (trust.isAnyoneTrusted()) {
      builder.hostnameVerifier((_, _) -> true);
    } else if (trust.name().isPresent()) {
      var name = trust.name().get();
      var verifier = base.hostnameVerifier();
      builder.hostnameVerifier((_, session) -> verifier.verify(name, session));
    }
    return builder.build();
  }

  /// The server's certificate was not accepted: its authority may have been replaced.
  synchronized void wasNotTrusted() {
    if (used != null) {
      connection.trust().wasOfNoUse(used.authorities());
    }
  }

  /// A call failed: whatever waits for the next one may be as dead.
  synchronized void dropIdle() {
    (current == null ? base : current).connectionPool().evictAll();
  }

  /// Ends what is under way.
  @Override
  public synchronized void close() {
    base.dispatcher().cancelAll();
    dropIdle();
  }

  /// Sockets that ask for a server by name, and do not wait for ever for its handshake.
  private static final class NamedSockets extends SSLSocketFactory {
    private final SSLSocketFactory sockets;
    private final Optional<String> name;
    private final Duration handshake;

    NamedSockets(SSLSocketFactory sockets, Optional<String> name, Duration handshake) {
      this.sockets = sockets;
      this.name = name;
      this.handshake = handshake;
    }

    @Override
    public Socket createSocket(Socket raw, String host, int port, boolean isClosedToo)
        throws IOException {
      // Only until it is done: then OkHttp sets the limit that the request has.
      raw.setSoTimeout((int) handshake.toMillis());
      return sockets.createSocket(raw, name.orElse(host), port, isClosedToo);
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException("OkHttp connects by itself");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("OkHttp connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException("OkHttp connects by itself");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("OkHttp connects by itself");
    }
  }
}
