package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/// A claim of the placement, seen as all the nodes it may become: one per listed type.
///
/// Remembers its answers, because hundreds of alike pods ask the same. Used by one thread.
final class NewNode implements Place {
  private final Placement.Claim claim;
  private final Pool pool;
  private final Requirements demands;
  private final List<Candidate> candidates;
  private final List<Pod> pods = new ArrayList<>();
  private final Map<List<Requirements>, Boolean> met = new HashMap<>();
  private final Map<String, SortedSet<String>> domains = new HashMap<>();

  NewNode(Placement.Claim claim, Pool pool, Market market) {
    this.claim = claim;
    this.pool = pool;
    // The list of types is judged by itself, and a new node's name is nobody's to choose.
    this.demands =
        claim.requirements().without(List.of(LabelKeys.INSTANCE_TYPE, LabelKeys.HOSTNAME));
    var all = market.candidates(pool, demands);
    this.candidates = claim.types().stream().map(all::get).filter(Objects::nonNull).toList();
  }

  Placement.Claim claim() {
    return claim;
  }

  Pool pool() {
    return pool;
  }

  /// On top of the pool's template, without the list of types.
  Requirements demands() {
    return demands;
  }

  /// The listed types, as far as the catalogue knows them.
  List<Candidate> candidates() {
    return candidates;
  }

  double price() {
    return candidates.stream().mapToDouble(Candidate::price).min().orElse(Double.POSITIVE_INFINITY);
  }

  Resources requests() {
    return pods.stream().map(Pod::requests).reduce(Resources.NONE, Resources::plus);
  }

  @Override
  public String name() {
    return claim.name();
  }

  @Override
  public List<Taint> taints() {
    return pool.taints();
  }

  @Override
  public List<Pod> pods() {
    return pods;
  }

  @Override
  public boolean surelyMeets(List<Requirements> alternatives) {
    return met.computeIfAbsent(
        alternatives,
        _ ->
            candidates.stream()
                .allMatch(c -> Requirements.someSurelyHolds(alternatives, labels(c))));
  }

  @Override
  public boolean mayMeet(List<Requirements> alternatives) {
    return candidates.stream()
        .anyMatch(c -> alternatives.stream().anyMatch(a -> a.mayHoldFor(labels(c))));
  }

  /// The labels of this node if it becomes this type. Its name is new to everyone.
  Requirements.Labels labels(Candidate candidate) {
    return key ->
        key.equals(LabelKeys.HOSTNAME) || key.equals(LabelKeys.NODE_NAME_FIELD)
            ? LabelValues.only(name())
            : candidate.get(key);
  }

  /// Whether the requirements name one value, rather than only one of several being on sale.
  boolean isDecided(String key) {
    return pool.template()
        .and(demands)
        .find(key)
        .filter(v -> !v.absent() && !v.complement() && v.values().size() == 1)
        .isPresent();
  }

  @Override
  public SortedSet<String> domains(String key) {
    return domains.computeIfAbsent(key, this::computeDomains);
  }

  private SortedSet<String> computeDomains(String key) {
    if (key.equals(LabelKeys.HOSTNAME)) return new TreeSet<>(List.of(name()));
    var values = new TreeSet<String>();
    for (var candidate : candidates) {
      var label = candidate.get(key);
      if (!label.complement()) values.addAll(label.values());
    }
    return values;
  }
}
