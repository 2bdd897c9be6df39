package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import karpenter.operator.Fence;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import okhttp3.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Connections on which nothing comes any more and nothing says so. The limits are short here, but
/// for those that only a defect would make us wait for.
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SilentConnectionTest {
  private static final Duration NEVER = Duration.ofHours(1);
  private static final Duration SOON = Duration.ofMillis(500);
  private static final ObjectKey NODE = ObjectKey.cluster("a");

  private final LinkedBlockingQueue<String> history = new LinkedBlockingQueue<>();

  enum Speaks {
    HTTP_2,
    HTTP_1;

    Protocol[] protocols() {
      return this == HTTP_2
          ? new Protocol[] {Protocol.HTTP_2, Protocol.HTTP_1_1}
          : new Protocol[] {Protocol.HTTP_1_1};
    }
  }

  /// Only pings find out on HTTP/2, only the pause of an answer on HTTP/1.1.
  private static TimeLimits limits() {
    return new TimeLimits(
        Duration.ofSeconds(20),
        SOON,
        NEVER,
        new TimeLimits.WatchLimits(300, 600, NEVER),
        new TimeLimits.WatchLimits(20, 25, SOON));
  }

  private static Duration answerLimit(Speaks speaks) {
    return speaks == Speaks.HTTP_2 ? Duration.ofMinutes(30) : Duration.ofSeconds(5);
  }

  @ParameterizedTest
  @EnumSource(Speaks.class)
  void requests_go_on_after_all_connections_went_silent(Speaks speaks) throws Exception {
    try (var server = new TlsApiServer(speaks.protocols());
        var relay = new StallingRelay(server.port());
        var kube = kube(server, relay.port(), answerLimit(speaks))) {
      assertThat(kube.get(Resource.NODES, NODE)).isEqualTo(new Answer.NotFound());

      relay.stallAll();

      assertThat(persistently(kube)).isEqualTo(new Answer.NotFound());
    }
  }

  @ParameterizedTest
  @EnumSource(Speaks.class)
  void a_watch_goes_on_where_it_was_after_its_connection_went_silent(Speaks speaks)
      throws Exception {
    try (var server = new TlsApiServer(speaks.protocols());
        var relay = new StallingRelay(server.port());
        var kube = kube(server, relay.port(), answerLimit(speaks));
        var _ = kube.watch(Resource.NODES, new Names())) {
      assertThat(history.take()).isEqualTo("synced");
      server.add("first");
      assertThat(history.take()).isEqualTo("first");

      relay.stallAll();
      server.add("second");

      assertThat(history.take()).isEqualTo("second");
      assertThat(server.asked).filteredOn(asked -> asked.contains("limit=")).hasSize(1);
    }
  }

  @Test
  void one_request_that_fails_is_enough_to_suspect_all_connections_that_wait() throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_1_1);
        var relay = new StallingRelay(server.port());
        var kube = kube(server, relay.port(), Duration.ofSeconds(5))) {
      server.answerTogether(3);
      var asking = new ArrayList<Thread>();
      for (int i = 0; i < 3; i++) {
        asking.add(Thread.ofVirtual().start(() -> outcome(kube)));
      }
      for (var thread : asking) {
        thread.join();
      }
      assertThat(relay.connections()).isEqualTo(3);

      relay.stallAll();

      assertThat(outcome(kube)).isEqualTo("unreachable");
      assertThat(outcome(kube)).isEqualTo("answered");
    }
  }

  @Test
  void a_silent_watch_casts_doubt_on_connections_for_requests() throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_1_1);
        var relay = new StallingRelay(server.port());
        var kube = kube(server, relay.port(), Duration.ofSeconds(5));
        var _ = kube.watch(Resource.NODES, new Names())) {
      assertThat(history.take()).isEqualTo("synced");
      server.add("first");
      assertThat(history.take()).isEqualTo("first");
      assertThat(outcome(kube)).isEqualTo("answered");

      relay.stallAll();
      server.add("second");

      assertThat(history.take()).isEqualTo("second");
      assertThat(outcome(kube)).isEqualTo("answered");
    }
  }

  @Test
  void a_request_that_is_not_answered_casts_doubt_on_a_connection_that_others_use()
      throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_2, Protocol.HTTP_1_1);
        var relay = new StallingRelay(server.port());
        var http =
            new Http(
                connection(server, relay.port()),
                options(),
                new RequestGate(1000, 1000, Fence.OPEN),
                () -> Duration.ofSeconds(5),
                new TimeLimits(NEVER, NEVER, NEVER, limits().multiplexed(), limits().multiplexed()),
                new IdleConnectionReset())) {
      server.add("first");
      var watch = Call.get("watch", Resource.NODES, "/api/v1/nodes?watch=true");
      try (var _ = http.open(watch, NEVER)) {
        relay.stallAll();

        var get = Call.get("get", Resource.NODES, "/api/v1/nodes/a");
        assertThatThrownBy(() -> http.exchange(get)).isInstanceOf(Unreachable.class);
        // OkHttp gives it another second to answer a ping.
        assertThat(persistently(() -> http.exchange(get).answer()))
            .isEqualTo(new Answer.NotFound());
      }
    }
  }

  @Test
  void a_watch_of_its_own_connection_is_ended_by_the_server_before_it_seems_dead()
      throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_1_1);
        var kube = kube(server, server.port(), NEVER);
        var _ = kube.watch(Resource.NODES, new Names())) {
      assertThat(history.take()).isEqualTo("synced");

      server.asked.take();
      assertThat(server.asked.take()).containsPattern("timeoutSeconds=[12]\\d(&|$)");
    }
    var standard = TimeLimits.STANDARD.separate();
    assertThat(Duration.ofSeconds(standard.mostSeconds())).isLessThan(standard.silence());
  }

  @Test
  void a_leader_keeps_its_lease_when_its_connection_goes_silent() throws Exception {
    var elected = new CountDownLatch(1);
    try (var server = new TlsApiServer(Protocol.HTTP_2, Protocol.HTTP_1_1);
        var relay = new StallingRelay(server.port())) {
      // Nobody pings: what is left is the time that the election gives a request.
      var timing =
          new LeaseElection.Timing(
              Duration.ofSeconds(90), Duration.ofSeconds(12), Duration.ofMillis(100));
      var limits =
          new TimeLimits(
              Duration.ofSeconds(20), NEVER, NEVER, limits().multiplexed(), limits().separate());
      try (var election =
          new LeaseElection(
              connection(server, relay.port()),
              "karpenter/test",
              ObjectKey.of("kube-system", "karpenter-leader-election"),
              "us",
              timing,
              elected::countDown,
              new LeaseFence(System::nanoTime, history::add),
              limits)) {
        election.start();
        elected.await();

        relay.stallAll();
        server.asked.clear();

        assertThat(server.asked.take()).startsWith("PUT");
        assertThat(server.asked.take()).startsWith("PUT");
        assertThat(election.isLeader()).isTrue();
        assertThat(history).isEmpty();
      }
    }
  }

  @Test
  void a_server_that_does_not_finish_the_handshake_is_unreachable() throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_2, Protocol.HTTP_1_1);
        var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      var limits = new TimeLimits(SOON, NEVER, NEVER, limits().multiplexed(), limits().separate());
      try (var kube =
          new ApiServerKube(
              connection(server, silent.getLocalPort()), options(), Fence.OPEN, NEVER, limits)) {
        assertThatThrownBy(() -> kube.get(Resource.NODES, NODE)).isInstanceOf(Unreachable.class);
      }
    }
  }

  @Test
  void a_server_that_reads_nothing_is_unreachable() throws Exception {
    try (var server = new TlsApiServer(Protocol.HTTP_2, Protocol.HTTP_1_1);
        var relay = new StallingRelay(server.port())) {
      var limits =
          new TimeLimits(
              Duration.ofSeconds(20), NEVER, SOON, limits().multiplexed(), limits().separate());
      try (var kube =
          new ApiServerKube(
              connection(server, relay.port()), options(), Fence.OPEN, NEVER, limits)) {
        kube.get(Resource.NODES, NODE);
        relay.stallAll();
        // More than the kernel takes. Not as a body: for those the server says how much it wants.
        var large = ObjectKey.cluster("x".repeat(5 << 20));

        assertThatThrownBy(() -> kube.get(Resource.NODES, large)).isInstanceOf(Unreachable.class);
        assertThat(persistently(kube)).isEqualTo(new Answer.NotFound());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Speaks.class)
  void who_is_interrupted_waits_no_longer_for_a_silent_watch(Speaks speaks) throws Exception {
    try (var server = new TlsApiServer(speaks.protocols());
        var http =
            new Http(
                connection(server, server.port()),
                options(),
                new RequestGate(1000, 1000, Fence.OPEN),
                () -> NEVER,
                new TimeLimits(NEVER, NEVER, NEVER, limits().multiplexed(), limits().multiplexed()),
                new IdleConnectionReset())) {
      server.add("first");
      var begun = new CountDownLatch(1);
      var reader =
          Thread.ofVirtual()
              .start(
                  () -> {
                    var call = Call.get("watch", Resource.NODES, "/api/v1/nodes?watch=true");
                    try (var answer = http.open(call, NEVER)) {
                      while (answer.body().read() != '\n') {}
                      begun.countDown();
                      history.add("read " + answer.body().read());
                    } catch (Exception e) {
                      history.add("failed");
                    }
                  });
      begun.await();

      reader.interrupt();

      assertThat(history.take()).isEqualTo("failed");
      reader.join();
    }
  }

  private static String outcome(ApiServerKube kube) {
    try {
      kube.get(Resource.NODES, NODE);
      return "answered";
    } catch (Unreachable unreachable) {
      return "unreachable";
    } catch (InterruptedException interrupted) {
      return "interrupted";
    }
  }

  private interface Request {
    Answer send() throws Unreachable, InterruptedException;
  }

  private static Answer persistently(ApiServerKube kube) throws InterruptedException {
    return persistently(() -> kube.get(Resource.NODES, NODE));
  }

  private static Answer persistently(Request request) throws InterruptedException {
    while (true) {
      try {
        return request.send();
      } catch (Unreachable again) {
        Thread.sleep(10);
      }
    }
  }

  private static ApiServerKube kube(TlsApiServer server, int port, Duration answer) {
    return new ApiServerKube(connection(server, port), options(), Fence.OPEN, answer, limits());
  }

  private static ApiServerKube.Options options() {
    return new ApiServerKube.Options("karpenter/test", 1000, 1000, RequestListener.NONE);
  }

  private static Connection connection(TlsApiServer server, int port) {
    return new Connection(
        URI.create("https://127.0.0.1:" + port),
        ServerTrust.of(TextSource.fixed(server.certificate.certificatePem())),
        Credentials.NONE,
        List.of(),
        Optional.empty(),
        Optional.empty());
  }

  private final class Names implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
      history.add(object.at("/metadata/name").asText());
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {}

    @Override
    public void synced(Resource resource) {
      history.add("synced");
    }

    @Override
    public void interrupted(Resource resource, String reason) {
      history.add("interrupted: " + reason);
    }
  }
}
