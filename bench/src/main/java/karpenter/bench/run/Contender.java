package karpenter.bench.run;

import java.io.IOException;

/// Something that solves one workload as often as asked. Whatever a solve leaves behind must not
/// help or hinder the next.
public interface Contender extends AutoCloseable {

  String name();

  Iteration solve() throws IOException;

  /// Reads the workload once more, for the time it takes.
  default Reading read() throws IOException {
    throw new IOException(name() + " does not read again");
  }

  @Override
  default void close() {}
}
