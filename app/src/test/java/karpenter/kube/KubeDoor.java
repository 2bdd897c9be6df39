package karpenter.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.operator.Fence;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import okhttp3.Headers;
import okhttp3.Request;

/// Lets the fuzzer in where this package reads what comes from outside.
public final class KubeDoor {
  private KubeDoor() {}

  /// An answer of the API server.
  public static ObjectNode answer(byte[] bytes) {
    return Trees.object(bytes);
  }

  public static byte[] written(ObjectNode tree) {
    return Trees.bytes(tree);
  }

  /// What a client with this kubeconfig would send, and through which proxy; nothing is sent, and
  /// no program started.
  public static void request(Path kubeconfig, Map<String, String> environment) throws Exception {
    var connection = Kubeconfig.read(List.of(kubeconfig), environment);
    connection
        .proxy()
        .ifPresent(proxy -> InetSocketAddress.createUnresolved(proxy.host(), proxy.port()));
    var builder = new Request.Builder().url(connection.server() + "/api/v1/pods");
    var headers = new Headers.Builder();
    connection
        .headers()
        .forEach(header -> headers.addUnsafeNonAscii(header.name(), header.value()));
    builder.headers(headers.build());
    if (!(connection.credentials() instanceof ExecCredentials)) {
      try {
        connection
            .credentials()
            .shown(Duration.ofSeconds(1))
            .authorization()
            .ifPresent(header -> builder.header("Authorization", header));
      } catch (java.io.IOException unreadable) {
        // The file of a token may come later.
      }
    }
    var _ = builder.build();
  }

  /// A watch of pods at the address that does not wait between attempts.
  public static final class Watch implements AutoCloseable {
    private final Http http;
    private final Set<Follower> register = ConcurrentHashMap.newKeySet();

    public Watch(int port) {
      var connection =
          new Connection(
              URI.create("http://127.0.0.1:" + port),
              ServerTrust.STANDARD,
              Credentials.NONE,
              List.of(),
              Optional.empty(),
              Optional.empty());
      var options = new ApiServerKube.Options("fuzz", 1_000_000, 1_000_000, RequestListener.NONE);
      var gate = new RequestGate(1_000_000, 1_000_000, Fence.OPEN);
      http =
          new Http(
              connection,
              options,
              gate,
              () -> Duration.ofSeconds(5),
              TimeLimits.STANDARD,
              new IdleConnectionReset());
    }

    public Kube.Watch start(WatchSink sink) {
      var follower =
          new Follower(Followed.all(Resource.PODS), sink, http, time -> Thread.sleep(0), register);
      register.add(follower);
      follower.start();
      return follower;
    }

    public boolean isAlive(Kube.Watch watch) {
      return ((Follower) watch).isAlive();
    }

    @Override
    public void close() {
      http.close();
    }
  }
}
