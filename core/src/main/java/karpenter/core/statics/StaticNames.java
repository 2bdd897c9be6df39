package karpenter.core.statics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.PoolFacts;

/// Names for the claims of a static pool: a fixed sequence without repetition.
///
/// The first free names are taken. So a creation whose answer was lost, before a crash or not, is
/// repeated under the same name and makes no second claim: however loops, crashes and slow watches
/// interleave, the pool never has more than its limit.
///
/// A name whose claim has gone is not free any more: the pool's annotation [#FROM] tells where in
/// the sequence names may still be taken.
public final class StaticNames {
  /// Names before this place in the sequence have been used.
  public static final String FROM = "karpenter-jvm.dev/static-names-from";

  /// Those Kubernetes makes names of: without vowels they spell nothing.
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX = 5;
  private static final int MAX_PREFIX = 57;

  /// How many suffixes there are.
  private static final long ALL = 14_348_907;

  /// About 0.618 of them and no multiple of three: so the sequence visits each before it repeats
  /// one, and neighbours do not look alike.
  private static final long STEP = 8_868_112;

  private StaticNames() {}

  /// @param taken names in use
  public static List<String> free(PoolFacts pool, Set<String> taken, int count) {
    var used = new TreeSet<>(taken);
    var names = new ArrayList<String>();
    for (long place = from(pool); names.size() < count; place++) {
      var name = name(pool, place);
      if (used.add(name)) {
        names.add(name);
      }
    }
    return names;
  }

  /// The pool with the names of claims that go, or have gone, behind it.
  ///
  /// @param gone the names of those
  /// @param claims how many the pool has besides: names are taken that many places ahead at most
  public static PoolFacts without(PoolFacts pool, Set<String> gone, int claims) {
    long from = from(pool);
    long next = from;
    Map<String, Long> places = gone.isEmpty() ? Map.of() : new HashMap<>();
    for (long place = from; !gone.isEmpty() && place <= from + claims + gone.size(); place++) {
      places.put(name(pool, place), place);
    }
    for (var name : gone) {
      var place = places.get(name);
      next = place == null ? next : Math.max(next, place + 1);
    }
    if (next == from) {
      return pool;
    }
    var annotations = new TreeMap<>(pool.meta().annotations());
    annotations.put(FROM, Long.toString(next));
    return pool.withMeta(pool.meta().withAnnotations(annotations));
  }

  /// A text that is no number tells nothing.
  private static long from(PoolFacts pool) {
    var text = pool.meta().annotations().getOrDefault(FROM, "0");
    return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
  }

  private static String name(PoolFacts pool, long place) {
    var name = new StringBuilder(pool.name());
    name.setLength(Math.min(name.length(), MAX_PREFIX));
    name.append('-');
    long first = Long.remainderUnsigned(mixed(pool.meta().uid().hashCode()), ALL);
    long rest = (first + place % ALL * STEP) % ALL;
    for (int i = 0; i < SUFFIX; i++) {
      name.append(LETTERS.charAt((int) (rest % LETTERS.length())));
      rest /= LETTERS.length();
    }
    return name.toString();
  }

  /// Spreads every bit over all of them (the finalizer of SplitMix64).
  private static long mixed(long seed) {
    long z = seed + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
