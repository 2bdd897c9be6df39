package karpenter.operator.state;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// A sorted map that never changes: adding to it or removing from it yields another map, which
/// shares all but a path of nodes with this one. So a snapshot costs nothing, whoever keeps it.
///
/// An AVL tree for the order, and a [HashTrie] for whoever asks for one key: a state is asked a
/// hundred times as often as it changes. Laws: `with(k, v).get(k) == v`; all other keys are
/// untouched; iteration is in key order; no path is longer than about 1.44 · log2(size).
final class PersistentMap<K extends Comparable<K>, V> extends AbstractMap<K, V>
    implements SortedMap<K, V> {
  private static final PersistentMap<?, ?> EMPTY =
      new PersistentMap<String, Object>(null, HashTrie.empty(), 0);

  private final @Nullable Node<K, V> root;
  private final HashTrie<K, V> byHash;
  private final int size;
  private volatile @Nullable List<V> list;

  private PersistentMap(@Nullable Node<K, V> root, HashTrie<K, V> byHash, int size) {
    this.root = root;
    this.byHash = byHash;
    this.size = size;
  }

  @SuppressWarnings("unchecked") // holds nothing, so it is empty for every type
  static <K extends Comparable<K>, V> PersistentMap<K, V> empty() {
    return (PersistentMap<K, V>) EMPTY;
  }

  PersistentMap<K, V> with(K key, V value) {
    return new PersistentMap<>(
        put(root, key, value),
        byHash.with(new HashTrie.Entry<>(key, value)),
        containsKey(key) ? size : size + 1);
  }

  PersistentMap<K, V> without(K key) {
    if (!containsKey(key)) {
      return this;
    }
    return size == 1
        ? empty()
        : new PersistentMap<>(remove(root, key), byHash.without(key), size - 1);
  }

  /// Keys of entries that are not the same objects in both. Costs what differs.
  Set<K> differences(PersistentMap<K, V> other) {
    var keys = new HashSet<K>();
    byHash.differences(other.byHash, keys::add);
    return keys;
  }

  /// The values in key order, listed once: two readers may both do it, with the same result.
  List<V> list() {
    var known = list;
    if (known == null) {
      var values = new ArrayList<V>(size);
      collect(root, values);
      known = Collections.unmodifiableList(values);
      list = known;
    }
    return known;
  }

  private static <K, V> void collect(@Nullable Node<K, V> node, List<V> values) {
    if (node != null) {
      collect(node.left, values);
      values.add(node.value);
      collect(node.right, values);
    }
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  @SuppressWarnings("unchecked") // a key of another type is a mistake of the caller, as in TreeMap
  public @Nullable V get(@Nullable Object key) {
    var entry = key == null || size == 0 ? null : byHash.find((K) key);
    return entry == null ? null : entry.value();
  }

  @Override
  @SuppressWarnings("unchecked") // as above
  public boolean containsKey(@Nullable Object key) {
    return key != null && size > 0 && byHash.find((K) key) != null;
  }

  @Override
  public Set<Entry<K, V>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Entry<K, V>> iterator() {
        return new InOrder<>(root);
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  @Override
  public @Nullable Comparator<? super K> comparator() {
    return null;
  }

  @Override
  public SortedMap<K, V> subMap(K from, K to) {
    return copy().subMap(from, to);
  }

  @Override
  public SortedMap<K, V> headMap(K to) {
    return copy().headMap(to);
  }

  @Override
  public SortedMap<K, V> tailMap(K from) {
    return copy().tailMap(from);
  }

  private SortedMap<K, V> copy() {
    return Collections.unmodifiableSortedMap(new TreeMap<>((Map<K, V>) this));
  }

  @Override
  public K firstKey() {
    var node = present(root);
    while (node.left != null) {
      node = node.left;
    }
    return node.key;
  }

  @Override
  public K lastKey() {
    var node = present(root);
    while (node.right != null) {
      node = node.right;
    }
    return node.key;
  }

  private static <K, V> Node<K, V> present(@Nullable Node<K, V> node) {
    if (node == null) {
      throw new NoSuchElementException("an empty map has no key");
    }
    return node;
  }

  private static final class Node<K, V> {
    final K key;
    final V value;
    final @Nullable Node<K, V> left;
    final @Nullable Node<K, V> right;
    final int height;

    Node(K key, V value, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      this.height = 1 + Math.max(height(left), height(right));
    }
  }

  private static int height(@Nullable Node<?, ?> node) {
    return node == null ? 0 : node.height;
  }

  private static <K extends Comparable<K>, V> Node<K, V> put(
      @Nullable Node<K, V> node, K key, V value) {
    if (node == null) {
      return new Node<>(key, value, null, null);
    }
    int order = key.compareTo(node.key);
    if (order == 0) {
      return new Node<>(key, value, node.left, node.right);
    }
    return order < 0
        ? balanced(node, put(node.left, key, value), node.right)
        : balanced(node, node.left, put(node.right, key, value));
  }

  private static <K extends Comparable<K>, V> @Nullable Node<K, V> remove(
      @Nullable Node<K, V> node, K key) {
    if (node == null) {
      return null;
    }
    int order = key.compareTo(node.key);
    if (order < 0) {
      return balanced(node, remove(node.left, key), node.right);
    }
    if (order > 0) {
      return balanced(node, node.left, remove(node.right, key));
    }
    if (node.left == null || node.right == null) {
      return node.left == null ? node.right : node.left;
    }
    var next = node.right;
    while (next.left != null) {
      next = next.left;
    }
    return balanced(next, node.left, remove(node.right, next.key));
  }

  /// The node's entry over these subtrees, whose heights differ by two at most.
  private static <K, V> Node<K, V> balanced(
      Node<K, V> entry, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
    int lean = height(left) - height(right);
    if (left != null && lean > 1) {
      if (left.right != null && height(left.left) < height(left.right)) {
        var top = left.right;
        return node(top, node(left, left.left, top.left), node(entry, top.right, right));
      }
      return node(left, left.left, node(entry, left.right, right));
    }
    if (right != null && lean < -1) {
      if (right.left != null && height(right.right) < height(right.left)) {
        var top = right.left;
        return node(top, node(entry, left, top.left), node(right, top.right, right.right));
      }
      return node(right, node(entry, left, right.left), right.right);
    }
    return node(entry, left, right);
  }

  private static <K, V> Node<K, V> node(
      Node<K, V> entry, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
    return new Node<>(entry.key, entry.value, left, right);
  }

  private static final class InOrder<K, V> implements Iterator<Map.Entry<K, V>> {
    private final ArrayDeque<Node<K, V>> path = new ArrayDeque<>();

    InOrder(@Nullable Node<K, V> root) {
      descend(root);
    }

    private void descend(@Nullable Node<K, V> from) {
      for (var node = from; node != null; node = node.left) {
        path.push(node);
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public Map.Entry<K, V> next() {
      var node = path.pop();
      descend(node.right);
      return Map.entry(node.key, node.value);
    }
  }
}
