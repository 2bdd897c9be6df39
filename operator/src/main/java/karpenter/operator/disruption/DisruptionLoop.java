package karpenter.operator.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.stream.Stream;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Consolidation;
import karpenter.core.disruption.DriftOrder;
import karpenter.core.disruption.Emptiness;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.PoolTypes;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.StaticDrift;
import karpenter.core.disruption.Surroundings;
import karpenter.core.disruption.Validation;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.disruption.Parking.Parked;
import karpenter.operator.metrics.Metric;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.provisioning.Outlook;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Note;
import org.jspecify.annotations.Nullable;

/// Decides which nodes go of our own will (spec 02 §2.2). A pass looks at one snapshot: first at
/// commands that have waited, then method by method; what acts ends the pass, and the next one sees
/// what came of it.
///
/// A pass is made when something that matters has changed or a moment has come at which an answer
/// may be another. Otherwise a look every few seconds compares a few numbers and goes back to rest.
final class DisruptionLoop implements Loop<Loop.Singleton> {
  static final String NAME = "disruption";

  /// Prices and notes change without a word, so we look.
  static final Duration TICK = Pace.MOST;

  private static final Duration UNTIL_SYNCED = Duration.ofSeconds(1);
  private static final Duration AT_ONCE = Duration.ofMillis(1);

  private final LoopContext context;
  private final Commands commands;
  private final Foresight foresight;
  private final Relevance relevance;
  private final Restraints restraints;
  private final Assessments assessments;
  private final Parking parking = new Parking();
  private final Pace pace = new Pace();
  private final Attempts attempts = new Attempts();
  private final Consolidator consolidator;
  private final DisruptionNews news;
  private final VerdictNews verdictNews;
  private final Verdicts verdicts;
  private @Nullable Fingerprint rested;

  /// The version of the state that was looked at last, when there was nothing to do.
  private long lookedAt = -1;

  /// Something was tried in vain in this pass: it is to be tried again although nothing changes.
  private boolean isUnsettled;

  private Instant wake = Instant.MIN;

  /// What the metric of verdicts shows; null until it shows something.
  private @Nullable SortedMap<String, Integer> counted;

  /// What a pass depends on, as far as it can change without our looking at nodes.
  private record Fingerprint(
      long seen,
      Map<String, PoolTypes> types,
      SortedMap<String, Integer> bufferPods,
      SortedSet<String> marked,
      SortedSet<String> busy) {}

  DisruptionLoop(
      LoopContext context,
      Commands commands,
      Foresight foresight,
      TypeSource types,
      Relevance relevance,
      Restraints restraints,
      Verdicts verdicts) {
    this.context = context;
    this.commands = commands;
    this.foresight = foresight;
    this.relevance = relevance;
    this.restraints = restraints;
    this.verdicts = verdicts;
    this.assessments = new Assessments(types, context.provider(), context.settings());
    this.consolidator =
        new Consolidator(
            context.clock(), context.settings().featureGates().spotToSpotConsolidation());
    this.news = new DisruptionNews(context);
    this.verdictNews = new VerdictNews(context);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Outcome reconcile(Singleton all) throws Unreachable, InterruptedException {
    long seen = relevance.seen();
    var snapshot = context.state().snapshot();
    if (!snapshot.isSynced()) {
      return Outcome.again(UNTIL_SYNCED);
    }
    var now = context.clock().instant();
    var wait = wait(now);
    if (wait.isPositive()) {
      return Outcome.again(wait);
    }
    if (!(commands.tidy() instanceof Outcome.Done)) {
      return Outcome.again(Outcome.STALE_WAIT);
    }
    snapshot = context.state().snapshot();
    var around = assessments.surroundings(snapshot, now);
    var busy = commands.busy(snapshot);
    var notes = snapshot.notes();
    var print =
        new Fingerprint(seen, around.types(), notes.bufferPods(), notes.markedForDeletion(), busy);
    if (print.equals(rested) && now.isBefore(wake)) {
      lookedAt = snapshot.version();
      return next(now);
    }
    isUnsettled = false;
    boolean acted = pass(snapshot, around, busy);
    rested = acted || isUnsettled ? null : print;
    var end = context.clock().instant();
    if (acted) {
      pace.acted(end);
    } else {
      pace.rested(now, end);
    }
    return acted ? Outcome.again(AT_ONCE) : next(end);
  }

  /// All that a look compares follows from the state, but for what is sold and for how much.
  @Override
  public Optional<Duration> rest(Singleton all) {
    var snapshot = context.state().snapshot();
    var now = context.clock().instant();
    var last = rested;
    boolean isTheSame =
        last != null
            && snapshot.version() == lookedAt
            && relevance.seen() == last.seen()
            && now.isBefore(wake)
            && wait(now).isZero()
            && commands.busy(snapshot).equals(last.busy())
            && assessments.isSoldAsBefore(snapshot);
    return isTheSame && next(now) instanceof Outcome.Again(var after)
        ? Optional.of(after)
        : Optional.empty();
  }

  /// A command that has waited for its time is not kept waiting.
  private Duration wait(Instant now) {
    var before = rested;
    boolean isNews = before == null || before.seen() != relevance.seen();
    var wait = isNews ? pace.waitForMore(now) : pace.wait(now);
    var due = parking.next().map(moment -> Duration.between(now, moment));
    return due.isPresent() && due.get().compareTo(wait) < 0 ? due.get() : wait;
  }

  private Outcome next(Instant now) {
    var wait = Duration.between(now, wake.isBefore(now.plus(TICK)) ? wake : now.plus(TICK));
    return Outcome.again(wait.compareTo(AT_ONCE) < 0 ? AT_ONCE : wait);
  }

  /// @return whether something was done, so that all must be looked at again
  private boolean pass(ClusterSnapshot snapshot, Surroundings around, SortedSet<String> busy)
      throws Unreachable, InterruptedException {
    var now = around.now();
    attempts.look(snapshot, busy, now);
    var nodes = assessments.of(foresight.nodes(snapshot), around);
    var due = parking.due(now);
    if (due.isPresent()) {
      validate(due.get(), sight(snapshot, around, nodes, busy, due));
      parking.remove(due.get());
      return true;
    }
    var sight = sight(snapshot, around, nodes, busy, Optional.empty());
    wake = wake(sight);
    if (sight.areMostPromisesLapsed()) {
      context.state().note(new Note.Lapsed(now));
    }
    news.budgets(sight);
    return act(sight);
  }

  private Sight sight(
      ClusterSnapshot snapshot,
      Surroundings around,
      List<Assessment> nodes,
      SortedSet<String> busy,
      Optional<Parked> except) {
    return new Sight(snapshot, around, nodes, busy, parking.nodes(except), attempts, restraints);
  }

  private boolean act(Sight sight) throws Unreachable, InterruptedException {
    if (emptiness(sight) || staticDrift(sight)) {
      return true;
    }
    var drifting = new HashMap<String, Obstacle>();
    if (drift(sight, drifting)) {
      return true;
    }
    var weighed = new HashMap<String, Weighed>();
    boolean acted = consolidation(sight, weighed);
    tell(verdicts.update(sight, weighed, drifting));
    return acted;
  }

  private void tell(List<Verdicts.News> changed) {
    if (!verdicts.kinds().equals(counted)) {
      context.metrics().replace(Metric.NODE_VERDICTS, verdicts.series());
      counted = verdicts.kinds();
    }
    for (var one : changed) {
      DisruptionNews.told(one.now().obstacles()).ifPresent(o -> news.blocked(one.node(), o));
      verdictNews.tell(one.node().state(), one.before(), one.now());
    }
  }

  private boolean emptiness(Sight sight) {
    var began = context.clock().instant();
    var eligible = sight.eligible(Method.EMPTINESS);
    news.eligible(Reason.EMPTY, eligible.size());
    if (eligible.isEmpty()) {
      return false;
    }
    var chosen = Emptiness.choose(eligible, sight.allowances(Reason.EMPTY)).chosen();
    evaluated(Method.EMPTINESS, began);
    if (chosen.isEmpty()) {
      return false;
    }
    park(
        new Command(
            "", Method.EMPTINESS, chosen, List.of(), Optional.empty(), Consolidation.cost(chosen)),
        false,
        sight);
    return true;
  }

  private void evaluated(Method method, Instant began) {
    news.evaluated(method, Duration.between(began, context.clock().instant()));
  }

  private boolean staticDrift(Sight sight) throws Unreachable, InterruptedException {
    var began = context.clock().instant();
    var eligible = sight.eligible(Method.STATIC_DRIFT);
    if (eligible.isEmpty()) {
      return false;
    }
    news.eligible(Reason.DRIFTED, eligible.size());
    var chosen =
        StaticDrift.choose(eligible, sight.allowances(Reason.DRIFTED), sight.staticCounts());
    evaluated(Method.STATIC_DRIFT, began);
    boolean acted = false;
    for (var candidate : chosen) {
      acted |=
          start(
              new Command(
                  "",
                  Method.STATIC_DRIFT,
                  List.of(candidate),
                  List.of(StaticDrift.replacement(candidate.pool())),
                  Optional.empty(),
                  0));
    }
    return acted;
  }

  /// One node a pass, the first whose pods have somewhere to go.
  private boolean drift(Sight sight, Map<String, Obstacle> obstacles)
      throws Unreachable, InterruptedException {
    var began = context.clock().instant();
    var eligible = sight.eligible(Method.DRIFT);
    news.eligible(Reason.DRIFTED, eligible.size());
    if (eligible.isEmpty()) {
      return false;
    }
    var allowances = sight.allowances(Reason.DRIFTED);
    var outlook = outlook(sight, Optional.empty());
    for (var candidate : DriftOrder.sort(eligible)) {
      if (allowances.remaining(candidate.pool().name()) == 0) {
        continue;
      }
      switch (DriftMove.of(candidate, outlook)) {
        case DriftMove.Impossible(var why) -> obstacles.put(candidate.name(), why);
        case DriftMove.Possible(var command) -> {
          evaluated(Method.DRIFT, began);
          // One that could not begin may have marked its node, which counts until it is rolled
          // back: what is left of the budget then, the next pass sees.
          return start(command);
        }
      }
    }
    evaluated(Method.DRIFT, began);
    return false;
  }

  /// @param weighed filled with what single nodes would bring
  private boolean consolidation(Sight sight, Map<String, Weighed> weighed) {
    var eligible = sight.eligible(Method.SINGLE_NODE);
    news.eligible(Reason.UNDERUTILIZED, eligible.size());
    if (eligible.isEmpty()) {
      return false;
    }
    var worth = restraints.worth(sight.snapshot(), sight.now());
    var found =
        consolidator.look(
            new Consolidator.Scene(
                outlook(sight, Optional.empty()),
                sight.around(),
                sight.nodes(),
                eligible,
                sight.allowances(Reason.UNDERUTILIZED),
                worth));
    news.evaluated(Method.SINGLE_NODE, found.ofSingles());
    news.evaluated(Method.MULTI_NODE, found.ofSets());
    if (found.leftOut()) {
      news.leftOut(Method.SINGLE_NODE);
    }
    consolidator.next().filter(wake::isAfter).ifPresent(moment -> wake = moment);
    worth.next().filter(wake::isAfter).ifPresent(moment -> wake = moment);
    weighed.putAll(found.weighed());
    if (found.best().isEmpty()) {
      found.judged().ifPresent(j -> news.scored(j.plan().candidates(), j.scores(), false));
      return false;
    }
    var best = found.best().get();
    news.scored(best.candidates(), found.balanced().scores(best), true);
    park(best.command(""), found.setsCut(), sight);
    return true;
  }

  private Outlook outlook(Sight sight, Optional<Parked> before) {
    return foresight.at(sight.snapshot(), parking.spoken(before), sight.now());
  }

  /// @param reachedLimit whether more work might have found a better one
  private void park(Command command, boolean reachedLimit, Sight sight) {
    parking.add(command, sight.now());
    news.parked(command, reachedLimit);
  }

  private void validate(Parked parked, Sight sight) throws Unreachable, InterruptedException {
    var command = parked.command();
    var still = sight.still(command.names(), command.method());
    var allowances = sight.allowances(command.method().reason());
    if (command.method() == Method.EMPTINESS) {
      var left = Validation.ofEmpty(command, still, sight.standing(), allowances);
      if (left.kept().size() < command.candidates().size()) {
        var dropped = new ArrayList<>(left.gone());
        dropped.addAll(left.held());
        news.dropped(command, left.failures(), dropped);
      }
      if (!left.kept().isEmpty()) {
        start(
            new Command(
                command.id(),
                command.method(),
                left.kept(),
                List.of(),
                Optional.empty(),
                Consolidation.cost(left.kept())));
      }
      return;
    }
    var rejected =
        Validation.ofConsolidation(
            command, still, sight.standing(), allowances, outlook(sight, Optional.of(parked)));
    if (rejected.isPresent()) {
      news.rejected(command, rejected.get());
    } else {
      start(command.with(List.copyOf(still.values())));
    }
  }

  private boolean start(Command command) throws Unreachable, InterruptedException {
    var refused = restraints.begin(command);
    if (refused.isEmpty()) {
      // One that cannot begin is an attempt too: it may have marked nodes, and to try it again at
      // once would do that again and again.
      attempts.begun(command);
      refused = commands.start(command);
    }
    isUnsettled |= refused.isPresent();
    if (refused.isPresent()) {
      news.refused(command, refused.get());
      return false;
    }
    return true;
  }

  /// When an answer may be another although nothing changes.
  private Instant wake(Sight sight) {
    var now = sight.now();
    return Stream.of(
            parking.next(),
            attempts.next(now),
            restraints.next(sight.snapshot(), now),
            sight.nextMoment())
        .flatMap(Optional::stream)
        .filter(now::isBefore)
        .min(Instant::compareTo)
        .orElse(Instant.MAX);
  }

  /// Claims that some parked command would take.
  SortedMap<String, Instant> parked() {
    return Collections.unmodifiableSortedMap(parking.nodes(Optional.empty()));
  }
}
