package karpenter.simulator.scenario;

import java.time.Duration;
import java.time.Instant;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;

/// A cluster with our operator, for a [Scenario] to play in.
public interface Scene {
  /// As an administrator sees it.
  Kube kube();

  Instant now();

  /// Lets time pass until it holds; throws [Unmet] when that takes longer than `atMost`.
  void await(String what, Duration atMost, Condition condition)
      throws Unreachable, InterruptedException;

  void pass(Duration time) throws InterruptedException;

  /// Kills the operator, as `kill -9` does, and starts another.
  void restartOperator() throws InterruptedException;

  /// Cuts every watch for a moment; what is stored stays.
  void restartApiServer() throws InterruptedException;

  /// The story is told; what it does from now on cleans up.
  default void curtain() throws Unreachable, InterruptedException {}

  /// A question about the cluster.
  interface Condition {
    boolean holds() throws Unreachable, InterruptedException;
  }

  /// Something that should have come about has not, or is not as it should be.
  final class Unmet extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Unmet(String message) {
      super(message);
    }
  }
}
