package karpenter.operator.event;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Optional;
import karpenter.operator.Unreachable;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.WorkQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// Writes events to the API server, in a loop of its own that nobody waits for.
///
/// An event that was told lately is not told again; one that is told again later, word for word,
/// counts up the one that is there. Events are worth little: when the line is full or the server
/// keeps failing they are dropped and counted. One that fails goes to the end of the line, so it
/// holds up no other.
public final class EventWriter implements Events, Loop<Loop.Singleton> {
  public static final Pace PACE = Pace.of(1, Duration.ofSeconds(1), Duration.ofSeconds(30));

  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final int MAX_WAITING = 4_096;
  private static final int MAX_REMEMBERED = 4_096;
  private static final int MAX_ATTEMPTS = 12;
  private static final int MAX_PER_PASS = 100;

  private final Kube kube;
  private final InstantSource clock;

  // The monitor guards these; it is never held during a call to the API server.
  private final Quiet quiet = new Quiet();
  private final Deque<Waiting> line = new ArrayDeque<>();
  private @Nullable WorkQueue<Singleton> queue;
  private long dropped;

  // Only the loop, which never runs twice at once, touches these.
  private final LinkedHashMap<Same, Written> written = new LinkedHashMap<>();
  private long serial;

  /// @param attempts how often the server was asked in vain
  private record Waiting(EventNote note, Instant at, int attempts) {
    Waiting afterAnAttempt() {
      return new Waiting(note, at, attempts + 1);
    }
  }

  /// What makes a later event a repetition of one that is there.
  private record Same(About about, String type, String reason, String message) {}

  private record Written(ObjectKey key, int count) {}

  public EventWriter(Kube kube, InstantSource clock) {
    this.kube = kube;
    this.clock = clock;
  }

  @Override
  public void tell(EventNote note) {
    var now = clock.instant();
    WorkQueue<Singleton> wake;
    synchronized (this) {
      if (!quiet.mayTell(note, now)) {
        return;
      }
      if (line.size() >= MAX_WAITING) {
        dropped++;
        return;
      }
      line.addLast(new Waiting(note, now, 0));
      wake = queue;
    }
    if (wake != null) {
      wake.add(Singleton.ALL);
    }
  }

  /// How many events were never written because there were too many or the server would not have
  /// them.
  public synchronized long dropped() {
    return dropped;
  }

  @Override
  public String name() {
    return "events";
  }

  @Override
  public synchronized void registered(WorkQueue<Singleton> queue) {
    this.queue = queue;
    if (!line.isEmpty()) {
      queue.add(Singleton.ALL);
    }
  }

  @Override
  public Outcome reconcile(Singleton key) throws Unreachable, InterruptedException {
    for (int n = 0; n < MAX_PER_PASS; n++) {
      var next = next();
      if (next.isEmpty()) {
        return Outcome.DONE;
      }
      write(next.get());
    }
    return Outcome.again(Duration.ZERO);
  }

  private void write(Waiting waiting) throws Unreachable, InterruptedException {
    try {
      var answer = send(waiting);
      if (answer instanceof Answer.Refused refused) {
        // The namespace is going away, or we may not write here: the event is lost, nothing else.
        drop(waiting, refused.message(), Level.DEBUG);
      }
    } catch (Unreachable unreachable) {
      var tried = waiting.afterAnAttempt();
      if (tried.attempts() < MAX_ATTEMPTS) {
        addLast(tried);
        throw unreachable;
      }
      drop(waiting, String.valueOf(unreachable.getMessage()), Level.WARN);
    } catch (RuntimeException bug) {
      // Such as a text that no encoder accepts. Tried again, it would fail again.
      drop(waiting, bug.toString(), Level.WARN);
    }
  }

  private Answer send(Waiting waiting) throws Unreachable, InterruptedException {
    var note = waiting.note();
    var same = new Same(note.about(), note.type().text(), note.reason(), note.message());
    var before = written.get(same);
    if (before != null) {
      var patch = Patch.merge(EventObject.repeated(before.count() + 1, waiting.at()));
      var answer = kube.patch(Resource.EVENTS, before.key(), patch);
      if (!(answer instanceof Answer.NotFound)) {
        remember(same, new Written(before.key(), before.count() + 1));
        return answer;
      }
    }
    var key = EventObject.key(note, nextSerial(waiting.at()));
    var answer = kube.create(Resource.EVENTS, EventObject.created(note, key, waiting.at()));
    remember(same, new Written(key, 1));
    return answer;
  }

  private void remember(Same same, Written what) {
    written.remove(same);
    written.putLast(same, what);
    if (written.size() > MAX_REMEMBERED) {
      written.pollFirstEntry();
    }
  }

  /// The time, unless that was used already: unique here, and nearly so beside other replicas.
  private long nextSerial(Instant at) {
    long nanos = Duration.between(Instant.EPOCH, at).toNanos();
    serial = Math.max(serial + 1, nanos);
    return serial;
  }

  private synchronized Optional<Waiting> next() {
    return Optional.ofNullable(line.pollFirst());
  }

  private synchronized void addLast(Waiting waiting) {
    line.addLast(waiting);
  }

  private synchronized void drop(Waiting waiting, String error, Level level) {
    dropped++;
    LOG.atLevel(level)
        .addKeyValue("reason", waiting.note().reason())
        .addKeyValue("object", waiting.note().about().kind() + "/" + waiting.note().about().name())
        .addKeyValue("error", error)
        .log("event was not written");
  }
}
