package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Balanced;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Emptiness;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Plan;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Recollection;
import karpenter.core.disruption.Search;
import karpenter.core.disruption.SingleNodeSearch;
import karpenter.core.disruption.StaticDrift;
import karpenter.core.disruption.Verdict;
import karpenter.core.disruption.Weigher;
import karpenter.core.disruption.Weigher.Weighed;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.operator.LoopContext;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.provisioning.Outlook;
import karpenter.operator.state.ClusterSnapshot;

/// What disruption decides about snapshots, method by method, with the caches of the disruption
/// loop. They last as long as this object: a new one decides with empty caches.
public final class DisruptionDecider {
  private final LoopContext context;
  private final Assessments assessments;
  private final Foresight foresight;
  private final Restraints restraints;
  private final Attempts attempts = new Attempts();
  private final Verdicts verdicts = new Verdicts();
  private final Recollection recollection = new Recollection();
  private final Consolidator consolidator;

  public DisruptionDecider(LoopContext context, TypeSource types) {
    this.context = context;
    this.assessments = new Assessments(types, context.provider(), context.settings());
    this.foresight = new Foresight(context, types, new VirtualPods());
    this.restraints = new ControlRestraints(context);
    this.consolidator =
        new Consolidator(
            context.clock(), context.settings().featureGates().spotToSpotConsolidation());
  }

  /// Nodes that would go: what comes instead and what that saves. Which of the nodes that stay pods
  /// go to is not part of it: an answer of before is given again while those have room.
  ///
  /// @param saving an hour, and `value` less what evictions are worth, in billionths: how a sum is
  ///   rounded depends on the order in which nodes were taken into a set
  public record Taken(
      Method method, List<String> names, List<NewNode> replacements, long saving, long value) {
    static Taken of(Plan plan) {
      return of(plan.command(""), plan.value());
    }

    static Taken of(Command command) {
      return of(command, command.saving());
    }

    private static Taken of(Command command, double value) {
      return new Taken(
          command.method(),
          List.copyOf(command.names()),
          command.replacements(),
          Math.round(command.saving() * 1e9),
          Math.round(value * 1e9));
    }
  }

  /// What comes of the question whether nodes could go.
  ///
  /// @param why what stands in the way
  public record Answer(Optional<Obstacle> why, Optional<Taken> taken) {
    static Answer of(Weighed weighed) {
      return switch (weighed) {
        case Weighed.Good(var plan, _) -> new Answer(Optional.empty(), Optional.of(Taken.of(plan)));
        case Weighed.Bad(var why, var plan, _) -> new Answer(Optional.of(why), plan.map(Taken::of));
      };
    }

    static Answer of(DriftMove move) {
      return switch (move) {
        case DriftMove.Possible(var command) ->
            new Answer(Optional.empty(), Optional.of(Taken.of(command)));
        case DriftMove.Impossible(var why) -> new Answer(Optional.of(why), Optional.empty());
      };
    }

    static SortedMap<String, Answer> of(Map<String, Weighed> weighed) {
      var answers = new TreeMap<String, Answer>();
      weighed.forEach((name, one) -> answers.put(name, of(one)));
      return answers;
    }
  }

  /// What every method would do if it were the first to act.
  ///
  /// @param obstacles what stands in each method's way, by method and claim
  /// @param empty the nodes emptiness takes
  /// @param staticDrift the nodes drift of static pools takes
  /// @param drift what would become of every drifted node, by claim
  /// @param alone what single nodes would bring, by claim
  /// @param best of single nodes and sets, with sets looked for everywhere
  /// @param verdicts by claim, without their times
  public record Decision(
      Map<Method, SortedMap<String, List<Obstacle>>> obstacles,
      List<String> empty,
      List<String> staticDrift,
      SortedMap<String, Answer> drift,
      SortedMap<String, Answer> alone,
      Optional<Taken> best,
      SortedMap<String, Verdict> verdicts) {}

  /// What the consolidation of a pass of the loop finds.
  ///
  /// @param plan the nodes that go; empty where none do
  /// @param isWhole whether sets were looked for everywhere, not only from the last set on
  public record Look(SortedMap<String, Answer> alone, Optional<Plan> plan, boolean isWhole) {
    public Optional<Taken> best() {
      return plan.map(Taken::of);
    }
  }

  /// @param decision with sets looked for everywhere
  /// @param look as the loop does it
  public record Decided(Decision decision, Look look) {}

  public Decided decide(ClusterSnapshot snapshot, Instant now) {
    var sight = sight(snapshot, now);
    var outlook = foresight.at(snapshot, Foresight.Spoken.NONE, now);
    var moves = new TreeMap<String, Answer>();
    var drifting = new HashMap<String, Obstacle>();
    for (var candidate : sight.eligible(Method.DRIFT)) {
      var move = DriftMove.of(candidate, outlook);
      moves.put(candidate.name(), Answer.of(move));
      if (move instanceof DriftMove.Impossible(var why)) {
        drifting.put(candidate.name(), why);
      }
    }
    var found = everywhere(sight, outlook);
    verdicts.update(sight, found.weighed, drifting);
    var decision =
        new Decision(
            obstacles(sight),
            names(
                Emptiness.choose(sight.eligible(Method.EMPTINESS), sight.allowances(Reason.EMPTY))
                    .chosen()),
            names(
                StaticDrift.choose(
                    sight.eligible(Method.STATIC_DRIFT),
                    sight.allowances(Reason.DRIFTED),
                    sight.staticCounts())),
            moves,
            Answer.of(found.weighed),
            found.best,
            timeless(verdicts.all()));
    return new Decided(decision, look(sight, outlook));
  }

  private Sight sight(ClusterSnapshot snapshot, Instant now) {
    var around = assessments.surroundings(snapshot, now);
    return new Sight(
        snapshot,
        around,
        assessments.of(foresight.nodes(snapshot), around),
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        attempts,
        restraints);
  }

  private static Map<Method, SortedMap<String, List<Obstacle>>> obstacles(Sight sight) {
    var all = new EnumMap<Method, SortedMap<String, List<Obstacle>>>(Method.class);
    for (var method : Method.values()) {
      var of = new TreeMap<String, List<Obstacle>>();
      sight.nodes().forEach(node -> of.put(node.name(), sight.obstacles(node, method)));
      all.put(method, of);
    }
    return all;
  }

  private record Everywhere(Map<String, Weighed> weighed, Optional<Taken> best) {}

  private Everywhere everywhere(Sight sight, Outlook outlook) {
    var eligible = sight.eligible(Method.SINGLE_NODE);
    var allowances = sight.allowances(Reason.UNDERUTILIZED);
    var weigher = weigher(sight, outlook);
    var single = new SingleNodeSearch(weigher, allowances, eligible, 0);
    finish(single);
    var sets = recollection.search(weigher, allowances, eligible, single.moves(), true);
    finish(sets);
    recollection.keep(sets);
    return new Everywhere(single.found(), sets.or(single.best()).map(Taken::of));
  }

  private Weigher weigher(Sight sight, Outlook outlook) {
    return recollection.weigher(
        outlook,
        sight.around().types(),
        context.settings().featureGates().spotToSpotConsolidation(),
        Balanced.of(sight.nodes()),
        restraints.worth(sight.snapshot(), sight.now()));
  }

  private Look look(Sight sight, Outlook outlook) {
    var found =
        consolidator.look(
            new Consolidator.Scene(
                outlook,
                sight.around(),
                sight.nodes(),
                sight.eligible(Method.SINGLE_NODE),
                sight.allowances(Reason.UNDERUTILIZED),
                restraints.worth(sight.snapshot(), sight.now())));
    return new Look(Answer.of(found.weighed()), found.best(), consolidator.next().isEmpty());
  }

  /// What comes of taking exactly the nodes of a plan.
  public Answer weigh(Plan plan, ClusterSnapshot snapshot, Instant now) {
    var sight = sight(snapshot, now);
    var eligible = sight.eligible(plan.method());
    return Answer.of(
        weigher(sight, foresight.at(snapshot, Foresight.Spoken.NONE, now))
            .weigh(
                plan.method(),
                eligible.stream().filter(one -> plan.names().contains(one.name())).toList()));
  }

  private static SortedMap<String, Verdict> timeless(SortedMap<String, Verdict> all) {
    var timeless = new TreeMap<String, Verdict>();
    all.forEach((name, verdict) -> timeless.put(name, verdict.since(Instant.EPOCH)));
    return timeless;
  }

  private static List<String> names(List<Candidate> candidates) {
    var names = new ArrayList<String>();
    candidates.forEach(candidate -> names.add(candidate.name()));
    return names;
  }

  private static void finish(Search search) {
    boolean isMore = true;
    while (isMore) {
      isMore = search.step();
    }
  }
}
