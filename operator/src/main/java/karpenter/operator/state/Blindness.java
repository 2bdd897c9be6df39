package karpenter.operator.state;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.operator.kube.Resource;

/// Whether what we know of pods, nodes, NodeClaims and NodePools is too old to end a node by: a
/// node that is empty in a frozen view may have been given pods since, and a budget may have been
/// cut.
public final class Blindness {
  /// Connections are lost and found again within seconds all the time.
  public static final Duration TOLERATED = Duration.ofSeconds(10);

  private static final List<Resource> NEEDED =
      List.of(Resource.PODS, Resource.NODES, Resource.NODE_CLAIMS, Resource.NODE_POOLS);

  private Blindness() {}

  /// Why nothing voluntary may start; empty while changes arrive.
  public static Optional<String> of(ClusterState state, Instant now) {
    return NEEDED.stream().flatMap(resource -> of(state, resource, now).stream()).findFirst();
  }

  private static Optional<String> of(ClusterState state, Resource resource, Instant now) {
    return state
        .interruption(resource)
        .filter(lost -> Duration.between(lost.since(), now).compareTo(TOLERATED) >= 0)
        .map(
            lost ->
                "changes of %s have not arrived since %s: %s"
                    .formatted(resource.plural(), lost.since(), lost.reason()));
  }
}
