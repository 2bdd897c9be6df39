package karpenter.operator.state;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Entries by the hash of their key. Never changes: adding to it or removing from it yields another
/// trie, which shares all but a path with this one.
///
/// Finding takes one step for each factor of 32 in size and compares a single key, where a sorted
/// tree compares one for each factor of two. It has no order, so it offers none: nobody can come to
/// depend on an accident of hashes.
///
/// Laws: `with(e).find(e.key()) == e`; `without(k).find(k) == null`; all other keys are untouched.
final class HashTrie<K, V> {
  private static final int BITS = 5;
  private static final int ALL_BITS = 32;
  private static final HashTrie<?, ?> EMPTY = new HashTrie<>(0, new Object[0]);

  /// Which of the 32 ways are taken; what lies there, in the same order: an [Entry], a trie for
  /// those whose hashes go on differently, or a [Same].
  private final int taken;

  private final Object[] slots;

  private HashTrie(int taken, Object[] slots) {
    this.taken = taken;
    this.slots = slots;
  }

  record Entry<K, V>(K key, V value) {}

  /// Different keys with the same hash.
  private record Same<K, V>(List<Entry<K, V>> entries) {}

  @SuppressWarnings("unchecked") // holds nothing, so it is empty for every type
  static <K, V> HashTrie<K, V> empty() {
    return (HashTrie<K, V>) EMPTY;
  }

  boolean isEmpty() {
    return taken == 0;
  }

  @SuppressWarnings("unchecked") // only entries of its types are put in
  @Nullable Entry<K, V> find(K key) {
    int hash = hash(key);
    var trie = this;
    for (int shift = 0; ; shift += BITS) {
      int way = way(hash, shift);
      if ((trie.taken & way) == 0) {
        return null;
      }
      var slot = trie.slots[trie.place(way)];
      if (slot instanceof Entry<?, ?> entry) {
        return entry.key().equals(key) ? (Entry<K, V>) entry : null;
      }
      if (slot instanceof Same<?, ?> same) {
        return ((Same<K, V>) same)
            .entries().stream().filter(entry -> entry.key().equals(key)).findFirst().orElse(null);
      }
      trie = (HashTrie<K, V>) slot;
    }
  }

  HashTrie<K, V> with(Entry<K, V> entry) {
    return with(entry, hash(entry.key()), 0);
  }

  private HashTrie<K, V> with(Entry<K, V> entry, int hash, int shift) {
    int way = way(hash, shift);
    int place = place(way);
    return (taken & way) == 0
        ? new HashTrie<>(taken | way, inserted(place, entry))
        : new HashTrie<>(taken, replaced(place, joined(slots[place], entry, hash, shift + BITS)));
  }

  @SuppressWarnings("unchecked") // only entries of its types are put in
  private static <K, V> Object joined(Object slot, Entry<K, V> entry, int hash, int shift) {
    if (slot instanceof HashTrie<?, ?> trie) {
      return ((HashTrie<K, V>) trie).with(entry, hash, shift);
    }
    if (slot instanceof Entry<?, ?> one && one.key().equals(entry.key())) {
      return entry;
    }
    var there = slot instanceof Same<?, ?> same ? ((Same<K, V>) same).entries() : List.of(slot);
    var others =
        there.stream()
            .map(other -> (Entry<K, V>) other)
            .filter(other -> !other.key().equals(entry.key()))
            .toList();
    if (others.isEmpty()) {
      return entry;
    }
    if (shift >= ALL_BITS) {
      return new Same<>(Stream.concat(others.stream(), Stream.of(entry)).toList());
    }
    HashTrie<K, V> deeper = empty();
    for (var other : others) {
      deeper = deeper.with(other, hash(other.key()), shift);
    }
    return deeper.with(entry, hash, shift);
  }

  HashTrie<K, V> without(K key) {
    return without(key, hash(key), 0);
  }

  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // what is the same object has not changed
  private HashTrie<K, V> without(K key, int hash, int shift) {
    int way = way(hash, shift);
    if ((taken & way) == 0) {
      return this;
    }
    int place = place(way);
    var slot = slots[place];
    var rest = rest(slot, key, hash, shift + BITS);
    if (rest == slot) {
      return this;
    }
    if (rest != null) {
      return new HashTrie<>(taken, replaced(place, rest));
    }
    return slots.length == 1 ? empty() : new HashTrie<>(taken & ~way, removed(place));
  }

  /// What is left of a slot; null for nothing.
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // as above
  private static <K, V> @Nullable Object rest(Object slot, K key, int hash, int shift) {
    if (slot instanceof HashTrie<?, ?> trie) {
      var rest = ((HashTrie<K, V>) trie).without(key, hash, shift);
      if (rest == trie || rest.slots.length > 1 || rest.slots[0] instanceof HashTrie<?, ?>) {
        return rest;
      }
      // A trie of one entry is that entry, so that paths grow shorter again.
      return rest.slots[0];
    }
    if (slot instanceof Same<?, ?> same) {
      var others =
          ((Same<K, V>) same).entries().stream().filter(e -> !e.key().equals(key)).toList();
      return others.size() == 1
          ? others.getFirst()
          : others.size() == same.entries().size() ? slot : new Same<>(others);
    }
    return ((Entry<K, V>) slot).key().equals(key) ? null : slot;
  }

  /// Tells each key whose entry is not the same object in the other trie, or is in one only. Costs
  /// what differs: what both share is not looked at.
  void differences(HashTrie<K, V> other, Consumer<K> differs) {
    differences(this, other, new Roots<>(this, other), differs);
  }

  private record Roots<K, V>(HashTrie<K, V> one, HashTrie<K, V> other) {}

  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // as above
  private static <K, V> void differences(
      HashTrie<K, V> one, HashTrie<K, V> other, Roots<K, V> roots, Consumer<K> differs) {
    if (one == other) {
      return;
    }
    for (int ways = one.taken | other.taken; ways != 0; ways &= ways - 1) {
      int way = Integer.lowestOneBit(ways);
      var here = one.slot(way);
      var there = other.slot(way);
      if (here == there) {
        continue;
      }
      if (here instanceof HashTrie<?, ?> below && there instanceof HashTrie<?, ?> beside) {
        differences((HashTrie<K, V>) below, (HashTrie<K, V>) beside, roots, differs);
        continue;
      }
      List<Entry<K, V>> entriesHere = entries(here);
      List<Entry<K, V>> entriesThere = entries(there);
      for (var entry : entriesHere) {
        if (roots.other.find(entry.key()) != entry) {
          differs.accept(entry.key());
        }
      }
      for (var entry : entriesThere) {
        if (roots.one.find(entry.key()) == null) {
          differs.accept(entry.key());
        }
      }
    }
  }

  private @Nullable Object slot(int way) {
    return (taken & way) == 0 ? null : slots[place(way)];
  }

  @SuppressWarnings("unchecked") // as above
  private static <K, V> List<Entry<K, V>> entries(@Nullable Object slot) {
    return switch (slot) {
      case null -> List.of();
      case HashTrie<?, ?> trie -> {
        var all = new ArrayList<Entry<K, V>>();
        for (var below : trie.slots) {
          all.addAll(HashTrie.<K, V>entries(below));
        }
        yield all;
      }
      case Same<?, ?> same -> ((Same<K, V>) same).entries();
      default -> List.of((Entry<K, V>) slot);
    };
  }

  private static int hash(Object key) {
    int hash = key.hashCode();
    return hash ^ (hash >>> 16);
  }

  private static int way(int hash, int shift) {
    return 1 << (hash >>> shift);
  }

  /// Where the way's slot is, or would be.
  private int place(int way) {
    return Integer.bitCount(taken & (way - 1));
  }

  private Object[] inserted(int place, Object slot) {
    var copy = Arrays.copyOf(slots, slots.length + 1);
    System.arraycopy(slots, place, copy, place + 1, slots.length - place);
    copy[place] = slot;
    return copy;
  }

  private Object[] replaced(int place, Object slot) {
    var copy = slots.clone();
    copy[place] = slot;
    return copy;
  }

  private Object[] removed(int place) {
    var copy = Arrays.copyOf(slots, slots.length - 1);
    System.arraycopy(slots, place + 1, copy, place, copy.length - place);
    return copy;
  }
}
