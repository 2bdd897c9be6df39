package karpenter.core.scheduling;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Conflict;

/// One test that a candidate did not pass, with what was found. The simple name is the code of the
/// reason wherever it is shown.
public sealed interface Refusal {

  record UntoleratedTaint(Taint taint) implements Refusal {}

  /// What the pod demands of the node's labels, and what is offered.
  record LabelMismatch(Conflict conflict) implements Refusal {}

  /// The pod's own requirements on a label exclude each other.
  record ContradictoryRequirements(String key) implements Refusal {}

  /// A volume of the pod can only be reached elsewhere.
  record VolumeElsewhere(Conflict conflict) implements Refusal {}

  /// @param attached how many volumes of the driver the node would have with this pod
  record VolumeLimit(String driver, int limit, int attached) implements Refusal {}

  record HostPortTaken(HostPort port) implements Refusal {}

  /// @param free what the node has left; below zero when it is overdrawn already
  record NoRoom(String resource, long asked, long free) implements Refusal {}

  /// Nothing on sale has any of it.
  record UnknownResource(String resource, long asked) implements Refusal {}

  /// One more pod in any domain the candidate could be in would exceed the skew.
  ///
  /// @param floor the count of the emptiest domain
  /// @param counts matching pods in the domains the candidate could be in
  record SpreadViolated(
      String key, LabelSelector selector, int maxSkew, int floor, SortedMap<String, Integer> counts)
      implements Refusal {}

  /// No domain of the key is open to the pod at all.
  record SpreadWithoutDomain(String key, LabelSelector selector) implements Refusal {}

  /// A constraint needs a label that the candidate will not have.
  record TopologyKeyMissing(String key) implements Refusal {}

  /// No pod the term asks for is where the candidate could be.
  record AffinityUnmet(String key, LabelSelector selector) implements Refusal {}

  /// @param pods some of the pods in the way; at most [#MAX_NAMED]
  record AntiAffinity(String key, LabelSelector selector, Side side, List<String> pods)
      implements Refusal {
    public static final int MAX_NAMED = 3;

    /// Whose term it is.
    public enum Side {
      OURS,
      THEIRS
    }
  }

  /// Each constraint on the key leaves a domain, but not the same one.
  record NoCommonDomain(String key) implements Refusal {}

  record NoTypeFits(TypeSurvey survey) implements Refusal {}

  /// Types that suit are larger than what the pool may still buy.
  ///
  /// @param used what its nodes take, planned ones counted as small as they can be
  /// @param barred how many types suit but for the limit
  record LimitReached(String pool, String resource, long limit, long used, int barred)
      implements Refusal {}

  record MinValuesUnmet(String key, int needed, int reached) implements Refusal {}

  /// The only suitable offerings are reservations, and they are spoken for.
  record ReservedTaken(SortedSet<String> reservations) implements Refusal {}

  /// The pod waits for reserved capacity of another pool, so this one was not asked.
  record NotAsked(String waitsForPool) implements Refusal {}

  /// The pod's claims for devices are in the way.
  record ClaimsUnmet(DeviceRefusal why) implements Refusal {}

  /// Each constraint can be met, but not all at once.
  record NoCombination(List<String> keys) implements Refusal {}
}
