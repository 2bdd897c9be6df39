package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Meta;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// Why a claim is no longer what its pool would make today (spec 02 §1.17). A provider's own
/// reasons come after these.
public final class Drift {
  public static final String NODE_POOL = "NodePoolDrifted";
  public static final String REQUIREMENTS = "RequirementsDrifted";
  public static final String INSTANCE_TYPE = "InstanceTypeNotFound";

  /// A type may be missing from a catalogue for a while; a young node is not worth the question.
  public static final Duration TYPE_CHECK_AGE = Duration.ofHours(1);

  private static final Duration TYPE_CHECK_PERIOD = Duration.ofMinutes(30);

  private static final Duration TYPE_CHECK_RETRY = Duration.ofMinutes(5);

  private static final String RESERVED = "reserved";
  private static final String ON_DEMAND = "on-demand";

  private Drift() {}

  /// What labels mean in the provider's world.
  ///
  /// @param wellKnown keys an offering may name although the claim has no such label
  /// @param reservationId the key that names a reservation; empty when there is none
  public record Vocabulary(LabelAliases aliases, Set<String> wellKnown, String reservationId) {}

  /// Only what is launched can drift.
  public static boolean isPossible(ClaimFacts claim) {
    return claim.is(ClaimFacts.LAUNCHED);
  }

  /// Fingerprints are comparable when the same procedure made them.
  public static boolean isHashDrifted(ClaimFacts claim, PoolFacts pool) {
    var mine = claim.meta();
    var theirs = pool.meta();
    return has(mine, Marks.HASH)
        && has(theirs, Marks.HASH)
        && has(mine, Marks.HASH_VERSION)
        && has(theirs, Marks.HASH_VERSION)
        && mine.annotation(Marks.HASH_VERSION).equals(theirs.annotation(Marks.HASH_VERSION))
        && !mine.annotation(Marks.HASH).equals(theirs.annotation(Marks.HASH));
  }

  private static boolean has(Meta meta, String annotation) {
    return meta.annotations().containsKey(annotation);
  }

  /// The labels of the node are no longer among those the template allows.
  ///
  /// @param template what the pool's template requires, its labels left out
  public static boolean areRequirementsDrifted(
      ClaimFacts claim, Requirements template, LabelAliases aliases) {
    return !Requirements.ofLabels(claim.meta().labels(), aliases).satisfies(template, Set.of());
  }

  public static boolean isTypeCheckDue(ClaimFacts claim, Optional<Instant> lastGood, Instant now) {
    boolean isOld = Duration.between(claim.meta().created(), now).compareTo(TYPE_CHECK_AGE) > 0;
    boolean isFresh =
        lastGood
            .map(at -> Duration.between(at, now).compareTo(TYPE_CHECK_PERIOD) < 0)
            .orElse(false);
    return isOld && !isFresh;
  }

  /// How long until the type is to be looked for, or, if that is due and could not be done, until
  /// it is to be tried again.
  public static Duration untilTypeCheck(ClaimFacts claim, Optional<Instant> lastGood, Instant now) {
    var old = claim.meta().created().plus(TYPE_CHECK_AGE).plusMillis(1);
    var due = lastGood.map(at -> at.plus(TYPE_CHECK_PERIOD)).filter(old::isBefore).orElse(old);
    return now.isBefore(due) ? Duration.between(now, due) : TYPE_CHECK_RETRY;
  }

  /// Offerings that cannot be had at the moment still count: the node has one of them.
  public static boolean isTypeMissing(
      ClaimFacts claim, List<InstanceType> types, Vocabulary vocabulary) {
    var name = claim.meta().label(Marks.INSTANCE_TYPE);
    var labels = labels(claim, vocabulary);
    return types.stream()
        .filter(type -> type.name().equals(name))
        .flatMap(type -> type.offerings().stream())
        .noneMatch(
            offering -> labels.satisfies(offered(offering, vocabulary), vocabulary.wellKnown));
  }

  /// A reservation may end and leave the node running on demand.
  private static Requirements labels(ClaimFacts claim, Vocabulary vocabulary) {
    var labels = Requirements.ofLabels(claim.meta().labels(), vocabulary.aliases);
    return claim.meta().label(Marks.CAPACITY_TYPE).equals(RESERVED)
        ? labels.replace(Marks.CAPACITY_TYPE, ValueSet.in(RESERVED, ON_DEMAND))
        : labels;
  }

  private static Requirements offered(Offering offering, Vocabulary vocabulary) {
    return vocabulary.reservationId.isEmpty()
        ? offering.requirements()
        : offering.requirements().without(vocabulary.reservationId);
  }

  /// The claim with the mark, or without.
  public static ClaimFacts marked(ClaimFacts claim, Optional<String> reason, Instant now) {
    return reason
        .map(
            why ->
                claim.withConditions(
                    claim
                        .conditions()
                        .set(
                            ClaimFacts.DRIFTED,
                            Condition.Status.TRUE,
                            why,
                            why,
                            claim.subject(),
                            now)))
        .orElseGet(() -> claim.clear(ClaimFacts.DRIFTED));
  }
}
