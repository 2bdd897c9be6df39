package karpenter.operator.runtime;

import java.time.Duration;
import java.util.Optional;
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

  /// How long the key may go on resting, if a reconcile now would find what the last one found and
  /// ask for that: nothing it looks at has changed, and no moment it waits for has come. Empty if
  /// only a reconcile can tell. Must be cheap and change nothing. A runtime that plays months in
  /// seconds leaves reconciles out by it, and nobody may be able to tell.
  default Optional<Duration> rest(K key) {
    return Optional.empty();
  }

  /// What a reconcile of the key would come to now, if it would do no more than look: it would call
  /// no port, tell nobody, and remember nothing that the next one would not find by itself. Empty
  /// if only a reconcile can tell. As cheap as [#rest], and for the same use: nine of ten keys are
  /// woken by changes that turn out not to matter to them, and each would get a thread for it.
  default Optional<Outcome> foregone(K key) {
    return rest(key).map(Outcome::again);
  }

  /// The key of a loop that looks after everything at once.
  enum Singleton {
    ALL
  }
}
