package karpenter.app.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// Whether the server knows NodePools and NodeClaims. Without them a cluster full of our nodes
/// looks as if no claim had ever been: nothing may run before they are there.
final class Definitions {
  /// Probes come every few seconds; the definitions do not go away.
  private static final Duration FOUND_KEPT = Duration.ofSeconds(30);

  private static final Duration MISSING_KEPT = Duration.ofSeconds(5);

  /// Longer than a slow server takes for two short answers.
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final List<Resource> NEEDED = List.of(Resource.NODE_POOLS, Resource.NODE_CLAIMS);

  private final Server server;
  private final InstantSource clock;
  private final Executor background;
  private final AtomicReference<Optional<Seen>> seen = new AtomicReference<>(Optional.empty());

  /// Since when somebody asks in the background; empty when nobody does.
  private final AtomicReference<Optional<Instant>> asking = new AtomicReference<>(Optional.empty());

  /// Asks the server.
  interface Server {
    boolean serves(Resource resource) throws Unreachable, InterruptedException;
  }

  private record Seen(List<String> missing, Instant at) {
    boolean isStale(Instant now) {
      return !now.isBefore(at.plus(missing.isEmpty() ? FOUND_KEPT : MISSING_KEPT));
    }
  }

  Definitions(Server server, InstantSource clock, Executor background) {
    this.server = server;
    this.clock = clock;
    this.background = background;
  }

  /// Asks, and waits for the answer: a sentence for each that is missing, or for why nobody can
  /// say.
  List<String> missing() throws InterruptedException {
    var missing = ask();
    seen.set(Optional.of(new Seen(missing, clock.instant())));
    return missing;
  }

  /// What was seen last, at once: probes must not queue behind a slow server. When that is long
  /// ago, one asks in the background, however many probes there are.
  List<String> lastMissing() {
    var now = clock.instant();
    var last = seen.get();
    if (last.isEmpty() || last.get().isStale(now)) {
      askInBackground(now);
    }
    var since = asking.get();
    if (since.isPresent() && now.isAfter(since.get().plus(PATIENCE))) {
      return List.of(
          "the API server has not answered for %d s".formatted(seconds(since.get(), now)));
    }
    // Looked at again: the background may have been quick.
    return seen.get()
        .map(known -> known.missing().stream().map(one -> aged(one, known, now)).toList())
        .orElseGet(() -> List.of("the API server has not yet said which definitions it has"));
  }

  private void askInBackground(Instant now) {
    var nobody = asking.get();
    if (nobody.isPresent() || !asking.compareAndSet(nobody, Optional.of(now))) {
      return;
    }
    background.execute(
        () -> {
          try {
            missing();
          } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
          } finally {
            asking.set(Optional.empty());
          }
        });
  }

  private static String aged(String sentence, Seen known, Instant now) {
    return "%s (seen %d s ago)".formatted(sentence, seconds(known.at(), now));
  }

  private static long seconds(Instant from, Instant to) {
    return Duration.between(from, to).toSeconds();
  }

  private List<String> ask() throws InterruptedException {
    List<String> missing = new ArrayList<>();
    for (var resource : NEEDED) {
      try {
        if (!server.serves(resource)) {
          missing.add(
              "the server does not know %s.%s; apply the definitions with `karpenter crds apply`"
                  .formatted(resource.plural(), resource.group()));
        }
      } catch (Unreachable e) {
        return List.of("the API server does not answer: " + e.getMessage());
      }
    }
    return missing;
  }
}
