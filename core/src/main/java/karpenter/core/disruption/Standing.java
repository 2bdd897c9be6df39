package karpenter.core.disruption;

import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/// What we have decided of nodes and not yet seen done; by what notes call a node.
///
/// @param busy part of a command that is under way
/// @param parked part of a command that waits to be checked again, and until when
/// @param marked for deletion
/// @param nominated until when pods are expected there
/// @param bufferPods how many pods of capacity buffers count on a node
public record Standing(
    SortedSet<String> busy,
    SortedMap<String, Instant> parked,
    SortedSet<String> marked,
    SortedMap<String, Instant> nominated,
    SortedMap<String, Integer> bufferPods,
    Instant now) {

  public boolean isNominated(String name) {
    return promisedUntil(name).isPresent();
  }

  /// Until when pods are expected there; empty when none are any more.
  public Optional<Instant> promisedUntil(String name) {
    return Optional.ofNullable(nominated.get(name)).filter(now::isBefore);
  }

  /// Whether anything at all is to be said of it.
  boolean hasWordOf(String name) {
    return goes(name) || nominated.containsKey(name) || bufferPods.containsKey(name);
  }

  /// Whether it goes or is about to.
  public boolean goes(String name) {
    return busy.contains(name) || parked.containsKey(name) || marked.contains(name);
  }
}
