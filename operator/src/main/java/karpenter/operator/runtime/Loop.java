package karpenter.operator.runtime;

import karpenter.operator.Unreachable;

/// One control loop. It never sleeps, starts no thread, asks the time only of its clock, and blocks
/// on nothing but a port call. One key never runs twice at once.
///
/// @param <K> what it looks after: a name, an [karpenter.operator.kube.ObjectKey], or [Singleton]
public interface Loop<K> {
  /// The name in logs and metrics, such as `nodeclaim.lifecycle`.
  String name();

  /// Called once, before anything runs, by the runtime that it is registered with: for loops that
  /// others feed, or that put keys in by themselves.
  default void registered(WorkQueue<K> queue) {}

  Outcome reconcile(K key) throws Unreachable, InterruptedException;

  /// The key of a loop that looks after everything at once.
  enum Singleton {
    ALL
  }
}
