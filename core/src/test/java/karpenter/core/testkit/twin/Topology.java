package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;
import static java.util.Comparator.naturalOrder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.SchedulingProblem;

/// Spread, affinity and anti-affinity (section 4).
final class Topology {
  static final int MAX_COMBINATIONS = 64;

  private final Domains domains;
  private final List<Namespace> namespaces;
  private final Set<String> wellKnownLabels;
  private final Map<Group, Tally> groups = new LinkedHashMap<>();
  private final Map<Group, Tally> inverse = new LinkedHashMap<>();

  Topology(SchedulingProblem problem, List<Template> templates, List<Site.Node> nodes) {
    wellKnownLabels = problem.options().wellKnownLabels();
    domains = new Domains(problem.nodes(), templates, wellKnownLabels);
    namespaces = problem.namespaces();
    problem.pending().forEach(pod -> register(pod.spec()));
    Set<String> pending = problem.pending().stream().map(Pod::uid).collect(Collectors.toSet());
    for (BoundPod bound : problem.bound()) {
      if (pending.contains(bound.pod().uid())) continue;
      registerInverse(bound.pod().spec());
      nodes.stream()
          .filter(node -> node.value.name().equals(bound.node()))
          .forEach(node -> record(bound.pod(), node));
    }
  }

  private void register(PodSpec spec) {
    spec.spread().forEach(constraint -> tally(groups, Group.of(constraint, spec)));
    Stream.of(
            spec.affinity().stream(),
            spec.antiAffinity().stream(),
            spec.preferences().stream().flatMap(Topology::term))
        .flatMap(terms -> terms)
        .forEach(term -> tally(groups, Group.of(term, spec, namespaces)));
    registerInverse(spec);
  }

  private void registerInverse(PodSpec spec) {
    spec.antiAffinity().forEach(term -> tally(inverse, Group.of(term, spec, namespaces)));
  }

  private static Stream<AffinityTerm> term(Preference preference) {
    return switch (preference) {
      case Preference.OfNode _ -> Stream.empty();
      case Preference.NearPods(_, var term) -> Stream.of(term);
      case Preference.AwayFromPods(_, var term) -> Stream.of(term);
    };
  }

  private Tally tally(Map<Group, Tally> among, Group group) {
    return among.computeIfAbsent(group, _ -> new Tally(group.key(), domains));
  }

  /// Counts a pod where it was placed. A draft has been narrowed for the pod before.
  void record(Pod pod, Site site) {
    PodSpec spec = pod.spec();
    groups.forEach(
        (group, tally) -> {
          if (group.selects(spec) && group.admits(site, wellKnownLabels)) tally.add(site);
        });
    spec.antiAffinity().stream()
        .map(term -> Group.of(term, spec, namespaces))
        .distinct()
        .forEach(group -> tally(inverse, group).add(site));
  }

  void settle(Site.Draft draft) {
    groups.values().forEach(tally -> tally.settle(draft));
    inverse.values().forEach(tally -> tally.settle(draft));
  }

  /// One constraint of a profile on one key.
  private sealed interface Constraint {
    record Spread(SpreadConstraint constraint, Group group) implements Constraint {}

    record Near(Group group) implements Constraint {}

    record Away(Tally tally) implements Constraint {}
  }

  /// Alphabetical by key.
  private SortedMap<String, List<Constraint>> constraints(Profile profile) {
    PodSpec spec = profile.pod().spec();
    SortedMap<String, List<Constraint>> byKey = new TreeMap<>();
    for (var constraint : profile.spread()) {
      var group = Group.of(constraint, spec);
      at(byKey, group.key()).add(new Constraint.Spread(constraint, group));
    }
    for (var term : profile.near()) {
      var group = Group.of(term, spec, namespaces);
      at(byKey, group.key()).add(new Constraint.Near(group));
    }
    for (var term : profile.away()) {
      var group = Group.of(term, spec, namespaces);
      at(byKey, group.key()).add(new Constraint.Away(tally(groups, group)));
    }
    // reading: an inverse entry takes part from the start, also before any owner has a place.
    inverse.forEach(
        (group, tally) -> {
          if (group.selects(spec)) at(byKey, group.key()).add(new Constraint.Away(tally));
        });
    return byKey;
  }

  private static List<Constraint> at(Map<String, List<Constraint>> byKey, String key) {
    return byKey.computeIfAbsent(key, _ -> new ArrayList<>());
  }

  boolean holdsOn(Site.Node node, Profile profile) {
    return constraints(profile).entrySet().stream()
        .allMatch(
            entry -> {
              String key = entry.getKey();
              String domain =
                  key.equals(Labels.HOSTNAME) ? node.host() : node.value.labels().get(key);
              return entry.getValue().stream()
                  .allMatch(
                      constraint ->
                          domain == null
                              ? constraint instanceof Constraint.Away
                              : allows(constraint, domain, 0, profile));
            });
  }

  /// The requirements a draft may be narrowed to for the pod, in the order they are tried; none if
  /// topology does not hold.
  ///
  /// @param price what the draft would cost under some requirements
  List<Requirements> narrowings(
      Optional<Site.Draft> draft,
      Requirements requirements,
      Profile profile,
      ToDoubleFunction<Requirements> price) {
    String host = draft.map(Site.Draft::host).orElse("draft to be");
    List<Requirements> combinations = List.of(requirements);
    for (var entry : constraints(profile).entrySet()) {
      String key = entry.getKey();
      List<Constraint> constraints = entry.getValue();
      if (key.equals(Labels.HOSTNAME)) {
        if (!constraints.stream().allMatch(c -> allows(c, host, 0, profile))) return List.of();
      } else if (domains.isLackedBy(requirements, key)) {
        if (!constraints.stream().allMatch(Constraint.Away.class::isInstance)) return List.of();
      } else {
        combinations =
            combinations.stream()
                .flatMap(
                    narrowed ->
                        choices(key, constraints, draft, narrowed, profile, price).stream()
                            .flatMap(set -> narrow(narrowed, key, set)))
                .toList();
      }
    }
    // reading: a combination is one value for every key, counted per volume alternative.
    return combinations.stream().limit(MAX_COMBINATIONS).toList();
  }

  private Stream<Requirements> narrow(Requirements requirements, String key, ValueSet set) {
    return requirements.satisfies(Requirements.of(key, set), wellKnownLabels)
        ? Stream.of(requirements.and(key, set))
        : Stream.empty();
  }

  private List<ValueSet> choices(
      String key,
      List<Constraint> constraints,
      Optional<Site.Draft> draft,
      Requirements requirements,
      Profile profile,
      ToDoubleFunction<Requirements> price) {
    List<String> values =
        domains.left(requirements, key).stream()
            .filter(
                value ->
                    constraints.stream()
                        .allMatch(c -> allows(c, value, pending(c, draft), profile)))
            .toList();
    if (constraints.stream().allMatch(Constraint.Away.class::isInstance)) {
      return List.of(ValueSet.in(values));
    }
    // reading: the spread groups of the constraints the profile keeps, each once.
    List<Tally> spread =
        constraints.stream()
            .flatMap(c -> c instanceof Constraint.Spread s ? Stream.of(s.group) : Stream.empty())
            .distinct()
            .map(group -> tally(groups, group))
            .toList();
    return values.stream()
        .sorted(
            comparing((String value) -> spread.stream().mapToInt(t -> t.count(value)).sum())
                .thenComparingDouble(
                    value ->
                        narrow(requirements, key, ValueSet.in(value))
                            .mapToDouble(price)
                            .findFirst()
                            .orElse(Double.POSITIVE_INFINITY))
                .thenComparing(naturalOrder()))
        .map(ValueSet::in)
        .toList();
  }

  /// The pods of a constraint's group that go where the draft goes.
  private int pending(Constraint constraint, Optional<Site.Draft> draft) {
    return switch (constraint) {
      case Constraint.Spread(_, var group) -> draft.map(tally(groups, group)::pendingOn).orElse(0);
      case Constraint.Near(var group) -> draft.map(tally(groups, group)::pendingOn).orElse(0);
      case Constraint.Away _ -> 0;
    };
  }

  private boolean allows(Constraint constraint, String domain, int pending, Profile profile) {
    return switch (constraint) {
      case Constraint.Spread(var spread, var group) ->
          spreads(spread, group, domain, pending, profile);
      case Constraint.Near(var group) -> pending > 0 || isNear(group, domain, profile);
      case Constraint.Away(var tally) -> tally.count(domain) == 0 && !tally.isBlocked(domain);
    };
  }

  private boolean spreads(
      SpreadConstraint constraint, Group group, String domain, int pending, Profile profile) {
    Tally tally = tally(groups, group);
    PodSpec spec = profile.pod().spec();
    int min = 0;
    // reading: with the least count always 0, the host name needs no domain to compare with.
    if (!group.key().equals(Labels.HOSTNAME)) {
      SortedSet<String> known =
          constraint.nodeTaints() == Inclusion.HONOR
              ? domains.of(group.key(), spec.tolerations())
              : domains.of(group.key());
      // reading: the strict requirements limit the domains under either nodeAffinity policy.
      List<String> eligible =
          known.stream().filter(profile.strict().get(group.key())::contains).toList();
      if (eligible.isEmpty()) return false;
      if (eligible.size() >= constraint.minDomains().orElse(0)) {
        min = eligible.stream().mapToInt(tally::count).min().orElse(0);
      }
    }
    int self = group.selector().matches(spec.labels()) ? 1 : 0;
    return tally.count(domain) + pending + self - min <= constraint.maxSkew();
  }

  private boolean isNear(Group group, String domain, Profile profile) {
    Tally tally = tally(groups, group);
    if (tally.count(domain) > 0) return true;
    // reading: for the host name the domains are all nodes and drafts that have a pod.
    Set<String> all =
        group.key().equals(Labels.HOSTNAME) ? tally.occupied() : domains.of(group.key());
    ValueSet wanted = profile.strict().get(group.key());
    return group.selects(profile.pod().spec())
        && all.stream()
            .noneMatch(
                other ->
                    (group.key().equals(Labels.HOSTNAME) || wanted.contains(other))
                        && tally.count(other) > 0);
  }
}
