package karpenter.core.scheduling;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import org.jspecify.annotations.Nullable;

/// The domains of one topology key, numbered by name, and which candidates may lie in which.
/// Mutable, owned by one solve.
final class KeySpace {
  final int id;
  final String key;
  final List<String> values;
  final boolean isWellKnown;

  /// Candidates that may lie in each domain, and those without the label.
  final long[][] in;

  long[] lacking;

  private final Map<String, Integer> ids = new HashMap<>();
  private final Map<Long, Demand> narrowings = new HashMap<>();
  private final @Nullable Demand[] narrowingsToOne;
  private final Demand.Table demands;

  KeySpace(
      int id, String key, Collection<String> domains, boolean isWellKnown, Demand.Table demands) {
    this.id = id;
    this.key = key;
    this.values = List.copyOf(new TreeSet<>(domains));
    this.isWellKnown = isWellKnown;
    this.demands = demands;
    this.in = new long[values.size()][1];
    this.lacking = new long[1];
    this.narrowingsToOne = new @Nullable Demand[values.size()];
    for (int value = 0; value < values.size(); value++) ids.put(values.get(value), value);
  }

  int size() {
    return values.size();
  }

  /// The number of a domain, or -1.
  int idOf(String value) {
    return ids.getOrDefault(value, -1);
  }

  /// The domains `set` contains.
  long[] bitsOf(ValueSet set) {
    long[] bits = Bits.none(values.size());
    for (int value = 0; value < values.size(); value++) {
      if (set.contains(values.get(value))) Bits.set(bits, value);
    }
    return bits;
  }

  /// Whether something with these requirements will have no such label at all.
  boolean isLackedBy(Requirements requirements) {
    return values.isEmpty() || (!isWellKnown && !requirements.has(key));
  }

  /// The demand to be in one of `allowed`.
  Demand narrowing(long[] allowed) {
    if (allowed.length == 1) {
      Demand known = narrowings.get(allowed[0]);
      if (known != null) return known;
      Demand added = demandFor(allowed);
      narrowings.put(allowed[0], added);
      return added;
    }
    return demandFor(allowed);
  }

  Demand narrowing(int value) {
    Demand known = narrowingsToOne[value];
    if (known != null) return known;
    long[] one = Bits.none(values.size());
    Bits.set(one, value);
    Demand added = demandFor(one);
    narrowingsToOne[value] = added;
    return added;
  }

  private Demand demandFor(long[] allowed) {
    var names = new TreeSet<String>();
    for (int v = Bits.first(allowed); v >= 0; v = Bits.next(allowed, v + 1)) {
      names.add(values.get(v));
    }
    return demands.of(Requirements.of(key, ValueSet.in(names)));
  }

  void ensureCandidates(int count) {
    if (Bits.words(count) <= lacking.length) return;
    lacking = Bits.grown(lacking, count);
    for (int value = 0; value < in.length; value++) in[value] = Bits.grown(in[value], count);
  }

  /// Forgets all candidates.
  void reset() {
    lacking = new long[1];
    for (int value = 0; value < in.length; value++) in[value] = new long[1];
  }

  /// Says where a draft may lie now.
  void locate(int candidate, long[] domains, boolean lacks) {
    for (int value = 0; value < in.length; value++) {
      if (!lacks && Bits.get(domains, value)) Bits.set(in[value], candidate);
      else Bits.clear(in[value], candidate);
    }
    if (lacks) Bits.set(lacking, candidate);
    else Bits.clear(lacking, candidate);
  }

  void locateNode(int candidate, int value) {
    if (value < 0) Bits.set(lacking, candidate);
    else Bits.set(in[value], candidate);
  }
}
