package karpenter.e2e.controlplane;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A throw-away control plane on loopback. It ends with [#close], and at the latest with this JVM,
/// however that ends.
public final class TestCluster implements AutoCloseable {

  private final Path directory;
  private final List<String> options;

  private TestCluster(Path directory, List<String> options) {
    this.directory = directory;
    this.options = options;
  }

  /// Takes the options of `control-plane start`.
  public static TestCluster start(List<String> options) {
    var arguments = new ArrayList<>(List.of("start"));
    arguments.addAll(options);
    if (!options.contains("--owner")) {
      arguments.addAll(List.of("--owner", Long.toString(ProcessHandle.current().pid())));
    }
    return new TestCluster(Path.of(ControlPlaneCommand.run(arguments).strip()), options);
  }

  /// An empty one of the same kind, instead of this one.
  public TestCluster another() {
    close();
    return start(options);
  }

  public Path directory() {
    return directory;
  }

  /// Opens everything.
  public Path kubeconfig() {
    return directory.resolve("kubeconfig");
  }

  /// Opens what Karpenter's own service account may do.
  public Path controllerKubeconfig() {
    return directory.resolve("controller.kubeconfig");
  }

  /// One JSON object on each line, written before the request is answered.
  public Path auditLog() {
    var flag = options.indexOf("--audit");
    if (flag < 0) {
      throw new IllegalStateException(
          "started without an audit log; ask with @WithCluster(audit = true)");
    }
    return Path.of(options.get(flag + 1));
  }

  /// Returns once the API server answers again: same port, same data, every watch cut.
  public void restartApiServer() {
    ControlPlaneCommand.run(List.of("restart-apiserver", directory.toString()));
  }

  /// Leaves the API server down until [#restartApiServer].
  public void killApiServer() {
    ControlPlaneCommand.run(List.of("kill-apiserver", directory.toString()));
  }

  /// Whether every component still runs.
  public boolean isComplete() {
    return ControlPlaneCommand.attempt(List.of("status", directory.toString())).succeeded();
  }

  /// Runs the cluster's own kubectl and returns what it printed.
  public String kubectl(String... arguments) {
    var command = new ArrayList<String>();
    command.add(ControlPlaneCommand.run(List.of("binary", "kubectl")).strip());
    command.addAll(List.of("--kubeconfig", kubeconfig().toString()));
    command.addAll(List.of(arguments));
    return Finished.run(command).outputOrThrow();
  }

  @Override
  public void close() {
    ControlPlaneCommand.run(List.of("stop", directory.toString()));
  }
}
