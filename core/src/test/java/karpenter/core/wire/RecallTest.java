package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class RecallTest {
  @RepeatedTest(20)
  void two_that_share_their_places_are_both_known() {
    var recall = Recall.<String>of(2);
    var one = part();
    var two = part();

    recall.keep(one, one, "one");
    recall.keep(two, two, "two");

    assertThat(recall.find(one, one)).isEqualTo("one");
    assertThat(recall.find(two, two)).isEqualTo("two");
  }

  @Test
  void whatever_is_known_is_what_was_kept() {
    var recall = Recall.<Integer>of(16);
    var random = new SplittableRandom(1);
    var parts = new ArrayList<ObjectNode>();
    for (int i = 0; i < 40; i++) {
      parts.add(part());
    }
    int known = 0;
    for (int turn = 0; turn < 2_000; turn++) {
      int which = random.nextInt(parts.size());
      var found = recall.find(parts.get(which), parts.get(which));
      if (found == null) {
        recall.keep(parts.get(which), parts.get(which), which);
      } else {
        assertThat(found).isEqualTo(which);
        known++;
      }
    }
    assertThat(known).isBetween(400, 1_200);
  }

  @Test
  void equal_parts_are_not_the_same_part() {
    var recall = Recall.<String>of(1 << 10);
    var one = part();
    recall.keep(one, one, "one");

    assertThat(recall.find(part(), part())).isNull();
  }

  @Test
  void where_there_is_no_place_nothing_is_kept() {
    var recall = Recall.<String>of(0);
    var one = part();
    recall.keep(one, one, "one");

    assertThat(recall.find(one, one)).isNull();
  }

  private static ObjectNode part() {
    return JsonNodeFactory.instance.objectNode().put("a", 1);
  }
}
