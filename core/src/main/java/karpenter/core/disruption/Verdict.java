package karpenter.core.disruption;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What was found out about a node in the last pass.
///
/// @param claim names it
/// @param node its Node's name; empty text while there is none
/// @param pool empty text when it has none
/// @param best the most that would be saved if nothing stood in the way, as far as that is known
/// @param obstacles what stands in the way; empty when nothing does
/// @param since when it was first found to be so
public record Verdict(
    String claim,
    String node,
    String pool,
    Optional<Move> best,
    List<Obstacle> obstacles,
    Instant since) {

  public Verdict {
    obstacles = List.copyOf(obstacles);
  }

  /// The same, from when it began to be so.
  public Verdict since(Instant earlier) {
    return new Verdict(claim, node, pool, best, obstacles, earlier);
  }
}
