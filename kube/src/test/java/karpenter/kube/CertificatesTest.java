package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okhttp3.Protocol;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Certificates on both sides, and how they change.
@Timeout(60)
class CertificatesTest {
  private static final Duration MINUTE = Duration.ofSeconds(61);
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final ObjectKey NODE = ObjectKey.cluster("a");

  private final HeldCertificate authority =
      new HeldCertificate.Builder().certificateAuthority(0).build();
  private final AtomicLong ticks = new AtomicLong();

  @TempDir Path folder;

  @Test
  void a_certificate_that_changes_on_disk_is_shown_on_a_new_connection() throws Exception {
    try (var server = server();
        var kube = kube(server, trust(authority.certificatePem()), stored())) {
      store(client("old"));
      assertThat(seenBy(kube)).isEqualTo("CN=old");

      store(client("new"));
      assertThat(seenBy(kube)).isEqualTo("CN=old");
      ticks.addAndGet(MINUTE.toNanos());

      assertThat(seenBy(kube)).isEqualTo("CN=new");
    }
  }

  @Test
  void one_that_does_not_fit_its_key_yet_is_not_shown() throws Exception {
    try (var server = server();
        var kube = kube(server, trust(authority.certificatePem()), stored())) {
      store(client("old"));
      assertThat(seenBy(kube)).isEqualTo("CN=old");

      Files.writeString(folder.resolve("crt"), client("new").certificatePem());
      ticks.addAndGet(MINUTE.toNanos());

      assertThat(seenBy(kube)).isEqualTo("CN=old");
    }
  }

  @Test
  void an_authority_that_was_replaced_is_read_again() throws Exception {
    var file = folder.resolve("ca.crt");
    var before = new HeldCertificate.Builder().certificateAuthority(0).build();
    Files.writeString(file, before.certificatePem());
    try (var server = server();
        var kube =
            kube(server, ServerTrust.of(new RenewedFile(file, ticks::get)), Credentials.NONE)) {
      assertThatThrownBy(() -> kube.get(Resource.NODES, NODE)).isInstanceOf(Unreachable.class);

      Files.writeString(file, authority.certificatePem());

      // At once: what was of no use is not kept for a minute.
      assertThat(kube.get(Resource.NODES, NODE)).isInstanceOf(Answer.Done.class);
    }
  }

  @Test
  void a_certificate_that_a_program_fetched_is_shown() throws Exception {
    var held = client("fetched");
    var fetched =
        new ExecCredentials.Fetched(
            new Credentials.Shown(
                Optional.empty(),
                Optional.of(new Tls.Identity(held.certificatePem(), held.privateKeyPkcs8Pem()))),
            java.time.Instant.MAX);
    var source =
        new ExecCredentials.Source() {
          @Override
          public ExecCredentials.Fetched fetch() {
            return fetched;
          }

          @Override
          public String name() {
            return "the program";
          }
        };
    try (var server = server();
        var kube =
            kube(
                server,
                trust(authority.certificatePem()),
                new ExecCredentials(source, java.time.InstantSource.system()))) {
      assertThat(seenBy(kube)).isEqualTo("CN=fetched");
    }
  }

  @Test
  void a_server_may_be_known_by_another_name_than_its_address() throws Exception {
    try (var server = new TlsApiServer("api.internal", Protocol.HTTP_2, Protocol.HTTP_1_1)) {
      var pem = Optional.of(TextSource.fixed(server.certificate.certificatePem()));
      var address = URI.create("https://127.0.0.1:" + server.port());
      var named = new ServerTrust(pem, false, Optional.of("api.internal"));
      var other = new ServerTrust(pem, false, Optional.empty());
      try (var kube = kube(address, named, Credentials.NONE);
          var misled = kube(address, other, Credentials.NONE)) {
        assertThat(kube.get(Resource.NODES, NODE)).isEqualTo(new Answer.NotFound());
        assertThatThrownBy(() -> misled.get(Resource.NODES, NODE)).isInstanceOf(Unreachable.class);
      }
    }
  }

  @Test
  void nobody_is_asked_for_a_name_where_anyone_is_trusted() throws Exception {
    try (var server = new TlsApiServer("api.internal", Protocol.HTTP_2, Protocol.HTTP_1_1);
        var kube =
            kube(
                URI.create("https://127.0.0.1:" + server.port()),
                new ServerTrust(Optional.empty(), true, Optional.empty()),
                Credentials.NONE)) {
      assertThat(kube.get(Resource.NODES, NODE)).isEqualTo(new Answer.NotFound());
    }
  }

  @Test
  void the_folder_of_a_service_account_is_read_again() throws Exception {
    Files.writeString(folder.resolve("ca.crt"), authority.certificatePem());
    Files.writeString(folder.resolve("token"), "first\n");
    Files.writeString(folder.resolve("namespace"), "kube-system\n");

    var connection =
        InCluster.connection(java.util.Map.of("KUBERNETES_SERVICE_HOST", "fd00::1"), folder);

    assertThat(connection.server()).hasToString("https://[fd00::1]:443");
    assertThat(connection.namespace()).contains("kube-system");
    var first = connection.credentials().shown(PATIENCE);
    assertThat(first.authorization()).contains("Bearer first");
    Files.writeString(folder.resolve("token"), "second");
    assertThat(connection.credentials().rejected(first)).isTrue();
    assertThat(connection.credentials().shown(PATIENCE).authorization()).contains("Bearer second");
  }

  private Credentials stored() {
    return Credentials.NONE.with(
        new RenewedFile(folder.resolve("crt"), ticks::get),
        new RenewedFile(folder.resolve("key"), ticks::get));
  }

  private void store(HeldCertificate certificate) throws Exception {
    Files.writeString(folder.resolve("crt"), certificate.certificatePem());
    Files.writeString(folder.resolve("key"), certificate.privateKeyPkcs8Pem());
  }

  private HeldCertificate client(String name) {
    return new HeldCertificate.Builder().commonName(name).signedBy(authority).build();
  }

  private static ServerTrust trust(String pem) {
    return ServerTrust.of(TextSource.fixed(pem));
  }

  private static String seenBy(ApiServerKube kube) throws Exception {
    var answer = (Answer.Done) kube.get(Resource.NODES, NODE);
    return answer.object().path("client").asText();
  }

  private static ApiServerKube kube(
      MockWebServer server, ServerTrust trust, Credentials credentials) {
    return kube(URI.create("https://127.0.0.1:" + server.getPort()), trust, credentials);
  }

  private static ApiServerKube kube(URI server, ServerTrust trust, Credentials credentials) {
    return new ApiServerKube(
        new Connection(server, trust, credentials, List.of(), Optional.empty(), Optional.empty()),
        new ApiServerKube.Options("karpenter/test", 1000, 1000, RequestListener.NONE));
  }

  /// Answers with the name on the client's certificate.
  private MockWebServer server() throws Exception {
    var held =
        new HeldCertificate.Builder()
            .addSubjectAlternativeName("127.0.0.1")
            .signedBy(authority)
            .build();
    var certificates =
        new HandshakeCertificates.Builder()
            .heldCertificate(held)
            .addTrustedCertificate(authority.certificate())
            .build();
    var server = new MockWebServer();
    server.useHttps(certificates.sslSocketFactory());
    server.requestClientAuth();
    server.setDispatcher(
        new Dispatcher() {
          @Override
          public MockResponse dispatch(RecordedRequest request) {
            var handshake = request.getHandshake();
            var name =
                handshake == null || handshake.peerPrincipal() == null
                    ? ""
                    : handshake.peerPrincipal().getName();
            return TlsApiServer.ok("{\"client\": \"%s\"}".formatted(name));
          }
        });
    server.start(InetAddress.getLoopbackAddress(), 0);
    return server;
  }
}
