package karpenter.kube;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where the API server is, how to know it, and who we are.
///
/// @param headers sent with each request, such as those of impersonation
/// @param namespace the one we live in, where that is known
/// @param proxy through which the server is reached
public record Connection(
    URI server,
    ServerTrust trust,
    Credentials credentials,
    List<Header> headers,
    Optional<String> namespace,
    Optional<ServerProxy> proxy) {

  public record Header(String name, String value) {}

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

  /// Looks where users of Kubernetes expect it: the file they named, those of `KUBECONFIG`, the
  /// service account of the pod we run in, and the file in their home.
  public static Connection find(Optional<Path> named, Map<String, String> environment)
      throws Unusable {
    if (named.isPresent()) {
      return Kubeconfig.read(List.of(named.get()), environment);
    }
    var files =
        Arrays.stream(environment.getOrDefault("KUBECONFIG", "").split(File.pathSeparator))
            .filter(file -> !file.isBlank())
            .map(Path::of)
            .toList();
    if (!files.isEmpty()) {
      return Kubeconfig.read(files, environment);
    }
    if (InCluster.isHere(environment)) {
      return InCluster.connection(environment);
    }
    var home = Path.of(environment.getOrDefault("HOME", "."), ".kube", "config");
    if (Files.exists(home)) {
      return Kubeconfig.read(List.of(home), environment);
    }
    throw new Unusable(
        "no cluster to talk to: --kubeconfig and KUBECONFIG are not set, this is no pod with a"
            + " service account, and "
            + home
            + " does not exist");
  }
}
