package karpenter.app.run;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// Whether the server knows NodePools and NodeClaims. Without them a cluster full of our nodes
/// looks as if no claim had ever been: nothing may run before they are there.
final class Definitions {
  /// Probes come every few seconds; the definitions do not go away.
  private static final Duration KEPT = Duration.ofSeconds(30);

  private static final List<Resource> NEEDED = List.of(Resource.NODE_POOLS, Resource.NODE_CLAIMS);

  private final Server server;
  private final InstantSource clock;
  private Instant foundUntil = Instant.MIN;

  /// Asks the server.
  interface Server {
    boolean serves(Resource resource) throws Unreachable, InterruptedException;
  }

  Definitions(Server server, InstantSource clock) {
    this.server = server;
    this.clock = clock;
  }

  /// A sentence for each that is missing, or for why nobody can say.
  synchronized List<String> missing() throws InterruptedException {
    if (clock.instant().isBefore(foundUntil)) {
      return List.of();
    }
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
    if (missing.isEmpty()) {
      foundUntil = clock.instant().plus(KEPT);
    }
    return missing;
  }
}
