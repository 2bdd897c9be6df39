package karpenter.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Upstream's code, run by the Go program in `bench/go/peer`.
public final class Upstream {

  public static final String NAME = "upstream";

  private Upstream() {}

  /// @param options what the program is told before the workload
  public static List<String> command(Path repository, Path workload, String... options)
      throws IOException {
    var peer = repository.resolve("bench/go/peer/peer");
    if (!Files.isExecutable(peer)) {
      throw new IOException(peer + " is not built; bench/run builds it");
    }
    List<String> command = new ArrayList<>();
    command.add(peer.toString());
    command.addAll(List.of(options));
    command.add(workload.toString());
    return command;
  }
}
