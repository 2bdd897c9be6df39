package karpenter.e2e.rbac;

import java.nio.file.Files;
import java.nio.file.Path;

/// Files of the repository, wherever below it the test was started.
public final class Tree {
  private Tree() {}

  public static Path file(String path) {
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(path))) {
        return at.resolve(path);
      }
    }
    throw new AssertionError(path + " is in no folder above " + Path.of("").toAbsolutePath());
  }
}
