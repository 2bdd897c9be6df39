package karpenter.core.testkit.twin;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.Unplaced;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.twin.Site.Shape;

/// Places pods by the letter of `docs/scheduling.md`, one test after the other, remembering nothing
/// it could find out again.
public final class SlowTwin {
  static final int MAX_RISES = 4;
  static final double TOLERANCE = 1e-9;

  final SchedulingProblem problem;
  private final Set<String> wellKnown;
  final List<Site.Node> nodes;
  final List<Template> templates;
  final List<Site.Draft> drafts = new ArrayList<>();
  final Topology topology;
  final Reservations reservations;
  private final List<Pod> placed = new ArrayList<>();
  Set<String> closed = Set.of();
  private Opening opening = Opening.IF_CHEAPER;

  /// When a node is opened although another that is to be bought would do.
  private enum Opening {
    IF_CHEAPER,
    IF_NEEDED
  }

  SlowTwin(SchedulingProblem problem) {
    this.problem = problem;
    this.wellKnown = problem.options().wellKnownLabels();
    this.nodes =
        problem.nodes().stream()
            .sorted(
                comparing(ExistingNode::initialized).reversed().thenComparing(ExistingNode::name))
            .map(node -> new Site.Node(node, problem.daemons()))
            .toList();
    this.templates = Template.of(problem);
    this.topology = new Topology(problem, templates, nodes);
    this.reservations = new Reservations(problem.pools(), problem.options());
  }

  public static Placement place(SchedulingProblem problem, List<Pod> order) {
    var twin = new SlowTwin(problem);
    return new Finish(problem, twin.reservations)
        .placement(twin.nodes, twin.drafts, twin.rounds(order), twin.placed);
  }

  /// Pods that wait, then pods that move; these go to no node of `closed` (docs/what-if.md).
  public static Placement place(
      SchedulingProblem problem, List<Pod> waiting, List<Pod> moving, Set<String> closed) {
    var twin = new SlowTwin(problem);
    List<Unplaced> left = new ArrayList<>(twin.rounds(waiting));
    twin.closed = closed;
    left.addAll(twin.rounds(moving));
    return new Finish(problem, twin.reservations)
        .placement(twin.nodes, twin.drafts, left, twin.placed);
  }

  /// What becomes of pods that move when one new node is the most that may come.
  ///
  /// @param placement of all pods, however many nodes it took
  /// @param opened how many nodes the pods that move had opened
  public record Moved(Placement placement, int opened) {}

  /// As [#place(SchedulingProblem, List, List, Set)], but pods that move open a node only if
  /// nothing else will do.
  public static Moved move(
      SchedulingProblem problem, List<Pod> waiting, List<Pod> moving, Set<String> closed) {
    var twin = new SlowTwin(problem);
    List<Unplaced> left = new ArrayList<>(twin.rounds(waiting));
    int before = twin.drafts.size();
    twin.closed = closed;
    twin.opening = Opening.IF_NEEDED;
    left.addAll(twin.rounds(moving));
    var placement =
        new Finish(problem, twin.reservations)
            .placement(twin.nodes, twin.drafts, left, twin.placed);
    return new Moved(placement, twin.drafts.size() - before);
  }

  /// Section 9: again and again until a round places none.
  List<Unplaced> rounds(List<Pod> order) {
    List<Pod> waiting = order;
    while (true) {
      List<Unplaced> left = new ArrayList<>();
      for (Pod pod : waiting) {
        switch (search(pod)) {
          case Search.Found(var place) -> put(pod, place);
          case Search.Nowhere() -> left.add(new Unplaced(pod, false));
          case Search.Deferred() -> left.add(new Unplaced(pod, true));
        }
      }
      if (left.isEmpty() || left.size() == waiting.size()) return left;
      waiting = left.stream().map(Unplaced::pod).toList();
    }
  }

  /// A place that passed, with the rise of the price it brings and the price of the node after.
  record Place(Candidate candidate, double rise, double priceAfter) {}

  sealed interface Candidate {
    record OnNode(Site.Node node) implements Candidate {}

    record OnDraft(Site.Draft draft, Shape after) implements Candidate {}

    /// @param squeezed the rows that drafts of the pool keep, where they must make room
    record OnNew(Template template, Shape after, Map<Site.Draft, List<Row>> squeezed)
        implements Candidate {}
  }

  private sealed interface Search {
    record Found(Place place) implements Search {}

    record Nowhere() implements Search {}

    record Deferred() implements Search {}
  }

  // ---- section 2

  private Search search(Pod pod) {
    List<Profile> profiles = Profile.of(pod, problem);
    return switch (problem.options().preferences()) {
      case PreferencePolicy.Weigh(var fraction) -> weigh(profiles, fraction);
      case PreferencePolicy.Respect(), PreferencePolicy.Ignore() -> first(profiles);
    };
  }

  private Search first(List<Profile> profiles) {
    for (Profile profile : profiles) {
      Search result = search(profile);
      if (!(result instanceof Search.Nowhere)) return result;
    }
    return new Search.Nowhere();
  }

  private Search weigh(List<Profile> profiles, double fraction) {
    // reading: "that has a place" passes over empty sets that are deferred.
    Optional<Place> base =
        profiles.stream()
            .filter(Profile::isEmptySet)
            .flatMap(
                profile ->
                    search(profile) instanceof Search.Found(var place)
                        ? Stream.of(place)
                        : Stream.empty())
            .findFirst();
    for (Profile profile : profiles) {
      switch (search(profile)) {
        case Search.Found found -> {
          if (isWorthIt(found.place, base, fraction)) return found;
        }
        case Search.Nowhere() -> {}
        // reading: a deferral ends the search unless an earlier profile was worth its price.
        case Search.Deferred deferred -> {
          return deferred;
        }
      }
    }
    return new Search.Nowhere();
  }

  // reading: without a place for the empty set there is nothing to weigh against.
  private static boolean isWorthIt(Place place, Optional<Place> base, double fraction) {
    return base.isEmpty()
        || place.rise() - base.get().rise() <= fraction * place.priceAfter() + TOLERANCE;
  }

  // ---- section 5

  private Search search(Profile profile) {
    for (Site.Node node : nodes) {
      if (passes(node, profile)) {
        return new Search.Found(new Place(new Candidate.OnNode(node), 0, 0));
      }
    }
    List<Place> rises = new ArrayList<>();
    for (Site.Draft draft : drafts) {
      switch (verdict(draft, profile)) {
        case Verdict.Passes(var after) -> {
          Place place = onDraft(draft, after);
          if (place.rise() <= TOLERANCE) return new Search.Found(place);
          if (rises.size() < MAX_RISES) rises.add(place);
        }
        case Verdict.Fails(), Verdict.Deferred() -> {}
      }
    }
    Place cheapest = null;
    for (Place place : rises) {
      if (cheapest == null || place.rise() < cheapest.rise()) cheapest = place;
    }
    for (Template template : templates) {
      Verdict verdict = verdict(template, Map.of(), profile);
      Map<Site.Draft, List<Row>> squeezed = Map.of();
      // reading: a deferral is no refusal, so it does not squeeze.
      if (verdict instanceof Verdict.Fails && limitsDropRows(template)) {
        squeezed = squeezed(template);
        Verdict second = verdict(template, squeezed, profile);
        if (second instanceof Verdict.Passes) verdict = second;
      }
      switch (verdict) {
        case Verdict.Passes(var after) -> {
          double price = Row.price(after.rows(), after.requirements(), wellKnown);
          var fresh = new Place(new Candidate.OnNew(template, after, squeezed), price, price);
          return new Search.Found(
              cheapest == null || opens(fresh, template, cheapest) ? fresh : cheapest);
        }
        case Verdict.Fails() -> {}
        case Verdict.Deferred() -> {
          return cheapest == null ? new Search.Deferred() : new Search.Found(cheapest);
        }
      }
    }
    return cheapest == null ? new Search.Nowhere() : new Search.Found(cheapest);
  }

  private Place onDraft(Site.Draft draft, Shape after) {
    double before = Row.price(draft.shape.rows(), draft.shape.requirements(), wellKnown);
    double price = Row.price(after.rows(), after.requirements(), wellKnown);
    return new Place(new Candidate.OnDraft(draft, after), price - before, price);
  }

  private boolean opens(Place fresh, Template template, Place onDraft) {
    return opening == Opening.IF_CHEAPER && isBetter(fresh, template, onDraft);
  }

  private static boolean isBetter(Place fresh, Template template, Place onDraft) {
    if (!(onDraft.candidate() instanceof Candidate.OnDraft(var draft, _))) {
      throw new IllegalStateException("only drafts rise");
    }
    return fresh.priceAfter() + template.pool().nodeCost() < onDraft.rise() - TOLERANCE
        && template.pool().weight() >= draft.pool.weight();
  }

  // ---- section 6

  private List<Site.Draft> draftsOf(Template template) {
    return drafts.stream()
        .filter(draft -> draft.pool.name().equals(template.pool().name()))
        .toList();
  }

  private boolean limitsDropRows(Template template) {
    return affordable(template, Map.of()).size() < template.rows().size();
  }

  private Map<Site.Draft, List<Row>> squeezed(Template template) {
    Map<Site.Draft, List<Row>> rows = new LinkedHashMap<>();
    for (Site.Draft draft : draftsOf(template)) {
      Resources limits = template.pool().limits().orElseThrow();
      rows.put(draft, Limits.squeezed(draft, limits, reservations, wellKnown));
    }
    return rows;
  }

  private List<Row> affordable(Template template, Map<Site.Draft, List<Row>> squeezed) {
    List<List<Row>> rows =
        draftsOf(template).stream()
            .map(draft -> squeezed.getOrDefault(draft, draft.shape.rows()))
            .toList();
    return Limits.affordable(template, problem.nodes(), rows);
  }

  // ---- section 3

  boolean passes(Site.Node node, Profile profile) {
    PodSpec spec = profile.pod().spec();
    return !closed.contains(node.value.name())
        && tolerates(profile, node.taints())
        && node.labels.satisfies(profile.node(), Set.of())
        && !Row.conflict(spec.hostPorts(), node.ports())
        && node.attaches(spec.volumes())
        && spec.requests().fits(node.room())
        && volumeAlternatives(spec).stream()
            .anyMatch(volumes -> node.labels.satisfies(volumes, Set.of()))
        && topology.holdsOn(node, profile);
  }

  sealed interface Verdict {
    record Passes(Shape after) implements Verdict {}

    record Fails() implements Verdict {}

    record Deferred() implements Verdict {}
  }

  Verdict verdict(Site.Draft draft, Profile profile) {
    List<HostPort> ports =
        draft.pods.stream().flatMap(pod -> pod.spec().hostPorts().stream()).toList();
    if (Row.conflict(profile.pod().spec().hostPorts(), ports)) return new Verdict.Fails();
    return verdict(
        draft.shape, Optional.of(draft), draft.taints(), MinValuesPolicy.STRICT, profile);
  }

  Verdict verdict(Template template, Map<Site.Draft, List<Row>> squeezed, Profile profile) {
    Shape empty =
        new Shape(
            template.pool().requirements(),
            affordable(template, squeezed),
            Resources.none(),
            Collections.emptySortedSet(),
            false);
    return verdict(
        empty, Optional.empty(), template.pool().taints(), problem.options().minValues(), profile);
  }

  private Verdict verdict(
      Shape shape,
      Optional<Site.Draft> draft,
      List<Taint> taints,
      MinValuesPolicy minValues,
      Profile profile) {
    if (!tolerates(profile, taints)) return new Verdict.Fails();
    if (!shape.requirements().satisfies(profile.node(), wellKnown)) return new Verdict.Fails();
    Requirements joined = joined(shape.requirements(), profile.node());
    if (joined.isContradictory()) return new Verdict.Fails();
    Verdict result = new Verdict.Fails();
    for (Requirements volumes : volumeAlternatives(profile.pod().spec())) {
      if (!joined.satisfies(volumes, wellKnown)) continue;
      Verdict one = verdict(shape, joined(joined, volumes), draft, minValues, profile);
      if (one instanceof Verdict.Passes) return one;
      // reading: deferred when domains or volumes failed for reservations and none passes.
      if (one instanceof Verdict.Deferred) result = one;
    }
    return result;
  }

  private Verdict verdict(
      Shape shape,
      Requirements joined,
      Optional<Site.Draft> draft,
      MinValuesPolicy minValues,
      Profile profile) {
    PodSpec spec = profile.pod().spec();
    Resources total = shape.requests().plus(spec.requests());
    Verdict result = new Verdict.Fails();
    // reading: domains that leave a row but fail minValues or reservations give way to the next.
    for (Requirements narrowed :
        topology.narrowings(
            draft,
            joined,
            profile,
            asked -> Row.price(surviving(shape, asked, total, spec), asked, wellKnown))) {
      if (narrowed.isContradictory()) continue;
      List<Row> rows = surviving(shape, narrowed, total, spec);
      if (rows.isEmpty()) continue;
      Verdict one =
          verdict(shape, new Shape(narrowed, rows, total, shape.held(), false), minValues);
      if (one instanceof Verdict.Passes) return one;
      if (one instanceof Verdict.Deferred) result = one;
    }
    return result;
  }

  private List<Row> surviving(Shape shape, Requirements asked, Resources total, PodSpec spec) {
    return shape.rows().stream()
        .filter(row -> row.survives(asked, total, spec.hostPorts(), wellKnown))
        .toList();
  }

  /// Sections 7 and 8.
  private Verdict verdict(Shape before, Shape after, MinValuesPolicy minValues) {
    Requirements requirements = after.requirements();
    boolean relaxed = before.minValuesRelaxed();
    if (!MinValues.hold(requirements, after.rows())) {
      if (minValues == MinValuesPolicy.STRICT) return new Verdict.Fails();
      requirements = MinValues.lowered(requirements, after.rows());
      relaxed = true;
    }
    var compatible = reservations.compatible(requirements, after.rows());
    SortedSet<String> reservable = reservations.reservable(compatible, before.held(), drafts);
    if (problem.options().reserved() == ReservedMode.STRICT
        && reservable.isEmpty()
        && !(compatible.isEmpty() && before.held().isEmpty())) {
      return new Verdict.Deferred();
    }
    return new Verdict.Passes(
        new Shape(
            requirements, after.rows(), after.requests(), new TreeSet<>(reservable), relaxed));
  }

  private Requirements joined(Requirements mine, Requirements more) {
    Requirements result = mine;
    for (String key : more.keys()) {
      if (mine.has(key) || wellKnown.contains(key)) result = result.and(key, more.get(key));
    }
    return result;
  }

  static boolean tolerates(Profile profile, List<Taint> taints) {
    return Toleration.firstUntolerated(
            profile.pod().spec().tolerations(), taints, profile.softTaints())
        .isEmpty();
  }

  static List<Requirements> volumeAlternatives(PodSpec spec) {
    return spec.volumeAlternatives().isEmpty()
        ? List.of(Requirements.none())
        : spec.volumeAlternatives();
  }

  void put(Pod pod, Place place) {
    Site site =
        switch (place.candidate()) {
          case Candidate.OnNode(var node) -> {
            node.pods.add(pod);
            yield node;
          }
          case Candidate.OnDraft(var draft, var after) -> {
            draft.pods.add(pod);
            draft.shape = after;
            topology.settle(draft);
            yield draft;
          }
          case Candidate.OnNew(var template, var after, var squeezed) -> {
            squeezed.forEach((one, rows) -> one.shape = one.shape.withRows(rows));
            var draft = new Site.Draft(template.pool(), drafts.size(), after);
            draft.pods.add(pod);
            drafts.add(draft);
            yield draft;
          }
        };
    topology.record(pod, site);
    placed.add(pod);
  }
}
