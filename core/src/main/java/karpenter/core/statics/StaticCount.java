package karpenter.core.statics;

import java.util.List;
import java.util.Set;
import karpenter.core.facts.ClaimFacts;

/// The claims of a static pool. Each is counted once.
///
/// @param active neither of the others
/// @param pending about to be replaced: its successor is on its way
/// @param deleting on their way out, and still there
public record StaticCount(int active, int pending, int deleting) {

  /// @param marked names of claims that will be disrupted
  public static StaticCount of(List<ClaimFacts> claims, Set<String> marked) {
    int active = 0;
    int pending = 0;
    int deleting = 0;
    for (var claim : claims) {
      if (isDeleting(claim)) {
        deleting++;
      } else if (marked.contains(claim.name())) {
        pending++;
      } else {
        active++;
      }
    }
    return new StaticCount(active, pending, deleting);
  }

  public static boolean isDeleting(ClaimFacts claim) {
    return claim.meta().isDeleting() || claim.is(ClaimFacts.INSTANCE_TERMINATING);
  }

  public int all() {
    return active + pending + deleting;
  }
}
