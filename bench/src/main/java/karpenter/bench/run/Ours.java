package karpenter.bench.run;

import java.nio.file.Path;
import java.util.List;

/// Our engine as a contender.
public final class Ours {

  public static final String NAME = "ours";

  private Ours() {}

  /// A fresh JVM as it is shipped ([JvmFlags#SHIPPED]).
  ///
  /// @param server has a `main` that takes the workload's directory
  /// @param options what it is told after that
  public static List<String> command(Class<?> server, Path workload, String... options) {
    return JvmFlags.SHIPPED.command(server, workload, options);
  }
}
