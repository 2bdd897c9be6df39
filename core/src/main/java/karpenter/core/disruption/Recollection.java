package karpenter.core.disruption;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// What consolidation remembers from one look at the cluster to the next, so that a look costs what
/// has changed. One thread uses it.
public final class Recollection {
  /// One in so many nodes may be different before sets are looked for everywhere again.
  private static final int MAX_CHANGED = 20;

  private final int maxNodes;
  private final Findings findings = new Findings();
  private Map<String, PoolTypes> types = Map.of();
  private Consolidation consolidation = new Consolidation(new Market(Map.of()), false);
  private Set<String> hopeless = Set.of();

  private Map<String, Candidate> seen = Map.of();
  private Map<String, Integer> left = Map.of();
  private final Set<String> changed = new HashSet<>();
  private MultiNodeSearch.@Nullable Prior prior;

  public Recollection() {
    this(MultiNodeSearch.MAX_NODES);
  }

  /// @param maxNodes that may go with one command
  public Recollection(int maxNodes) {
    this.maxNodes = maxNodes;
  }

  /// @param types what is on sale, by pool
  public Weigher weigher(
      WhatIfs whatIfs,
      Map<String, PoolTypes> types,
      boolean spotToSpot,
      Balanced balanced,
      Worth worth) {
    boolean sameWorld = types.equals(this.types) && consolidation.spotToSpot() == spotToSpot;
    if (!sameWorld) {
      this.types = Map.copyOf(types);
      consolidation = new Consolidation(new Market(this.types), spotToSpot);
      prior = null;
    }
    if (!sameWorld || !hopeless.equals(whatIfs.hopeless())) {
      hopeless = Set.copyOf(whatIfs.hopeless());
      findings.forget();
    }
    return new Weigher(whatIfs, consolidation, balanced, worth, findings);
  }

  /// A search for sets that goes on from the last one where that is as good as a new one: few nodes
  /// are different, prices are the same, and the budgets allow no more than they did.
  ///
  /// @param alone what nodes would bring on their own
  /// @param everywhere whether to look everywhere in any case
  public MultiNodeSearch search(
      Weigher weigher,
      Allowances allowances,
      List<Candidate> candidates,
      SingleMoves alone,
      boolean everywhere) {
    var now = new HashMap<String, Candidate>();
    candidates.forEach(candidate -> now.put(candidate.name(), candidate));
    var different = different(now);
    changed.addAll(different);
    boolean isEased = isEased(allowances, candidates);
    seen = now;
    findings.keepOnly(now);
    var last = prior;
    if (everywhere || last == null || isEased || changed.size() * MAX_CHANGED > candidates.size()) {
      return new MultiNodeSearch(weigher, allowances, candidates, alone, maxNodes, null);
    }
    return new MultiNodeSearch(
        weigher,
        allowances,
        candidates,
        alone,
        maxNodes,
        new MultiNodeSearch.Prior(last.names(), last.surplus(), different));
  }

  /// Those that have come, gone or changed since the last look.
  private Set<String> different(Map<String, Candidate> now) {
    var different = new TreeSet<String>();
    now.forEach(
        (name, candidate) -> {
          var before = seen.get(name);
          if (before == null || !isSame(before, candidate)) {
            different.add(name);
          }
        });
    for (var name : seen.keySet()) {
      if (!now.containsKey(name)) {
        different.add(name);
      }
    }
    return different;
  }

  @SuppressWarnings("ReferenceEquality") // most are the very same
  private static boolean isSame(Candidate one, Candidate other) {
    return one == other || one.equals(other);
  }

  private boolean isEased(Allowances allowances, List<Candidate> candidates) {
    var next = new HashMap<String, Integer>();
    candidates.forEach(
        c -> next.computeIfAbsent(c.pool().name(), name -> allowances.remaining(name)));
    boolean isEased =
        next.entrySet().stream()
            .anyMatch(e -> e.getValue() > left.getOrDefault(e.getKey(), Integer.MAX_VALUE));
    left = next;
    return isEased;
  }

  /// What a search that is over has found is where the next may go on from.
  public void keep(MultiNodeSearch search) {
    Set<String> names = new TreeSet<>();
    search.best().ifPresent(plan -> names.addAll(plan.names()));
    prior = new MultiNodeSearch.Prior(names, search.surplus(), Set.of());
    if (search.isWhole()) {
      changed.clear();
    }
  }
}
