package karpenter.kube;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// The API server as a pod sees it.
final class InCluster {
  private static final Path ACCOUNT = Path.of("/var/run/secrets/kubernetes.io/serviceaccount");

  private InCluster() {}

  static boolean isHere(Map<String, String> environment) {
    return environment.containsKey("KUBERNETES_SERVICE_HOST")
        && Files.exists(ACCOUNT.resolve("token"));
  }

  static Connection connection(Map<String, String> environment) throws Connection.Unusable {
    var host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    var server =
        URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    var trusted = Connection.readText(ACCOUNT.resolve("ca.crt"));
    var namespace = ACCOUNT.resolve("namespace");
    return new Connection(
        server,
        Tls.trusting(Optional.of(trusted), Optional.empty()),
        new Credentials.TokenFile(ACCOUNT.resolve("token")),
        Files.exists(namespace)
            ? Optional.of(Connection.readText(namespace).strip())
            : Optional.empty(),
        Optional.empty());
  }
}
