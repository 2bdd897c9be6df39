package karpenter.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// Where the inputs live that are not ours to ship: upstream's module, as the Go tool unpacked it,
/// and the GPU cluster trace.
public record Sources(Path upstreamModule, Path traces) {

  static final String MODULE = "sigs.k8s.io/karpenter@v1.14.1";
  private static final String AWS_TYPES = "kwok/examples/aws_instance_types.json";

  /// `KARPENTER_UPSTREAM` and `KARPENTER_TRACES` win over the usual places.
  public static Sources from(Map<String, String> environment, Path repository) {
    var modules =
        Optional.ofNullable(environment.get("GOMODCACHE"))
            .or(() -> Optional.ofNullable(environment.get("GOPATH")).map(go -> go + "/pkg/mod"))
            .orElse(environment.getOrDefault("HOME", ".") + "/go/pkg/mod");
    var upstream =
        Optional.ofNullable(environment.get("KARPENTER_UPSTREAM"))
            .map(Path::of)
            .orElse(Path.of(modules, MODULE));
    var traces =
        Optional.ofNullable(environment.get("KARPENTER_TRACES"))
            .map(Path::of)
            .orElse(repository.resolve("../shared/data/traces").normalize());
    return new Sources(upstream, traces);
  }

  Path awsTypes() throws IOException {
    return existing(
        upstreamModule.resolve(AWS_TYPES),
        "run `go mod download` in bench/go/peer, or set KARPENTER_UPSTREAM to the module's directory");
  }

  Path trace(String file) throws IOException {
    return existing(
        traces.resolve(file),
        "name the directory with the files of Alibaba's cluster-trace-gpu-v2023 by --traces or KARPENTER_TRACES");
  }

  private static Path existing(Path file, String remedy) throws IOException {
    if (Files.isReadable(file)) {
      return file;
    }
    throw new IOException(file + " cannot be read; " + remedy);
  }
}
