package karpenter.core.testkit.cases;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;

/// A kind of constraint: in how many cases it occurs, and what a case is without it.
public enum ConstraintKind {
  NODE_SELECTOR(
      0.35,
      edit ->
          edit.pending(
              spec -> {
                if (spec.nodeAlternatives.size() == 1) {
                  spec.nodeAlternatives = List.of(Requirements.none());
                }
              })),
  OR_TERMS(
      0.35,
      edit -> edit.pending(spec -> spec.nodeAlternatives = spec.nodeAlternatives.subList(0, 1))),
  NODE_PREFERENCE(0.35, edit -> keepPreferences(edit, p -> !(p instanceof Preference.OfNode))),
  NEAR_PREFERENCE(0.42, edit -> keepPreferences(edit, p -> !(p instanceof Preference.NearPods))),
  AWAY_PREFERENCE(0.3, edit -> keepPreferences(edit, p -> !(p instanceof Preference.AwayFromPods))),
  HARD_TAINT(0.3, edit -> keepTaints(edit, ConstraintKind::isSoft)),
  SOFT_TAINT(0.3, edit -> keepTaints(edit, taint -> !isSoft(taint))),
  TOLERATION(0.3, edit -> edit.pending(spec -> spec.tolerations = List.of())),
  SPREAD_ZONE(0.2, edit -> keepSpread(edit, spread -> !isHardOn(spread, Keys.ZONE))),
  SPREAD_HOSTNAME(0.3, edit -> keepSpread(edit, spread -> !isHardOn(spread, Keys.HOSTNAME))),
  SPREAD_CAPACITY_TYPE(
      0.2, edit -> keepSpread(edit, spread -> !isHardOn(spread, Keys.CAPACITY_TYPE))),
  SPREAD_CUSTOM_KEY(0.2, edit -> keepSpread(edit, spread -> !isHardOn(spread, Keys.TIER))),
  SCHEDULE_ANYWAY(
      0.35, edit -> keepSpread(edit, spread -> spread.strength() == Strength.DO_NOT_SCHEDULE)),
  MAX_SKEW(0.4, edit -> edit.pending(spec -> changeSpread(spec, s -> with(s, 1, s.minDomains())))),
  MIN_DOMAINS(
      0.4,
      edit ->
          edit.pending(spec -> changeSpread(spec, s -> with(s, s.maxSkew(), OptionalInt.empty())))),
  NODE_AFFINITY_POLICY(
      0.5,
      edit ->
          edit.pending(
              spec -> changeSpread(spec, s -> including(s, Inclusion.HONOR, s.nodeTaints())))),
  NODE_TAINTS_POLICY(
      0.55,
      edit ->
          edit.pending(
              spec -> changeSpread(spec, s -> including(s, s.nodeAffinity(), Inclusion.IGNORE)))),
  AFFINITY(0.25, edit -> edit.pending(spec -> spec.affinity = List.of())),
  ANTI_AFFINITY(0.3, edit -> edit.pending(spec -> spec.antiAffinity = List.of())),
  BOUND_ANTI_AFFINITY(0.35, edit -> edit.bound(spec -> spec.antiAffinity = List.of())),
  NAMESPACE_LIST(
      0.4,
      edit -> changeTerms(edit, term -> inNamespaces(term, List.of(), term.namespaceSelector()))),
  NAMESPACE_SELECTOR(
      0.4,
      edit -> changeTerms(edit, term -> inNamespaces(term, term.namespaces(), Optional.empty()))),
  POD_PORTS(0.15, edit -> edit.pending(spec -> spec.hostPorts = List.of())),
  NODE_PORTS(
      0.45,
      edit ->
          edit.nodes(
              node ->
                  ProblemEdit.withTaintsPortsAndLimits(
                      node, node.taints(), List.of(), node.volumeLimits()))),
  DAEMON_PORTS(0.35, edit -> edit.daemons(spec -> spec.hostPorts = List.of())),
  VOLUME_ALTERNATIVES(0.35, edit -> edit.pending(spec -> spec.volumeAlternatives = List.of())),
  ATTACH_LIMIT(
      0.4,
      edit ->
          edit.nodes(
              node ->
                  ProblemEdit.withTaintsPortsAndLimits(
                      node, node.taints(), node.hostPorts(), Map.of()))),
  DAEMONS(0.35, edit -> edit.daemons = List.of()),
  RESOURCE_LIMIT(0.35, edit -> keepLimits(edit, name -> name.equals(Resources.NODES))),
  NODES_LIMIT(0.3, edit -> keepLimits(edit, name -> !name.equals(Resources.NODES))),
  WEIGHT(0.5, edit -> edit.pools(pool -> ProblemEdit.withWeight(pool, 0))),
  MIN_VALUES(0.35, edit -> edit.pools(ConstraintKind::withoutMinValues)),
  MIN_VALUES_BEST_EFFORT(0.25, edit -> edit.options = with(edit.options, MinValuesPolicy.STRICT)),
  RESERVATION_CAPACITY(0.2, edit -> edit.offerings(ConstraintKind::withAmpleReservation)),
  RESERVED_STRICT(0.3, edit -> edit.options = with(edit.options, ReservedMode.FALLBACK)),
  PREFERENCES_IGNORED(
      0.2,
      edit -> {
        if (edit.options.preferences() instanceof PreferencePolicy.Ignore) {
          edit.options = with(edit.options, new PreferencePolicy.Respect());
        }
      }),
  PREFERENCES_WEIGHED(
      0.3,
      edit -> {
        if (edit.options.preferences() instanceof PreferencePolicy.Weigh) {
          edit.options = with(edit.options, new PreferencePolicy.Respect());
        }
      }),
  UNAVAILABLE_OFFERING(0.4, edit -> edit.offerings(ConstraintKind::available)),
  OFFERING_OVERRIDE(0.3, edit -> edit.offerings(ConstraintKind::withoutOverrides)),
  VIRTUAL_POD(0.3, edit -> edit.pending(spec -> spec.isVirtual = false)),
  PRIORITY(0.3, edit -> edit.pending(spec -> spec.priority = 0)),
  EXISTING_NODE(
      0.5,
      edit -> {
        edit.nodes = List.of();
        edit.bound = List.of();
      }),
  BOUND_POD(0.5, edit -> edit.bound = List.of()),
  UNINITIALIZED_NODE(0.45, edit -> edit.nodes(ProblemEdit::initialized));

  private final double share;
  private final Consumer<ProblemEdit> removal;

  ConstraintKind(double share, Consumer<ProblemEdit> removal) {
    this.share = share;
    this.removal = removal;
  }

  /// The part of all cases that this kind may occur in.
  double share() {
    return share;
  }

  public SchedulingProblem without(SchedulingProblem problem) {
    return ProblemEdit.of(problem, removal);
  }

  private static boolean isSoft(Taint taint) {
    return taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE;
  }

  private static boolean isHardOn(SpreadConstraint spread, String key) {
    return spread.strength() == Strength.DO_NOT_SCHEDULE && spread.topologyKey().equals(key);
  }

  private static void keepPreferences(ProblemEdit edit, Predicate<Preference> keep) {
    edit.pending(spec -> spec.preferences = spec.preferences.stream().filter(keep).toList());
  }

  private static void keepTaints(ProblemEdit edit, Predicate<Taint> keep) {
    edit.taints(taints -> taints.stream().filter(keep).toList());
  }

  private static void keepSpread(ProblemEdit edit, Predicate<SpreadConstraint> keep) {
    edit.pending(spec -> spec.spread = spec.spread.stream().filter(keep).toList());
  }

  private static void changeSpread(SpecEdit spec, UnaryOperator<SpreadConstraint> change) {
    spec.spread = spec.spread.stream().map(change).toList();
  }

  private static SpreadConstraint with(SpreadConstraint s, int maxSkew, OptionalInt minDomains) {
    return new SpreadConstraint(
        s.topologyKey(),
        maxSkew,
        minDomains,
        s.strength(),
        s.selector(),
        s.nodeAffinity(),
        s.nodeTaints());
  }

  private static SpreadConstraint including(
      SpreadConstraint s, Inclusion nodeAffinity, Inclusion nodeTaints) {
    return new SpreadConstraint(
        s.topologyKey(),
        s.maxSkew(),
        s.minDomains(),
        s.strength(),
        s.selector(),
        nodeAffinity,
        nodeTaints);
  }

  private static void changeTerms(ProblemEdit edit, UnaryOperator<AffinityTerm> change) {
    Consumer<SpecEdit> all =
        spec -> {
          spec.affinity = spec.affinity.stream().map(change).toList();
          spec.antiAffinity = spec.antiAffinity.stream().map(change).toList();
          spec.preferences =
              spec.preferences.stream().map(preference -> changed(preference, change)).toList();
        };
    edit.pending(all);
    edit.bound(all);
  }

  private static Preference changed(Preference preference, UnaryOperator<AffinityTerm> change) {
    return switch (preference) {
      case Preference.OfNode node -> node;
      case Preference.NearPods(var weight, var term) ->
          new Preference.NearPods(weight, change.apply(term));
      case Preference.AwayFromPods(var weight, var term) ->
          new Preference.AwayFromPods(weight, change.apply(term));
    };
  }

  private static AffinityTerm inNamespaces(
      AffinityTerm term, Collection<String> names, Optional<LabelSelector> selector) {
    return new AffinityTerm(term.topologyKey(), term.selector(), new TreeSet<>(names), selector);
  }

  private static void keepLimits(ProblemEdit edit, Predicate<String> keep) {
    edit.pools(
        pool -> {
          if (pool.limits().isEmpty()) return pool;
          Map<String, Long> kept = new TreeMap<>(pool.limits().get().toMap());
          kept.keySet().removeIf(keep.negate());
          return ProblemEdit.withLimits(
              pool, kept.isEmpty() ? Optional.empty() : Optional.of(Resources.of(kept)));
        });
  }

  private static NodePool withoutMinValues(NodePool pool) {
    Requirements bare = Requirements.none();
    for (String key : pool.requirements().keys()) {
      bare = bare.and(key, pool.requirements().get(key));
    }
    return ProblemEdit.withRequirements(pool, bare);
  }

  private static Options with(Options options, MinValuesPolicy policy) {
    return with(options, options.preferences(), policy, options.reserved());
  }

  private static Options with(Options options, ReservedMode mode) {
    return with(options, options.preferences(), options.minValues(), mode);
  }

  private static Options with(Options options, PreferencePolicy policy) {
    return with(options, policy, options.minValues(), options.reserved());
  }

  private static Options with(
      Options options, PreferencePolicy preferences, MinValuesPolicy minValues, ReservedMode mode) {
    return new Options(
        preferences,
        minValues,
        mode,
        options.wellKnownLabels(),
        options.reservationLabel(),
        options.improvementWork());
  }

  private static Offering withAmpleReservation(Offering offering) {
    boolean isReserved =
        offering.requirements().get(Keys.CAPACITY_TYPE).equals(ValueSet.in("reserved"));
    return isReserved
        ? new Offering(
            offering.requirements(),
            offering.price(),
            offering.available(),
            OptionalInt.of(1000),
            offering.capacityOverride(),
            offering.overheadOverride())
        : offering;
  }

  private static Offering available(Offering offering) {
    return new Offering(
        offering.requirements(),
        offering.price(),
        true,
        offering.reservationCapacity(),
        offering.capacityOverride(),
        offering.overheadOverride());
  }

  private static Offering withoutOverrides(Offering offering) {
    return new Offering(
        offering.requirements(),
        offering.price(),
        offering.available(),
        offering.reservationCapacity(),
        Resources.none(),
        Resources.none());
  }
}
