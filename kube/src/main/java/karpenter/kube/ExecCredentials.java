package karpenter.kube;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Credentials that a program fetches: again shortly before they expire, and when the server would
/// not have them. It runs once at a time however many ask, and nobody waits longer than they like.
final class ExecCredentials implements Credentials {
  private static final Duration MARGIN = Duration.ofSeconds(30);

  /// A program that fails is not started for every request that wants to be sent.
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(1);

  private final Source source;
  private final InstantSource clock;

  private @Nullable Fetched known;
  private Instant renewAt = Instant.MIN;
  private @Nullable CompletableFuture<Fetched> latest;
  private Instant pausedUntil = Instant.MIN;

  /// Where they come from.
  interface Source {
    /// May take long.
    Fetched fetch() throws IOException, InterruptedException;

    /// For messages.
    String name();
  }

  record Fetched(Shown shown, Instant expires) {}

  ExecCredentials(Source source, InstantSource clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Shown shown(Duration patience) throws IOException, InterruptedException {
    CompletableFuture<Fetched> fetched;
    synchronized (this) {
      var now = clock.instant();
      if (known != null && now.isBefore(renewAt)) {
        return known.shown();
      }
      fetched = fetch(now);
      if (known != null && now.isBefore(known.expires())) {
        // Still good while the next ones are on their way.
        return known.shown();
      }
    }
    try {
      return fetched.get(patience.toNanos(), TimeUnit.NANOSECONDS).shown();
    } catch (TimeoutException e) {
      throw new IOException(source.name() + " has given no credentials for " + patience, e);
    } catch (ExecutionException e) {
      var cause = e.getCause();
      throw new IOException(cause == null ? e.toString() : String.valueOf(cause.getMessage()), e);
    }
  }

  @Override
  public synchronized boolean rejected(Shown shown) {
    // Others may have been told the same, and newer ones may be there already.
    if (known != null && known.shown().equals(shown)) {
      known = null;
    }
    return true;
  }

  private CompletableFuture<Fetched> fetch(Instant now) {
    if (latest != null && (!latest.isDone() || now.isBefore(pausedUntil))) {
      return latest;
    }
    var started = new CompletableFuture<Fetched>();
    latest = started;
    // A thread that busy loops cannot hold up: the election waits for it, too.
    Thread.ofPlatform().daemon().name("credentials").start(() -> run(started));
    return started;
  }

  private void run(CompletableFuture<Fetched> started) {
    try {
      var fetched = source.fetch();
      note(fetched);
      started.complete(fetched);
    } catch (IOException | InterruptedException | RuntimeException e) {
      synchronized (this) {
        pausedUntil = clock.instant().plus(PAUSE_AFTER_FAILURE);
      }
      started.completeExceptionally(e);
    }
  }

  private synchronized void note(Fetched fetched) {
    var now = clock.instant();
    known = fetched;
    pausedUntil = Instant.MIN;
    renewAt = fetched.expires();
    if (!fetched.expires().equals(Instant.MAX)) {
      // Those that live shortly would be fetched all the time otherwise.
      var quarter = Duration.between(now, fetched.expires()).dividedBy(4);
      renewAt = fetched.expires().minus(quarter.compareTo(MARGIN) < 0 ? quarter : MARGIN);
    }
  }
}
