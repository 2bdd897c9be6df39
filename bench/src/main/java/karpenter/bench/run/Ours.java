package karpenter.bench.run;

import java.nio.file.Path;
import java.util.List;
import karpenter.bench.workload.Workload;

/// Our engine as a contender.
final class Ours {

  static final String NAME = "ours";

  private Ours() {}

  static Contender of(Workload workload) {
    return new Engine(workload);
  }

  /// A fresh JVM on our own class path. Its first answer is the first solve of that JVM.
  static List<String> command(Path workload) {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return List.of(
        java,
        "-XX:+UseSerialGC",
        "-XX:+UseCompactObjectHeaders",
        "-cp",
        System.getProperty("java.class.path"),
        Serve.class.getName(),
        workload.toString());
  }
}
