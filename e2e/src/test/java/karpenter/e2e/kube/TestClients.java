package karpenter.e2e.kube;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;

/// Connections to a test's cluster.
final class TestClients {
  private TestClients() {}

  static Connection connection(TestCluster cluster) {
    try {
      return Connection.find(Optional.of(cluster.kubeconfig()), Map.of());
    } catch (Connection.Unusable e) {
      throw new IllegalStateException(e);
    }
  }

  static ApiServerKube kube(Connection connection) {
    return new ApiServerKube(
        connection, new ApiServerKube.Options("karpenter/test", 200, 300, RequestListener.NONE));
  }

  static CuttableLine line(Connection connection) {
    var server = connection.server();
    return new CuttableLine(new InetSocketAddress(server.getHost(), server.getPort()));
  }

  static Connection through(CuttableLine line, Connection connection) {
    var server = URI.create("https://127.0.0.1:" + line.port());
    return new Connection(
        server,
        connection.trust(),
        connection.credentials(),
        connection.headers(),
        connection.namespace(),
        connection.proxy());
  }
}
