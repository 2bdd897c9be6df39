package karpenter.operator.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.lifecycle.Drift;
import karpenter.core.requirement.Requirements;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.state.PoolState;

/// Why a claim has drifted; the first reason found counts (spec 02 §1.17).
///
/// The cloud is asked when it wants to be asked again or the pool or the node class changed, not
/// whenever a claim is looked at: pods come and go all the time.
final class DriftReasons {
  /// What the cloud said, and of which state of the world.
  private record Asked(String uid, World world, Instant at, Optional<String> reason) {}

  /// @param nodeClass its version; empty text where there is none
  private record World(long pool, String nodeClass) {}

  /// @param types the version of those among which it was
  private record TypeSeen(String uid, Instant at, SortedMap<String, String> labels, long types) {}

  private record Template(PoolState pool, Requirements requirements) {}

  /// Whether labels were found to be among those a template allows.
  private record Compared(
      SortedMap<String, String> labels, Requirements template, boolean isDrifted) {}

  private final LoopContext ctx;
  private final Drift.Vocabulary vocabulary;
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final Map<String, TypeSeen> typesSeen = new ConcurrentHashMap<>();
  private final Map<String, Template> templates = new ConcurrentHashMap<>();
  private final Map<String, Compared> compared = new ConcurrentHashMap<>();

  DriftReasons(LoopContext ctx) {
    this.ctx = ctx;
    var labels = ctx.provider().labels();
    Set<String> wellKnown = new TreeSet<>(Labels.WELL_KNOWN);
    wellKnown.addAll(labels.wellKnown());
    this.vocabulary = new Drift.Vocabulary(labels.aliases(), wellKnown, labels.reservationId());
  }

  void forget(String claim) {
    asked.remove(claim);
    typesSeen.remove(claim);
    compared.remove(claim);
  }

  /// Another look before the cloud's answer is old, or the type is looked for again, would only
  /// repeat this one.
  Duration untilNextLook(ClaimFacts claim, Instant now) {
    var ofType = Drift.untilTypeCheck(claim, typeSeen(claim), now);
    return ctx.provider()
        .driftPeriod()
        .map(every -> untilOld(claim, every, now))
        .filter(left -> left.compareTo(ofType) < 0)
        .orElse(ofType);
  }

  private Duration untilOld(ClaimFacts claim, Duration every, Instant now) {
    var last = asked.get(claim.name());
    var left = last == null ? every : every.minus(Duration.between(last.at, now));
    return left.isPositive() ? left : every;
  }

  Optional<String> find(ClaimFacts claim, PoolState pool, Instant now)
      throws Unreachable, InterruptedException {
    var nodeClass = ctx.state().snapshot().nodeClass(claim.nodeClass());
    if (Drift.isHashDrifted(claim, pool.facts())) {
      return Optional.of(Drift.NODE_POOL);
    }
    if (haveRequirementsDrifted(claim, pool)) {
      return Optional.of(Drift.REQUIREMENTS);
    }
    if (isTypeMissing(claim, pool, nodeClass, now)) {
      return Optional.of(Drift.INSTANCE_TYPE);
    }
    return ofProvider(claim, pool, nodeClass, now);
  }

  /// Whether [#find] would find nothing, and would have to ask nobody.
  @SuppressWarnings("ReferenceEquality") // a template that is equal is the same object
  boolean isKnownToBeNone(ClaimFacts claim, PoolState pool, Instant now) {
    if (Drift.isHashDrifted(claim, pool.facts())
        || Drift.isTypeCheckDue(claim, typeSeen(claim), now)) {
      return false;
    }
    var last = compared.get(claim.name());
    boolean isWithin =
        !pool.facts().problems().isEmpty()
            || (last != null
                && !last.isDrifted
                && last.template == template(pool)
                && last.labels.equals(claim.meta().labels()));
    var world = world(pool, ctx.state().snapshot().nodeClass(claim.nodeClass()));
    return isWithin
        && answer(claim, world, now).filter(asked -> asked.reason.isEmpty()).isPresent();
  }

  /// A pool that runtime validation refuses says nothing reliable about its nodes.
  private boolean haveRequirementsDrifted(ClaimFacts claim, PoolState pool) {
    return pool.facts().problems().isEmpty() && isOutside(claim, template(pool));
  }

  /// Neither changes as long as a claim lives, as a rule, and it is looked at with every pod.
  @SuppressWarnings("ReferenceEquality") // a template that is equal is the same object
  private boolean isOutside(ClaimFacts claim, Requirements template) {
    var labels = claim.meta().labels();
    var last = compared.get(claim.name());
    if (last == null || last.template != template || !last.labels.equals(labels)) {
      boolean isDrifted = Drift.areRequirementsDrifted(claim, template, vocabulary.aliases());
      last = new Compared(labels, template, isDrifted);
      compared.put(claim.name(), last);
    }
    return last.isDrifted;
  }

  /// The same for all claims of a pool until somebody edits it. Its status is written all the time.
  @SuppressWarnings("ReferenceEquality") // a pool that was read anew is another object
  private Requirements template(PoolState pool) {
    var known = templates.get(pool.name());
    if (known != null && known.pool == pool) {
      return known.requirements;
    }
    var anew = TemplateRequirements.of(pool.source(), vocabulary.aliases());
    var kept = known != null && known.requirements.equals(anew) ? known.requirements : anew;
    templates.put(pool.name(), new Template(pool, kept));
    return kept;
  }

  private Optional<Instant> typeSeen(ClaimFacts claim) {
    return Optional.ofNullable(typesSeen.get(claim.name()))
        .filter(seen -> seen.uid.equals(claim.meta().uid()))
        .map(TypeSeen::at);
  }

  private boolean isTypeMissing(
      ClaimFacts claim, PoolState pool, Optional<NodeClassFacts> nodeClass, Instant now) {
    if (!Drift.isTypeCheckDue(claim, typeSeen(claim), now)) {
      return false;
    }
    return switch (ctx.provider().types(pool.facts(), nodeClass)) {
      case TypesAnswer.NotKnown _ -> false;
      case TypesAnswer.Types types when isMissing(claim, types) -> true;
      case TypesAnswer.Types types -> {
        typesSeen.put(
            claim.name(),
            new TypeSeen(claim.meta().uid(), now, claim.meta().labels(), types.version()));
        yield false;
      }
    };
  }

  /// What is sold seldom changes, and every claim is looked for in it twice an hour.
  private boolean isMissing(ClaimFacts claim, TypesAnswer.Types sold) {
    var seen = typesSeen.get(claim.name());
    boolean isAsSeen =
        seen != null && seen.types == sold.version() && seen.labels.equals(claim.meta().labels());
    return !isAsSeen && Drift.isTypeMissing(claim, sold.types(), vocabulary);
  }

  private boolean isFresh(Asked last, Instant now) {
    var age = Duration.between(last.at, now);
    return ctx.provider().driftPeriod().map(every -> age.compareTo(every) < 0).orElse(true);
  }

  private Optional<String> ofProvider(
      ClaimFacts claim, PoolState pool, Optional<NodeClassFacts> nodeClass, Instant now)
      throws Unreachable, InterruptedException {
    var world = world(pool, nodeClass);
    var last = answer(claim, world, now);
    if (last.isPresent()) {
      return last.get().reason;
    }
    var reason = ctx.provider().drift(claim, nodeClass);
    asked.put(claim.name(), new Asked(claim.meta().uid(), world, now, reason));
    return reason;
  }

  private static World world(PoolState pool, Optional<NodeClassFacts> nodeClass) {
    return new World(
        pool.facts().meta().generation(), nodeClass.map(n -> n.meta().version()).orElse(""));
  }

  /// What the cloud said, if it would say the same now.
  private Optional<Asked> answer(ClaimFacts claim, World world, Instant now) {
    return Optional.ofNullable(asked.get(claim.name()))
        .filter(
            last ->
                last.uid.equals(claim.meta().uid())
                    && last.world.equals(world)
                    && isFresh(last, now));
  }
}
