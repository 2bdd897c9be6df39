package karpenter.bench.run;

import java.io.IOException;

/// Something that solves one workload as often as asked. Whatever a solve leaves behind must not
/// help or hinder the next.
public interface Contender extends AutoCloseable {

  String name();

  Iteration solve() throws IOException;

  @Override
  default void close() {}
}
