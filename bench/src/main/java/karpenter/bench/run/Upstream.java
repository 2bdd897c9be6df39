package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Upstream's scheduler, run by the Go program in `bench/go/peer`.
final class Upstream {

  static final String NAME = "upstream";

  private Upstream() {}

  static List<String> command(Path repository, Path workload) throws IOException {
    var peer = repository.resolve("bench/go/peer/peer");
    if (!Files.isExecutable(peer)) {
      throw new IOException(peer + " is not built; bench/run builds it");
    }
    return List.of(peer.toString(), workload.toString());
  }
}
