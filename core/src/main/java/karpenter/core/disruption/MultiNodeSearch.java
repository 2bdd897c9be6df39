package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Weigher.Weighed;
import org.jspecify.annotations.Nullable;

/// Looks for nodes that could go together (spec 02 §2.8.3), at most [#MAX_NODES].
/// 1. *Prefixes* of the order by savings ratio, by halving, as upstream does: never worse than
///    that. Then likewise of the order by price: where only so many may go, it has more money.
/// 2. *Growth*: from the best so far, nodes are added in that order as long as it pays, several at
///    once while that goes well.
/// 3. *Repair*: each node is left out, and each is exchanged for the next that is not in, as long
///    as it pays.
///
/// Only sets that the budgets allow are looked at, none twice. The work is bounded by
/// [#MAX_PROBES].
public final class MultiNodeSearch implements Search {
  public static final int MAX_NODES = 100;

  /// What-ifs in all. Prefixes take some fifteen; the rest is what improvement may cost.
  public static final int MAX_PROBES = 512;

  private static final int MIN_NODES = 2;
  private static final int MAX_CHUNK = 32;

  private enum Phase {
    PREFIXES,
    PRICIEST,
    GROWTH,
    REPAIR,
    DONE
  }

  private final Weigher weigher;
  private final Allowances allowances;
  private final List<Candidate> order;
  private final List<Candidate> prefix;
  private final List<Candidate> priciest;
  private final Set<Set<String>> asked = new HashSet<>();
  private Phase phase = Phase.PREFIXES;
  private int probes;
  private @Nullable Plan best;
  private @Nullable Plan last;
  private boolean lastIsGood;
  private SortedMap<String, Balanced.Score> lastScores = Collections.emptySortedMap();

  private int low = MIN_NODES;
  private int high;
  private int cursor;
  private int chunk = 1;
  private boolean hasGrown;
  private int repairs;

  /// @param candidates nothing stands in their way but perhaps a budget
  public MultiNodeSearch(Weigher weigher, Allowances allowances, List<Candidate> candidates) {
    this.weigher = weigher;
    this.allowances = allowances;
    this.order =
        candidates.stream()
            .filter(c -> allowances.remaining(c.pool().name()) > 0)
            .sorted(Emptiness.BY_RATIO)
            .toList();
    this.prefix = allowed(order);
    this.priciest =
        allowed(
            order.stream()
                .sorted(Comparator.comparingDouble(Candidate::price).reversed())
                .toList());
    this.high = Math.min(prefix.size(), MAX_NODES);
    if (prefix.size() < MIN_NODES) {
      phase = Phase.DONE;
    }
  }

  private List<Candidate> allowed(List<Candidate> candidates) {
    var purse = allowances.purse();
    return candidates.stream().filter(c -> purse.take(c.pool().name())).toList();
  }

  @Override
  public boolean step() {
    int end = probes + SLICE;
    while (phase != Phase.DONE && probes < end) {
      switch (phase) {
        case PREFIXES -> halve(prefix, Phase.PRICIEST);
        case PRICIEST -> halve(priciest, Phase.GROWTH);
        case GROWTH -> grow();
        case REPAIR -> repair();
        case DONE -> {}
      }
      if (probes >= MAX_PROBES) {
        phase = Phase.DONE;
      }
    }
    return phase != Phase.DONE;
  }

  private void halve(List<Candidate> candidates, Phase next) {
    if (low > high) {
      low = MIN_NODES;
      high = Math.min(priciest.size(), MAX_NODES);
      phase = next;
      return;
    }
    int middle = (low + high) / 2;
    if (probe(candidates.subList(0, middle)).isPresent()) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }

  /// Adds the next few; where that does not pay, fewer, and at last one after the other.
  private void grow() {
    var members = members();
    var in = names(members);
    var added = new ArrayList<Candidate>();
    var counts = counts(members);
    int reached = cursor;
    while (reached < order.size() && added.size() < chunk) {
      var candidate = order.get(reached++);
      if (!in.contains(candidate.name())
          && members.size() + added.size() < Math.min(MAX_NODES, allowances.most())
          && counts.merge(candidate.pool().name(), 1, Integer::sum)
              <= allowances.remaining(candidate.pool().name())) {
        added.add(candidate);
      }
    }
    if (added.isEmpty()) {
      // Once round: those before the first that went well have not been tried with it.
      phase = hasGrown ? Phase.GROWTH : Phase.REPAIR;
      startGrowing();
      return;
    }
    var wider = new ArrayList<>(members);
    wider.addAll(added);
    if (wider.size() < MIN_NODES) {
      // Nothing has been found yet: begin with two; one is left over at the end.
      phase = chunk < MIN_NODES ? Phase.GROWTH : Phase.DONE;
      chunk = MIN_NODES;
      return;
    }
    if (improves(wider)) {
      hasGrown = true;
      cursor = reached;
      chunk = Math.min(MAX_CHUNK, chunk * 2);
    } else if (added.size() > 1 && members.size() + 1 >= MIN_NODES) {
      chunk = Math.max(1, added.size() / 2);
    } else {
      cursor = members.isEmpty() ? cursor + 1 : reached;
    }
  }

  private void startGrowing() {
    cursor = 0;
    chunk = 1;
    hasGrown = false;
  }

  /// Leaves one out, or exchanges it for one that is not in.
  private void repair() {
    var members = members();
    if (members.size() < MIN_NODES || repairs >= members.size() * 2) {
      phase = Phase.DONE;
      return;
    }
    int index = repairs / 2;
    boolean leavesOut = repairs % 2 == 0;
    repairs++;
    var fewer = new ArrayList<>(members);
    var out = fewer.remove(index);
    boolean improved;
    if (leavesOut) {
      improved = fewer.size() >= MIN_NODES && improves(fewer);
    } else {
      var in = substitute(members, out);
      in.ifPresent(fewer::add);
      improved = in.isPresent() && improves(fewer);
    }
    if (improved) {
      repairs = 0;
      startGrowing();
      phase = Phase.GROWTH;
    }
  }

  /// The first in order that is not in and that the budgets allow instead of the one that goes out.
  private Optional<Candidate> substitute(List<Candidate> members, Candidate out) {
    var counts = counts(members);
    counts.merge(out.pool().name(), -1, Integer::sum);
    var in = names(members);
    return order.stream()
        .filter(c -> !in.contains(c.name()))
        .filter(
            c -> counts.getOrDefault(c.pool().name(), 0) < allowances.remaining(c.pool().name()))
        .findFirst();
  }

  private List<Candidate> members() {
    return best == null ? List.of() : best.candidates();
  }

  private static Set<String> names(List<Candidate> members) {
    var names = new HashSet<String>();
    members.forEach(member -> names.add(member.name()));
    return names;
  }

  private static Map<String, Integer> counts(List<Candidate> members) {
    var counts = new HashMap<String, Integer>();
    members.forEach(member -> counts.merge(member.pool().name(), 1, Integer::sum));
    return counts;
  }

  private boolean improves(List<Candidate> candidates) {
    var before = best;
    return probe(candidates).isPresent() && best != before;
  }

  /// The plan, where it is worth doing.
  private Optional<Plan> probe(List<Candidate> candidates) {
    SequencedSet<String> names = new LinkedHashSet<>();
    candidates.stream()
        .sorted(Comparator.comparing(Candidate::name))
        .forEach(candidate -> names.add(candidate.name()));
    if (!asked.add(names)) {
      return Optional.empty();
    }
    probes++;
    return switch (weigh(candidates)) {
      case Weighed.Good(var plan, var scores) -> {
        if (best == null || plan.isWorthMoreThan(best)) {
          best = plan;
          remember(plan, true, scores);
        }
        yield Optional.of(plan);
      }
      case Weighed.Bad(var _, var plan, var scores) -> {
        if (best == null && plan.isPresent()) {
          remember(plan.get(), false, scores);
        }
        yield Optional.empty();
      }
    };
  }

  private void remember(Plan plan, boolean isGood, SortedMap<String, Balanced.Score> scores) {
    last = plan;
    lastIsGood = isGood;
    lastScores = scores;
  }

  private Weighed weigh(List<Candidate> candidates) {
    try {
      return weigher.weigh(Method.MULTI_NODE, candidates);
    } catch (IllegalStateException | IllegalArgumentException broken) {
      return new Weighed.Bad(
          new KnowledgeObstacle.NotSimulated(String.valueOf(broken.getMessage())),
          Optional.empty(),
          new TreeMap<>());
    }
  }

  @Override
  public Optional<Plan> best() {
    return Optional.ofNullable(best);
  }

  /// What is told of a search: the move that was found, or the last whose score was too low.
  ///
  /// @param scores by pool, of those that score
  public record Judged(Plan plan, boolean isApproved, SortedMap<String, Balanced.Score> scores) {}

  public Optional<Judged> judged() {
    return last == null ? Optional.empty() : Optional.of(new Judged(last, lastIsGood, lastScores));
  }
}
