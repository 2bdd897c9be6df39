package karpenter.core.explain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.requirement.Conflict;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.LabelMismatch;
import karpenter.core.scheduling.Refusal.NoRoom;
import karpenter.core.scheduling.Refusal.NoTypeFits;
import karpenter.core.scheduling.Refusal.SpreadViolated;
import karpenter.core.scheduling.Refusal.VolumeElsewhere;
import karpenter.core.scheduling.Refusal.VolumeLimit;
import karpenter.core.scheduling.Trace.Attempt;
import karpenter.core.scheduling.Trace.Verdict;
import karpenter.core.scheduling.TypeRefusal;
import karpenter.core.scheduling.TypeSurvey;

/// Candidates that refuse for the same reasons, told together.
///
/// @param refusals the reasons, with the values of all of them merged: the most room any has, every
///   value offered
public record Folding(int candidates, List<Refusal> refusals) {

  public Folding {
    refusals = List.copyOf(refusals);
  }

  /// The largest group first; of equals, the one met first.
  static List<Folding> of(List<Verdict> verdicts) {
    Map<List<Refusal>, List<List<Refusal>>> groups = new LinkedHashMap<>();
    for (Verdict verdict : verdicts) {
      Optional<Attempt> nearest = verdict.attempts().stream().min(NearestMiss.BY_DISTANCE);
      if (nearest.isEmpty()) continue;
      var refusals = nearest.get().refusals();
      groups
          .computeIfAbsent(refusals.stream().map(Folding::outline).toList(), _ -> new ArrayList<>())
          .add(refusals);
    }
    return groups.values().stream()
        .map(Folding::merged)
        .sorted((a, b) -> Integer.compare(b.candidates(), a.candidates()))
        .toList();
  }

  /// The refusal without what differs from one candidate to the next.
  private static Refusal outline(Refusal refusal) {
    return switch (refusal) {
      case NoRoom(var resource, var asked, _) -> new NoRoom(resource, asked, 0);
      case LabelMismatch(var conflict) -> new LabelMismatch(outline(conflict));
      case VolumeElsewhere(var conflict) -> new VolumeElsewhere(outline(conflict));
      case VolumeLimit(var driver, _, _) -> new VolumeLimit(driver, 0, 0);
      case SpreadViolated(var key, var selector, var maxSkew, _, _) ->
          new SpreadViolated(key, selector, maxSkew, 0, new TreeMap<>());
      case AntiAffinity(var key, var selector, var side, _) ->
          new AntiAffinity(key, selector, side, List.of());
      case NoTypeFits(var survey) ->
          new NoTypeFits(
              new TypeSurvey(
                  0,
                  0,
                  survey.nearest().map(Folding::outline).orElse(List.of()),
                  Optional.empty()));
      case Refusal.UntoleratedTaint _,
          Refusal.ContradictoryRequirements _,
          Refusal.HostPortTaken _,
          Refusal.UnknownResource _,
          Refusal.SpreadWithoutDomain _,
          Refusal.TopologyKeyMissing _,
          Refusal.AffinityUnmet _,
          Refusal.NoCommonDomain _,
          Refusal.LimitReached _,
          Refusal.MinValuesUnmet _,
          Refusal.ReservedTaken _,
          Refusal.NotAsked _,
          Refusal.ClaimsUnmet _,
          Refusal.NoCombination _ ->
          refusal;
    };
  }

  private static Conflict outline(Conflict conflict) {
    return new Conflict(conflict.key(), ValueSet.any(), conflict.demanded(), conflict.kind());
  }

  private static List<TypeSurvey.Count> outline(TypeSurvey.Miss miss) {
    return miss.causes().stream()
        .map(
            cause ->
                cause instanceof TypeRefusal.TooSmall(var resource, _)
                    ? new TypeRefusal.TooSmall(resource, 0)
                    : cause)
        .distinct()
        .map(cause -> new TypeSurvey.Count(cause, 0))
        .toList();
  }

  private static Folding merged(List<List<Refusal>> alike) {
    List<Refusal> merged = new ArrayList<>(alike.getFirst());
    for (List<Refusal> other : alike.subList(1, alike.size())) {
      for (int i = 0; i < merged.size(); i++) merged.set(i, merged(merged.get(i), other.get(i)));
    }
    return new Folding(alike.size(), merged);
  }

  private static Refusal merged(Refusal one, Refusal other) {
    if (one instanceof NoRoom(var resource, var asked, var free)
        && other instanceof NoRoom(_, _, var freeThere)) {
      return new NoRoom(resource, asked, Math.max(free, freeThere));
    }
    if (one instanceof LabelMismatch(var mine) && other instanceof LabelMismatch(var theirs)) {
      return new LabelMismatch(merged(mine, theirs));
    }
    if (one instanceof VolumeElsewhere(var mine) && other instanceof VolumeElsewhere(var theirs)) {
      return new VolumeElsewhere(merged(mine, theirs));
    }
    if (one instanceof SpreadViolated mine && other instanceof SpreadViolated theirs) {
      var counts = new TreeMap<>(mine.counts());
      counts.putAll(theirs.counts());
      return new SpreadViolated(mine.key(), mine.selector(), mine.maxSkew(), mine.floor(), counts);
    }
    if (one instanceof AntiAffinity mine && other instanceof AntiAffinity theirs) {
      var pods = new TreeSet<>(mine.pods());
      pods.addAll(theirs.pods());
      return new AntiAffinity(
          mine.key(),
          mine.selector(),
          mine.side(),
          pods.stream().limit(AntiAffinity.MAX_NAMED).toList());
    }
    return one;
  }

  private static Conflict merged(Conflict one, Conflict other) {
    var mine = one.offered().finiteValues();
    var theirs = other.offered().finiteValues();
    if (mine.isEmpty() || theirs.isEmpty() || one.kind() != Conflict.Kind.DISJOINT) return one;
    var all = new TreeSet<>(mine.get());
    all.addAll(theirs.get());
    return new Conflict(one.key(), ValueSet.in(all), one.demanded(), one.kind());
  }
}
