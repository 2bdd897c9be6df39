package karpenter.kube;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    return connection(environment, ACCOUNT);
  }

  /// @param account the folder that the kubelet fills, and fills again before a token expires
  static Connection connection(Map<String, String> environment, Path account)
      throws Connection.Unusable {
    var host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    var port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "443");
    var server =
        URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    var authorities = new RenewedFile(account.resolve("ca.crt"));
    var namespace = account.resolve("namespace");
    try {
      // Better now than with the first request.
      authorities.text();
      return new Connection(
          server,
          ServerTrust.of(authorities),
          Credentials.token(new RenewedFile(account.resolve("token"))),
          List.of(),
          Files.exists(namespace)
              ? Optional.of(Files.readString(namespace).strip())
              : Optional.empty(),
          EnvironmentProxy.of(environment, server));
    } catch (IOException e) {
      throw new Connection.Unusable(String.valueOf(e.getMessage()), e);
    }
  }
}
