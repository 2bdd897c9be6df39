package karpenter.core.requirement;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a node's labels may be: one [ValueSet] per key, and beside it how many values of a key a
/// choice of instance types must keep open (`minValues`).
///
/// Immutable, ordered by key, equal by content; the hash code is computed once because these are
/// keys of busy maps. [#and] inherits the laws of [ValueSet#intersect], with [#none] as its unit.
public final class Requirements {
  private static final Requirements NONE = new Requirements(new TreeMap<>(), new TreeMap<>());
  private static final String HOSTNAME = "kubernetes.io/hostname";

  private final SortedMap<String, ValueSet> sets;
  private final SortedMap<String, Integer> minimums;
  private final boolean contradictory;
  private final int hash;

  private Requirements(SortedMap<String, ValueSet> sets, SortedMap<String, Integer> minimums) {
    this.sets = Collections.unmodifiableSortedMap(sets);
    this.minimums = Collections.unmodifiableSortedMap(minimums);
    this.contradictory = sets.values().stream().anyMatch(ValueSet::isEmpty);
    this.hash = 31 * sets.hashCode() + minimums.hashCode();
  }

  public static Requirements none() {
    return NONE;
  }

  public static Requirements of(String key, ValueSet set) {
    return NONE.and(key, set);
  }

  /// Each label with exactly its value; aliases count as the label they stand for.
  public static Requirements ofLabels(Map<String, String> labels) {
    return ofLabels(labels, LabelAliases.STANDARD);
  }

  public static Requirements ofLabels(Map<String, String> labels, LabelAliases aliases) {
    return NONE.edited(
        sets ->
            labels.forEach(
                (key, value) -> narrow(sets, aliases.canonical(key), ValueSet.in(value))));
  }

  public static Requirements ofTerms(Collection<RequirementTerm> terms) {
    return ofTerms(terms, LabelAliases.STANDARD);
  }

  /// All the terms together; a key may occur in several.
  public static Requirements ofTerms(Collection<RequirementTerm> terms, LabelAliases aliases) {
    var sets = new TreeMap<String, ValueSet>();
    var minimums = new TreeMap<String, Integer>();
    for (var term : terms) {
      var key = aliases.canonical(term.key());
      narrow(sets, key, term.toValueSet());
      term.minValues().ifPresent(min -> minimums.merge(key, min, Math::max));
    }
    return new Requirements(sets, minimums);
  }

  public Set<String> keys() {
    return sets.keySet();
  }

  public ValueSet get(String key) {
    return sets.getOrDefault(key, ValueSet.any());
  }

  public boolean has(String key) {
    return sets.containsKey(key);
  }

  public boolean isEmpty() {
    return sets.isEmpty() && minimums.isEmpty();
  }

  public Requirements and(String key, ValueSet set) {
    var mine = sets.get(key);
    var narrowed = mine == null ? set : mine.intersect(set);
    return narrowed.equals(mine) ? this : edited(copy -> copy.put(key, narrowed));
  }

  public Requirements and(Requirements other) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    var merged = new TreeMap<>(sets);
    other.sets.forEach((key, set) -> narrow(merged, key, set));
    var strictest = new TreeMap<>(minimums);
    other.minimums.forEach((key, min) -> strictest.merge(key, min, Math::max));
    return new Requirements(merged, strictest);
  }

  /// Forgets the key and its minValues.
  public Requirements without(String key) {
    if (!sets.containsKey(key) && !minimums.containsKey(key)) {
      return this;
    }
    var fewerSets = new TreeMap<>(sets);
    fewerSets.remove(key);
    var fewerMinimums = new TreeMap<>(minimums);
    fewerMinimums.remove(key);
    return new Requirements(fewerSets, fewerMinimums);
  }

  /// Puts the set in place of what was said of the key; its minValues stays.
  public Requirements replace(String key, ValueSet set) {
    return set.equals(sets.get(key)) ? this : edited(copy -> copy.put(key, set));
  }

  public OptionalInt minValues(String key) {
    var min = minimums.get(key);
    return min == null ? OptionalInt.empty() : OptionalInt.of(min);
  }

  public SortedMap<String, Integer> minValues() {
    return minimums;
  }

  public boolean hasMinValues() {
    return !minimums.isEmpty();
  }

  /// Demands at least this many values of the key; of two demands the greater counts.
  public Requirements withMinValues(String key, int min) {
    if (min < 1) {
      throw new IllegalArgumentException("minValues must be positive: %s %d".formatted(key, min));
    }
    var copy = new TreeMap<>(minimums);
    copy.merge(key, min, Math::max);
    return new Requirements(sets, copy);
  }

  /// Whether some key is left without any state, so that no node can be meant.
  public boolean isContradictory() {
    return contradictory;
  }

  /// Whether some node meets both: `!and(other).isContradictory()`, without building it. A key that
  /// only one of them has does not matter.
  public boolean intersects(Requirements other) {
    if (contradictory || other.contradictory) {
      return false;
    }
    return sets.size() <= other.sets.size()
        ? everySharedKeyIntersects(sets, other.sets)
        : everySharedKeyIntersects(other.sets, sets);
  }

  private static boolean everySharedKeyIntersects(
      SortedMap<String, ValueSet> fewer, SortedMap<String, ValueSet> more) {
    for (var entry : fewer.entrySet()) {
      var set = more.get(entry.getKey());
      if (set != null && !set.intersects(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  /// Whether a node described by this can be one that is demanded (spec 01 §3.5). A key that is
  /// missing here counts as an absent label, unless it may be undefined: then it is still open.
  public boolean satisfies(Requirements demanded, Set<String> mayBeUndefined) {
    if (contradictory || demanded.contradictory) {
      return false;
    }
    for (var entry : demanded.sets.entrySet()) {
      var mine = sets.get(entry.getKey());
      if (mine == null
          ? isUndefined(entry.getKey(), entry.getValue(), mayBeUndefined)
          : !mine.intersects(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  /// Whether *every* node described by this is one that is demanded; a key that is missing here is
  /// an absent label. Where each key has one value this is the same as [#satisfies] with nothing
  /// undefined.
  public boolean guarantees(Requirements demanded) {
    if (contradictory || demanded.contradictory) {
      return false;
    }
    for (var entry : demanded.sets.entrySet()) {
      var mine = sets.get(entry.getKey());
      if (mine == null ? !entry.getValue().allowsAbsent() : !mine.isSubsetOf(entry.getValue())) {
        return false;
      }
    }
    return true;
  }

  /// Every reason why [#guarantees] says no, by key.
  public List<Conflict> doubts(Requirements demanded) {
    SortedSet<String> keys = new TreeSet<>(sets.keySet());
    keys.addAll(demanded.sets.keySet());
    return keys.stream().flatMap(key -> doubtAt(key, demanded).stream()).toList();
  }

  private Optional<Conflict> doubtAt(String key, Requirements demanded) {
    var conflict = conflictAt(key, demanded, Set.of());
    if (conflict.isPresent() || !has(key) || get(key).isSubsetOf(demanded.get(key))) {
      return conflict;
    }
    return Optional.of(new Conflict(key, get(key), demanded.get(key), Conflict.Kind.UNDECIDED));
  }

  public Optional<Conflict> firstConflict(Requirements demanded, Set<String> mayBeUndefined) {
    return satisfies(demanded, mayBeUndefined)
        ? Optional.empty()
        : conflictStream(demanded, mayBeUndefined).findFirst();
  }

  /// Every reason why [#satisfies] says no, by key.
  public List<Conflict> conflicts(Requirements demanded, Set<String> mayBeUndefined) {
    return conflictStream(demanded, mayBeUndefined).toList();
  }

  /// What [#ofTerms] reads back as these requirements.
  public List<RequirementTerm> toTerms() {
    return allKeys().stream()
        .flatMap(key -> RequirementTerm.of(key, get(key), minValues(key)).stream())
        .toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Requirements that
        && hash == that.hash
        && sets.equals(that.sets)
        && minimums.equals(that.minimums);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /// For events and logs. The host name is left out: in a plan it is a placeholder.
  @Override
  public String toString() {
    return allKeys().stream()
        .filter(key -> !key.equals(HOSTNAME))
        .map(key -> Rendering.of(key, get(key), minValues(key)))
        .collect(Collectors.joining(", "));
  }

  private Stream<Conflict> conflictStream(Requirements demanded, Set<String> mayBeUndefined) {
    SortedSet<String> keys = new TreeSet<>(sets.keySet());
    keys.addAll(demanded.sets.keySet());
    return keys.stream().flatMap(key -> conflictAt(key, demanded, mayBeUndefined).stream());
  }

  private Optional<Conflict> conflictAt(
      String key, Requirements demanded, Set<String> mayBeUndefined) {
    var mine = get(key);
    var theirs = demanded.get(key);
    if (mine.isEmpty() || theirs.isEmpty()) {
      return Optional.of(new Conflict(key, mine, theirs, Conflict.Kind.CONTRADICTORY));
    }
    if (!has(key)) {
      return isUndefined(key, theirs, mayBeUndefined)
          ? Optional.of(new Conflict(key, ValueSet.doesNotExist(), theirs, Conflict.Kind.UNDEFINED))
          : Optional.empty();
    }
    return mine.intersects(theirs)
        ? Optional.empty()
        : Optional.of(new Conflict(key, mine, theirs, Conflict.Kind.DISJOINT));
  }

  private static boolean isUndefined(String key, ValueSet demanded, Set<String> mayBeUndefined) {
    return !demanded.allowsAbsent() && !mayBeUndefined.contains(key);
  }

  private SortedSet<String> allKeys() {
    var keys = new TreeSet<>(sets.keySet());
    keys.addAll(minimums.keySet());
    return keys;
  }

  private Requirements edited(Consumer<SortedMap<String, ValueSet>> edit) {
    var copy = new TreeMap<>(sets);
    edit.accept(copy);
    return new Requirements(copy, minimums);
  }

  private static void narrow(SortedMap<String, ValueSet> sets, String key, ValueSet set) {
    sets.merge(key, set, ValueSet::intersect);
  }
}
