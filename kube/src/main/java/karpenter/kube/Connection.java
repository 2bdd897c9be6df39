package karpenter.kube;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// Where the API server is, how to know it, and who we are.
///
/// @param namespace the one we live in, where that is known
/// @param proxy through which the server is reached
public record Connection(
    URI server,
    SSLContext tls,
    Credentials credentials,
    Optional<String> namespace,
    Optional<URI> proxy) {

  /// Why there is no connection: the sentence is for the user.
  public static final class Unusable extends Exception {
    private static final long serialVersionUID = 1L;

    Unusable(String message) {
      super(message);
    }

    Unusable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /// Looks where users of Kubernetes expect it: the file they named, `KUBECONFIG`, the service
  /// account of the pod we run in, and the file in their home.
  public static Connection find(Optional<Path> named, Map<String, String> environment)
      throws Unusable {
    if (named.isPresent()) {
      return Kubeconfig.read(named.get());
    }
    var variable = environment.getOrDefault("KUBECONFIG", "");
    if (!variable.isBlank()) {
      return Kubeconfig.read(Path.of(variable));
    }
    if (InCluster.isHere(environment)) {
      return InCluster.connection(environment);
    }
    var home = Path.of(environment.getOrDefault("HOME", "."), ".kube", "config");
    if (Files.exists(home)) {
      return Kubeconfig.read(home);
    }
    throw new Unusable(
        "no cluster to talk to: --kubeconfig and KUBECONFIG are not set, this is no pod with a"
            + " service account, and "
            + home
            + " does not exist");
  }

  static String readText(Path file) throws Unusable {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new Unusable("cannot read " + file + ": " + e.getMessage(), e);
    }
  }
}
