package karpenter.bench.run;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.workload.Workload;

/// Our engine as a contender.
public final class Ours {

  public static final String NAME = "ours";

  private Ours() {}

  static Contender of(Workload workload) {
    return new Engine(workload);
  }

  /// A fresh JVM on our own class path. Its first answer is the first solve of that JVM.
  static List<String> command(Path workload) {
    return command(Serve.class, workload);
  }

  /// @param server has a `main` that takes the workload's directory
  public static List<String> command(Class<?> server, Path workload) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(System.getProperty("bench.flags", "-XX:+UseSerialGC").split(" ")));
    var cache = Path.of(System.getProperty("bench.cache", ""));
    // Without the cache everything is the same but the first solve.
    if (Files.isRegularFile(cache)) command.add("-XX:AOTCache=" + cache);
    command.addAll(
        List.of(
            "-cp", System.getProperty("java.class.path"), server.getName(), workload.toString()));
    return command;
  }
}
