package karpenter.e2e.controlplane;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The script `e2e/control-plane`, which knows how to build, start and end clusters.
final class ControlPlaneCommand {

  private ControlPlaneCommand() {}

  static String run(List<String> arguments) {
    return attempt(arguments).outputOrThrow();
  }

  static Finished attempt(List<String> arguments) {
    var command = new ArrayList<String>();
    command.add(script().toString());
    command.addAll(arguments);
    return Finished.run(command);
  }

  /// Maven says where it is; an IDE starts tests in the module or in the root.
  private static Path script() {
    var told = System.getProperty("karpenter.controlPlane");
    if (told != null) {
      return Path.of(told);
    }
    var inModule = Path.of("control-plane").toAbsolutePath();
    return Files.isExecutable(inModule)
        ? inModule
        : Path.of("e2e", "control-plane").toAbsolutePath();
  }
}
