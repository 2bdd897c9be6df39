package karpenter.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Sees to it that one replica acts: the one that holds a Lease, by the rules that client-go and
/// its users keep to.
///
/// A leader renews; if it cannot for a while its [LeaseFence] ends it before another may begin. A
/// standby watches the lease, so that it takes over at once when the leader lets go. All of it
/// happens on one platform thread with a connection of its own: neither busy loops nor queued
/// requests may cost us the lease.
public final class LeaseElection implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  /// How long things may take.
  ///
  /// @param lease how long others wait for a sign of life
  /// @param renewLimit how long a leader goes without having renewed
  /// @param retry between attempts to take or renew
  public record Timing(Duration lease, Duration renewLimit, Duration retry) {
    public static final Timing STANDARD =
        new Timing(Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
  }

  /// Who wants to lead. Called on the election's own thread: must return soon.
  public interface Candidate {
    void elected();

    /// Somebody else leads now, or we do.
    ///
    /// @param holder empty when nobody leads
    default void ledBy(String holder) {}

    /// A renewal met an unexpected state of the lease; for `leader_election_slowpath_total`.
    default void slowPath() {}
  }

  private final ApiServerKube kube;
  private final ObjectKey key;
  private final String identity;
  private final Timing timing;
  private final Candidate candidate;
  private final LeaseFence fence;
  private final Thread thread;

  // The monitor guards what the watch tells.
  private final LeaseView view;
  private boolean isWatched;

  private Kube.@Nullable Watch watch;
  private String toldHolder = "";
  private volatile boolean isLeader;
  private volatile boolean isClosing;
  private volatile boolean isKept;
  private volatile long stopAt;

  public LeaseElection(
      Connection connection,
      String userAgent,
      ObjectKey key,
      String identity,
      Timing timing,
      Candidate candidate,
      LeaseFence fence) {
    this(connection, userAgent, key, identity, timing, candidate, fence, TimeLimits.STANDARD);
  }

  LeaseElection(
      Connection connection,
      String userAgent,
      ObjectKey key,
      String identity,
      Timing timing,
      Candidate candidate,
      LeaseFence fence,
      TimeLimits limits) {
    this.timing = timing;
    this.kube =
        ApiServerKube.prompt(
            connection,
            new ApiServerKube.Options(userAgent, 20, 30, RequestListener.NONE),
            this::requestLimit,
            limits);
    this.key = key;
    this.identity = identity;
    this.candidate = candidate;
    this.fence = fence;
    this.view = new LeaseView(identity);
    this.thread = Thread.ofPlatform().daemon().name("leader-election").unstarted(this::run);
  }

  /// A name for this process that no other ever had.
  public static String identity(Map<String, String> environment) {
    var host =
        environment.getOrDefault("POD_NAME", environment.getOrDefault("HOSTNAME", "karpenter"));
    return host + "_" + UUID.randomUUID();
  }

  public void start() {
    thread.start();
  }

  public boolean isLeader() {
    return isLeader;
  }

  /// The thread does its work: nobody waits for a lease that nobody renews.
  public boolean isAlive() {
    return thread.isAlive();
  }

  /// Ends without letting go of the lease: others wait until it has run out. For a process that
  /// ends while something in it may still act.
  public void keepLease() {
    isKept = true;
  }

  /// Lets go of the lease, so that another may act at once. Call it when nothing acts any more.
  @Override
  public void close() {
    isClosing = true;
    LockSupport.unpark(thread);
    try {
      thread.join(timing.renewLimit());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    kube.close();
  }

  private void run() {
    while (!isClosing && fence.mayAct()) {
      try {
        term();
      } catch (RuntimeException | Error unforeseen) {
        if (isLeader) {
          // First, because the log may wait for something.
          fence.fall("leader election failed: " + unforeseen);
          isLeader = false;
        }
        LOG.atError()
            .setCause(unforeseen)
            .addKeyValue("lease", key.toString())
            .addKeyValue("error", unforeseen.toString())
            .log("leader election failed");
        // A standby has nothing to stop, and tries again.
        pause(timing.retry().toNanos());
      }
    }
    unwatch();
  }

  /// From waiting for the lease to having lost it or let it go.
  private void term() {
    if (!await()) {
      return;
    }
    isLeader = true;
    LOG.atInfo()
        .addKeyValue("lease", key.toString())
        .addKeyValue("identity", identity)
        .log("became the leader");
    candidate.elected();
    var reason = keep();
    if (isClosing) {
      isLeader = false;
      fence.retire();
      release();
    } else {
      fence.fall(reason);
      isLeader = false;
    }
  }

  /// Waits until we hold the lease; false when we are to end.
  private boolean await() {
    while (!isClosing) {
      long asked = System.nanoTime();
      try {
        if (take()) {
          stopAt = asked + timing.renewLimit().toNanos();
          unwatch();
          return fence.lead(stopAt);
        }
      } catch (Unreachable unreachable) {
        LOG.atDebug()
            .addKeyValue("error", String.valueOf(unreachable.getMessage()))
            .log("cannot ask for the lease");
      } catch (InterruptedException interrupted) {
        isClosing = true;
      }
      tellHolder();
      pauseAsStandby();
    }
    return false;
  }

  /// Renews until we are to end or cannot; returns why.
  private String keep() {
    var failure = "";
    while (true) {
      tellHolder();
      pause(timing.retry().toNanos());
      if (isClosing) {
        return "closing";
      }
      // Counted from before we asked: others count from when they see the answer.
      long asked = System.nanoTime();
      try {
        if (renew()) {
          stopAt = asked + timing.renewLimit().toNanos();
          if (!fence.lead(stopAt)) {
            return "renewed too late";
          }
          continue;
        }
        if (isHeld()) {
          return "held by " + holder();
        }
        // A renewal that seemed lost was stored late: the next one will know.
        failure = "the lease changed while we renewed it";
      } catch (Unreachable unreachable) {
        failure = String.valueOf(unreachable.getMessage());
      } catch (InterruptedException interrupted) {
        isClosing = true;
        return "interrupted";
      }
      if (System.nanoTime() - stopAt >= 0) {
        return "not renewed within " + timing.renewLimit() + ": " + failure;
      }
      LOG.atWarn().addKeyValue("error", failure).log("lease was not renewed, trying again");
    }
  }

  /// Reads the lease, and takes it if nobody holds it.
  private boolean take() throws Unreachable, InterruptedException {
    // A watch that lives tells us all; only before acting do we ask ourselves.
    if (isHeld() && isWatched()) {
      return false;
    }
    switch (kube.get(Resource.LEASES, key)) {
      case Answer.Done(var lease) -> saw(lease);
      case Answer.NotFound _ -> {
        sawNone();
        return !isHeld() && create();
      }
      case Answer other -> throw new Unreachable("the lease cannot be read: " + other);
    }
    if (isHeld()) {
      watch();
      return false;
    }
    return write(lease());
  }

  private boolean create() throws Unreachable, InterruptedException {
    var first = LeaseRecord.first(identity, seconds(), Instant.now());
    return switch (kube.create(Resource.LEASES, first.created(key))) {
      case Answer.Done(var lease) -> {
        saw(lease);
        yield true;
      }
      // Somebody was faster; the next attempt reads theirs.
      case Answer.AlreadyExists _ -> false;
      case Answer other -> throw new Unreachable("the lease cannot be created: " + other);
    };
  }

  private boolean renew() throws Unreachable, InterruptedException {
    // Usually nobody touched it since: one request.
    if (isOurs() && hasLease() && write(lease())) {
      return true;
    }
    candidate.slowPath();
    return take();
  }

  /// Puts our name in; false when the lease has changed since it was read.
  private boolean write(ObjectNode lease) throws Unreachable, InterruptedException {
    var ours = LeaseRecord.of(lease).takenBy(identity, seconds(), Instant.now());
    return switch (kube.replace(Resource.LEASES, key, ours.in(lease))) {
      case Answer.Done(var stored) -> {
        saw(stored);
        yield true;
      }
      case Answer.Conflict _, Answer.NotFound _ -> false;
      case Answer other -> throw new Unreachable("the lease cannot be written: " + other);
    };
  }

  private void release() {
    if (isKept || !hasLease()) {
      return;
    }
    try {
      var free = LeaseRecord.of(lease()).released(Instant.now());
      var answer = kube.replace(Resource.LEASES, key, free.in(lease()));
      LOG.atInfo()
          .addKeyValue("lease", key.toString())
          .addKeyValue("released", answer instanceof Answer.Done)
          .log("stopped leading");
    } catch (Unreachable | InterruptedException notReleased) {
      // Then others wait until it has run out.
      LOG.atWarn().addKeyValue("error", String.valueOf(notReleased)).log("lease was not released");
    }
  }

  private void pauseAsStandby() {
    long now = System.nanoTime();
    long retry = (long) (timing.retry().toNanos() * ThreadLocalRandom.current().nextDouble(1, 1.2));
    if (!isWatched()) {
      pause(retry);
      return;
    }
    long until;
    synchronized (this) {
      until = view.heldUntil(now).orElse(now + retry);
    }
    pause(until - now);
  }

  /// Until the watch or the one who closes us wakes us, at most so long.
  private void pause(long nanos) {
    if (!isClosing && nanos > 0) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  private void watch() {
    if (isWatched()) {
      return;
    }
    unwatch();
    var version = lease().path("metadata").path("resourceVersion").asText();
    synchronized (this) {
      isWatched = true;
    }
    watch = kube.watch(Resource.LEASES, key, version, new Sink());
  }

  private void unwatch() {
    if (watch != null) {
      watch.close();
      watch = null;
    }
    synchronized (this) {
      isWatched = false;
    }
  }

  private void tellHolder() {
    var holder = holder();
    if (!holder.equals(toldHolder)) {
      toldHolder = holder;
      candidate.ledBy(holder);
    }
  }

  /// Half of what a leader has left, so that a second attempt fits, but no more than that.
  private Duration requestLimit() {
    var half = timing.renewLimit().dividedBy(2);
    if (!isLeader) {
      return half;
    }
    var left = Duration.ofNanos(stopAt - System.nanoTime());
    var least = Duration.ofMillis(500);
    return left.compareTo(half) > 0 ? half : left.compareTo(least) > 0 ? left : least;
  }

  private int seconds() {
    return (int) timing.lease().toSeconds();
  }

  private synchronized void saw(ObjectNode lease) {
    view.saw(lease, System.nanoTime());
  }

  private synchronized void sawNone() {
    view.sawNone();
  }

  private synchronized ObjectNode lease() {
    return view.lease().orElseThrow(() -> new IllegalStateException("no lease was read"));
  }

  private synchronized boolean hasLease() {
    return view.lease().isPresent();
  }

  private synchronized String holder() {
    return view.holder();
  }

  private synchronized boolean isOurs() {
    return view.isOurs();
  }

  private synchronized boolean isHeld() {
    return view.heldUntil(System.nanoTime()).isPresent();
  }

  private synchronized boolean isWatched() {
    return isWatched;
  }

  /// Wakes the standby whenever the lease changes.
  private final class Sink implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode lease, boolean isReplayed) {
      if (!isLeader) {
        saw(lease);
        LockSupport.unpark(thread);
      }
    }

    @Override
    public void gone(Resource resource, ObjectNode lease) {
      if (!isLeader) {
        sawNone();
        LockSupport.unpark(thread);
      }
    }

    @Override
    public void synced(Resource resource) {}

    @Override
    public void interrupted(Resource resource, String reason) {
      synchronized (LeaseElection.this) {
        isWatched = false;
      }
      LockSupport.unpark(thread);
    }
  }
}
