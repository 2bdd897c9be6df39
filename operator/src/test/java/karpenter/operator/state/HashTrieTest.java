package karpenter.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashTrieTest {
  /// A key whose hash says as little as the test wants.
  private record Key(int number, int hash) {
    @Override
    public int hashCode() {
      return hash;
    }
  }

  private static final List<Hash> HASHES =
      List.of(
          number -> number,
          number -> 7,
          number -> number % 3,
          number -> number << 27,
          number -> (number % 5) << 30 | number % 2,
          number -> number * 0x9E3779B9);

  private interface Hash {
    int of(int number);
  }

  @Test
  void finds_what_a_hash_map_finds_and_older_tries_stay_as_they_were() {
    for (long seed = 1; seed <= 60; seed++) {
      var random = new Random(seed);
      var hash = HASHES.get((int) (seed % HASHES.size()));
      var twin = new HashMap<Key, Integer>();
      HashTrie<Key, Integer> trie = HashTrie.empty();
      var tries = new ArrayList<HashTrie<Key, Integer>>();
      var twins = new ArrayList<Map<Key, Integer>>();
      for (int step = 0; step < 300; step++) {
        var key = key(random.nextInt(100), hash);
        if (random.nextInt(5) < 2) {
          trie = trie.without(key);
          twin.remove(key);
        } else {
          trie = trie.with(new HashTrie.Entry<>(key, step));
          twin.put(key, step);
        }
        tries.add(trie);
        twins.add(new HashMap<>(twin));
      }
      for (int step = 0; step < tries.size(); step++) {
        for (int number = 0; number < 100; number++) {
          var found = tries.get(step).find(key(number, hash));
          assertThat(found == null ? null : found.value())
              .as("seed %d, step %d, key %d", seed, step, number)
              .isEqualTo(twins.get(step).get(key(number, hash)));
        }
      }
    }
  }

  @Test
  void differences_are_the_keys_whose_entries_are_others() {
    for (long seed = 1; seed <= 60; seed++) {
      var random = new Random(seed);
      var hash = HASHES.get((int) (seed % HASHES.size()));
      HashTrie<Key, Integer> trie = HashTrie.empty();
      var tries = new ArrayList<HashTrie<Key, Integer>>();
      for (int step = 0; step < 200; step++) {
        var key = key(random.nextInt(60), hash);
        trie =
            random.nextInt(5) < 2
                ? trie.without(key)
                : trie.with(new HashTrie.Entry<>(key, random.nextInt(3)));
        tries.add(trie);
      }
      for (int look = 0; look < 50; look++) {
        var one = tries.get(random.nextInt(tries.size()));
        var other = tries.get(random.nextInt(tries.size()));
        var expected = new HashSet<Key>();
        for (int number = 0; number < 60; number++) {
          if (one.find(key(number, hash)) != other.find(key(number, hash))) {
            expected.add(key(number, hash));
          }
        }
        var told = new ArrayList<Key>();
        one.differences(other, told::add);
        assertThat(told)
            .as("seed %d", seed)
            .doesNotHaveDuplicates()
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @Test
  void is_empty_again_when_everything_is_taken_out() {
    for (var hash : HASHES) {
      HashTrie<Key, Integer> trie = HashTrie.empty();
      for (int number = 0; number < 200; number++) {
        trie = trie.with(new HashTrie.Entry<>(key(number, hash), number));
      }
      for (int number = 199; number >= 0; number--) {
        assertThat(trie.isEmpty()).isFalse();
        trie = trie.without(key(number, hash));
      }
      assertThat(trie).isSameAs(HashTrie.<Key, Integer>empty());
    }
  }

  @Test
  void taking_out_what_is_not_there_changes_nothing() {
    var trie =
        HashTrie.<Key, Integer>empty()
            .with(new HashTrie.Entry<>(new Key(1, 7), 1))
            .with(new HashTrie.Entry<>(new Key(2, 7), 2));

    assertThat(trie.without(new Key(3, 7))).isSameAs(trie);
    assertThat(trie.without(new Key(3, 8))).isSameAs(trie);
    assertThat(trie.without(new Key(3, 7 + 32))).isSameAs(trie);
  }

  private static Key key(int number, Hash hash) {
    return new Key(number, hash.of(number));
  }
}
