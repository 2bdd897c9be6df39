package karpenter.operator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PersistentMapTest {

  @Test
  void behaves_as_a_sorted_map_and_leaves_older_maps_alone() {
    for (long seed = 1; seed <= 50; seed++) {
      var random = new Random(seed);
      var twin = new TreeMap<Integer, String>();
      PersistentMap<Integer, String> map = PersistentMap.empty();
      var versions = new ArrayList<PersistentMap<Integer, String>>();
      var copies = new ArrayList<TreeMap<Integer, String>>();
      for (int step = 0; step < 400; step++) {
        int key = random.nextInt(120);
        if (random.nextInt(3) == 0) {
          map = map.without(key);
          twin.remove(key);
        } else {
          map = map.with(key, "v" + step);
          twin.put(key, "v" + step);
        }
        versions.add(map);
        copies.add(new TreeMap<>(twin));
      }
      for (int i = 0; i < versions.size(); i++) {
        assertThat(versions.get(i)).as("seed %d, step %d", seed, i).isEqualTo(copies.get(i));
        assertThat(versions.get(i).list())
            .as("seed %d, step %d", seed, i)
            .containsExactlyElementsOf(copies.get(i).values());
      }
    }
  }

  @Test
  void stays_shallow_when_keys_come_in_order() {
    PersistentMap<Integer, Integer> map = PersistentMap.empty();
    for (int i = 0; i < 100_000; i++) {
      map = map.with(i, i);
    }

    // A degenerate tree would overflow the stack long before.
    assertThat(map.list()).hasSize(100_000);
    assertThat(map.firstKey()).isZero();
    assertThat(map.lastKey()).isEqualTo(99_999);
    assertThat(map.subMap(5, 8).keySet()).containsExactly(5, 6, 7);
  }

  @Test
  void an_empty_map_has_no_first_key() {
    PersistentMap<Integer, Integer> map = PersistentMap.empty();

    assertThat(map.with(1, 1).without(1)).isSameAs(map);
    assertThat(map.list()).isEqualTo(List.of());
    assertThatThrownBy(map::firstKey).isInstanceOf(NoSuchElementException.class);
  }
}
