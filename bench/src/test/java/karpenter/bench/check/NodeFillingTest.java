package karpenter.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import karpenter.bench.check.NodeFilling.Item;
import org.junit.jupiter.api.Test;

class NodeFillingTest {
  /// By trying everything.
  private static double most(List<Item> items, int from, double[] room) {
    if (from == items.size()) return 0;
    var item = items.get(from);
    var left = room.clone();
    var most = most(items, from + 1, left);
    for (int pods = 1; pods <= item.count(); pods++) {
      for (int i = 0; i < left.length; i++) left[i] -= item.demand()[i];
      if (Arrays.stream(left).anyMatch(amount -> amount < 0)) break;
      most = Math.max(most, pods * item.price() + most(items, from + 1, left));
    }
    return most;
  }

  @Test
  void finds_what_pods_pay_at_most_as_trying_everything_does() {
    for (long seed = 0; seed < 500; seed++) {
      var random = new Random(seed);
      List<Item> items = new ArrayList<>();
      for (int i = 2 + random.nextInt(4); i > 0; i--)
        items.add(
            new Item(
                1 + random.nextInt(20),
                1 + random.nextInt(3),
                new double[] {1 + random.nextInt(6), 1 + random.nextInt(6), random.nextInt(2)}));
      double[] room = {4 + random.nextInt(12), 4 + random.nextInt(12), 1};

      double most = most(items, 0, room);

      assertThat(NodeFilling.paysAtMost(most, items, room)).as("seed %d", seed).isTrue();
      assertThat(NodeFilling.paysAtMost(most - 0.5, items, room)).as("seed %d", seed).isFalse();
    }
  }

  /// What is left of a place in a group is worth nothing to pods that need none: without that, the
  /// search for these 70 kinds did not end.
  @Test
  void ends_soon_where_few_pods_need_a_place_in_a_group() throws IOException {
    double[] room = {7900, 34_349_252_608.0, 128, 1, 1, 1, 1, 1};

    assertThat(NodeFilling.paysAtMost(1.1670049012271864, kinds(), room)).isTrue();
    assertThat(NodeFilling.paysAtMost(1.16, kinds(), room)).isFalse();
  }

  private static List<Item> kinds() throws IOException {
    var file = NodeFillingTest.class.getResourceAsStream("pods-that-keep-apart.txt");
    assertThat(file).isNotNull();
    try (var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Arrays.stream(line.split(" ")).mapToDouble(Double::parseDouble).toArray())
          .map(n -> new Item(n[0], (int) n[1], Arrays.copyOfRange(n, 2, n.length)))
          .toList();
    }
  }
}
