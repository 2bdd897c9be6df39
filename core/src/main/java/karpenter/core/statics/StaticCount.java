package karpenter.core.statics;

import java.util.List;
import java.util.Set;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;

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
      } else if (isActive(claim, marked)) {
        active++;
      } else {
        pending++;
      }
    }
    return new StaticCount(active, pending, deleting);
  }

  public static boolean isDeleting(ClaimFacts claim) {
    return claim.meta().isDeleting() || claim.is(ClaimFacts.INSTANCE_TERMINATING);
  }

  /// Neither going nor about to be replaced. A command counts from the moment it is written on the
  /// claim: its successor may be there before anything else is known of it, and also when whoever
  /// began it is not there any more.
  public static boolean isActive(ClaimFacts claim, Set<String> marked) {
    return !isDeleting(claim)
        && !marked.contains(claim.name())
        && !CommandRecord.isCandidate(claim);
  }

  public int all() {
    return active + pending + deleting;
  }
}
