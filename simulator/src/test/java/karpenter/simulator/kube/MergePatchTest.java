package karpenter.simulator.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class MergePatchTest {
  private final ObjectNode before =
      tree("{'spec': {'a': 1}, 'status': {'list': [{'t': 'A'}, {'t': 'B'}, {'t': 'C'}], 'n': 1}}");

  @Test
  void what_a_patch_does_not_touch_is_shared() {
    var after = MergePatch.applied(before, tree("{'status': {'n': 2}}"));

    assertThat(after.get("spec")).isSameAs(before.get("spec"));
    assertThat(after.at("/status/list")).isSameAs(before.at("/status/list"));
    assertThat(before.at("/status/n").intValue()).isEqualTo(1);
  }

  @Test
  void items_of_a_list_that_were_there_are_the_same_objects_wherever_they_stand() {
    var patch = tree("{'status': {'list': [{'t': 'C'}, {'t': 'X'}, {'t': 'A'}, {'t': 'A'}]}}");

    var after = MergePatch.applied(before, patch);

    assertThat(after.at("/status/list")).isEqualTo(patch.at("/status/list"));
    assertThat(after.at("/status/list/0")).isSameAs(before.at("/status/list/2"));
    assertThat(after.at("/status/list/1")).isNotSameAs(patch.at("/status/list/1"));
    assertThat(after.at("/status/list/2")).isSameAs(before.at("/status/list/0"));
    assertThat(before.at("/status/list")).hasSize(3);
  }

  @Test
  void numbers_of_new_items_are_settled_and_those_of_old_ones_stay() {
    var stored = tree("{'list': [{'n': 1}]}");
    var patch = tree("{'list': [{'n': 1}]}");
    patch.withArray("list").addObject().put("n", 2L);

    var after = MergePatch.applied(stored, patch);
    Numbers.settle(after, stored);

    assertThat(after.at("/list/0")).isSameAs(stored.at("/list/0"));
    assertThat(after.at("/list/1/n").isInt()).isTrue();
  }

  private static ObjectNode tree(String json) {
    try {
      return (ObjectNode) new ObjectMapper().readTree(json.replace('\'', '"'));
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
