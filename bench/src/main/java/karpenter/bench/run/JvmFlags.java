package karpenter.bench.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// How the JVM of our side is started: `bench/run` reads the flags from the file the launcher reads
/// them from (`.ci/jvm-flags`), and passes them on as properties, with the class cache that the
/// launcher has trained for them.
public enum JvmFlags {
  /// As `karpenter run`: no optimising compiler, a heap that starts small.
  SHIPPED(Ours.NAME, "bench.flags", "bench.cache"),
  /// As `karpenter plan`: with the optimising compiler, and a gigabyte of heap from the start.
  OPTIMISED("optimised", "bench.optimised.flags", "bench.optimised.cache");

  private static final String DEFAULT = "-XX:+UseSerialGC";

  private final String side;
  private final String flags;
  private final String cache;

  JvmFlags(String side, String flags, String cache) {
    this.side = side;
    this.flags = flags;
    this.cache = cache;
  }

  /// What the side is called in tables and JSON.
  public String side() {
    return side;
  }

  /// A fresh JVM on our own class path.
  ///
  /// @param server has a `main` that takes the workload's directory
  /// @param options what it is told after that
  public List<String> command(Class<?> server, Path workload, String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty(flags, DEFAULT).split(" +")));
    var trained = Path.of(System.getProperty(cache, ""));
    // Without the cache everything is the same but the first answers.
    if (Files.isRegularFile(trained)) {
      command.add("-XX:AOTCache=" + trained);
      // A cache that does not fit, as in a tree that was moved, is warned of on standard output,
      // where only answers may be.
      command.addAll(List.of("-Xlog:aot=off", "-Xlog:cds=off"));
    }
    command.addAll(
        List.of(
            "-cp", System.getProperty("java.class.path"), server.getName(), workload.toString()));
    command.addAll(List.of(options));
    return command;
  }
}
