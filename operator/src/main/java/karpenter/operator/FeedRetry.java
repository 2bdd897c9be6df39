package karpenter.operator;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells receivers of changes, each by itself: one that throws costs the others nothing, and is
/// told again until it does not throw. It is told again together with the next change of the
/// object, and by a loop that waits longer after each failure; its failures count among the loop's
/// panics.
final class FeedRetry implements Loop<FeedRetry.Missed> {
  static final String NAME = "state.changes.retry";

  /// Once a second at first, so that a defect does not fill the log.
  static final Pace PACE = Pace.of(1, Duration.ofSeconds(1), Duration.ofMinutes(5));

  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final Map<Missed, Change> missed = new ConcurrentHashMap<>();
  private volatile Optional<WorkQueue<Missed>> queue = Optional.empty();

  /// Who wants to know.
  ///
  /// @param name of a loop, or of whoever else listens
  record Receiver(String name, Consumer<Change> consumer) {}

  /// What a receiver does not know. There is one entry for an object, however often it changed.
  record Missed(Receiver receiver, Kind<?> kind, ObjectKey object) {
    @Override
    public String toString() {
      return "%s of %s %s".formatted(receiver.name, kind.resource().plural(), object);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void registered(WorkQueue<Missed> own) {
    queue = Optional.of(own);
  }

  void tell(Receiver receiver, Change change) {
    if (missed.isEmpty()) {
      attempt(receiver, change);
      return;
    }
    var earlier = missed.remove(new Missed(receiver, change.kind(), change.key()));
    attempt(receiver, earlier == null ? change : since(earlier, change));
  }

  private void attempt(Receiver receiver, Change change) {
    try {
      receiver.consumer.accept(change);
    } catch (RuntimeException | Error unforeseen) {
      var key = new Missed(receiver, change.kind(), change.key());
      missed.put(key, change);
      LOG.atError()
          .setCause(unforeseen)
          .addKeyValue("loop", receiver.name)
          .addKeyValue("resource", change.kind().resource().plural())
          .addKeyValue("object", change.key().toString())
          .addKeyValue("error", unforeseen.toString())
          .log("a change was not taken up, telling it again later");
      queue.ifPresent(own -> own.addAfter(key, PACE.firstBackOff()));
    }
  }

  /// An exception is the loop's to log and to count, and to come back to.
  @Override
  public Outcome reconcile(Missed key) {
    var change = missed.get(key);
    if (change != null) {
      key.receiver.consumer.accept(change);
      missed.remove(key, change);
    }
    return Outcome.DONE;
  }

  private static Change since(Change earlier, Change now) {
    return new Change(now.kind(), now.key(), earlier.before(), now.after(), now.origin());
  }
}
