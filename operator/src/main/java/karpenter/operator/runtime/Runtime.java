package karpenter.operator.runtime;

import java.time.InstantSource;

/// What runs loops: real threads in real time, or one at a time in virtual time.
public interface Runtime extends AutoCloseable {
  InstantSource clock();

  Parallel parallel();

  Deadlines deadlines();

  /// Hands the loop its queue ([Loop#registered]). Keys may be added at once; they run after
  /// [#start].
  <K> WorkQueue<K> register(Loop<K> loop, Pace pace);

  void start();

  /// Lets running reconciles end, starts no more, and waits for them.
  @Override
  void close();
}
