package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictComparisonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static NodeVerdict keep(String node) {
    return new NodeVerdict(node, null, "no room");
  }

  private static NodeVerdict delete(String node, double saving) {
    var command = JSON.createObjectNode().put("saving", saving);
    command.putArray("launched");
    return new NodeVerdict(node, command, null);
  }

  private static NodeVerdict replace(String node, double saving) {
    var command = JSON.createObjectNode().put("saving", saving);
    command.putArray("launched").addObject();
    return new NodeVerdict(node, command, null);
  }

  private static VerdictComparison compare(List<NodeVerdict> ours, List<NodeVerdict> upstream) {
    return VerdictComparison.of(
        ours,
        upstream,
        command -> command.path("saving").asDouble() < 0 ? List.of("is dearer") : List.of());
  }

  @Test
  void the_same_move_for_the_same_money_is_no_difference() {
    var compared =
        compare(
            List.of(keep("a"), delete("b", 2), replace("c", 1)),
            List.of(replace("c", 1), delete("b", 2), keep("a")));

    assertThat(compared.compared()).isEqualTo(3);
    assertThat(compared.agree()).isEqualTo(3);
    assertThat(compared.bothTake()).isEqualTo(2);
    assertThat(compared.savingsOurs()).isCloseTo(3, within(1e-9));
    assertThat(compared.differences()).isEmpty();
  }

  @Test
  void every_difference_is_counted_as_what_it_is_and_listed() {
    var compared =
        compare(
            List.of(delete("a", 2), keep("b"), delete("c", 2), replace("d", 1.5)),
            List.of(keep("a"), replace("b", 1), replace("c", 1), replace("d", 1)));

    assertThat(compared.onlyOurs()).isEqualTo(1);
    assertThat(compared.onlyUpstream()).isEqualTo(1);
    assertThat(compared.otherMove()).isEqualTo(1);
    assertThat(compared.otherSaving()).isEqualTo(1);
    assertThat(compared.agree()).isEqualTo(1);
    assertThat(compared.differences())
        .extracting(VerdictComparison.Difference::node)
        .containsExactly("a", "b", "c", "d");
    assertThat(compared.differences().get(1).ours().reason()).isEqualTo("no room");
  }

  @Test
  void the_checker_says_whose_move_breaks_a_rule() {
    var compared = compare(List.of(keep("a")), List.of(replace("a", -1)));

    assertThat(compared.differences().getFirst().checker()).isEqualTo("upstream's move is dearer");
  }

  @Test
  void a_node_that_one_side_does_not_look_at_stays_for_it() {
    var compared = compare(List.of(delete("a", 2)), List.of());

    assertThat(compared.onlyOurs()).isEqualTo(1);
    assertThat(compared.differences().getFirst().upstream().reason()).isEqualTo("not a candidate");
  }
}
