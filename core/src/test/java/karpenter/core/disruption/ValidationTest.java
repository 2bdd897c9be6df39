package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.AT_REST;
import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.byName;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.needs;
import static karpenter.core.disruption.Exhibits.newNode;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Exhibits.Script;
import karpenter.core.disruption.Validation.Rejected;
import karpenter.core.disruption.Validation.Rejection;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import org.junit.jupiter.api.Test;

class ValidationTest {
  private static final Candidate A = candidate("a", 1, 1);
  private static final Candidate B = candidate("b", 1, 1);

  private static Command command(NewNode... replacements) {
    return new Command(
        "id", Method.MULTI_NODE, List.of(A, B), List.of(replacements), Optional.empty(), 1);
  }

  private static Optional<Rejection> check(
      Command command,
      SortedMap<String, Candidate> still,
      Standing standing,
      int allowed,
      Placement placement) {
    return Validation.ofConsolidation(
            command, still, standing, allowing(allowed), new Script(_ -> placement))
        .map(Rejected::why);
  }

  private static Standing nominated(String name) {
    return new Standing(
        Collections.emptySortedSet(),
        Collections.emptySortedMap(),
        Collections.emptySortedSet(),
        new TreeMap<>(Map.of(name, NOW.plusSeconds(5))),
        Collections.emptySortedMap(),
        NOW);
  }

  @Test
  void command_holds_while_nothing_has_changed() {
    assertThat(check(command(), byName(A, B), AT_REST, 5, fits())).isEmpty();
    assertThat(
            check(
                command(newNode("small")),
                byName(A, B),
                AT_REST,
                5,
                needs(newNode("tiny", "small"))))
        .isEmpty();
  }

  @Test
  void node_that_is_no_candidate_any_more_is_churn() {
    assertThat(check(command(), byName(A), AT_REST, 5, fits())).contains(Rejection.CHURN);
  }

  @Test
  void node_that_was_promised_to_pods_meanwhile_is_a_matter_of_budget() {
    assertThat(check(command(), byName(A, B), nominated("b"), 5, fits()))
        .contains(Rejection.BUDGET);
  }

  @Test
  void budget_must_do_for_all_nodes() {
    assertThat(check(command(), byName(A, B), AT_REST, 1, fits())).contains(Rejection.BUDGET);
  }

  @Test
  void pods_must_go_where_they_were_to_go() {
    var all = byName(A, B);

    assertThat(check(command(), all, AT_REST, 5, homeless("p"))).contains(Rejection.SCHEDULING);
    assertThat(check(command(), all, AT_REST, 5, needs(newNode("small"))))
        .contains(Rejection.SCHEDULING);
    assertThat(check(command(newNode("small")), all, AT_REST, 5, fits()))
        .contains(Rejection.SCHEDULING);
    assertThat(
            check(
                command(newNode("small")),
                all,
                AT_REST,
                5,
                needs(newNode("small"), newNode("small"))))
        .contains(Rejection.SCHEDULING);
  }

  @Test
  void every_type_of_the_command_must_still_do() {
    assertThat(
            check(
                command(newNode("small", "medium")),
                byName(A, B),
                AT_REST,
                5,
                needs(newNode("small"))))
        .contains(Rejection.SCHEDULING);
  }

  @Test
  void empty_nodes_that_are_still_empty_go_without_the_others() {
    var c = candidate("c", 1, 0);
    var d = candidate("d", 1, 0);
    var empties =
        new Command("id", Method.EMPTINESS, List.of(A, B, c, d), List.of(), Optional.empty(), 4);

    var left = Validation.ofEmpty(empties, byName(A, B, d), nominated("b"), allowing(1));

    assertThat(left.kept()).extracting(Candidate::name).containsExactly("a");
    assertThat(left.gone()).containsExactly("c");
    assertThat(left.held()).containsExactly("b", "d");
    assertThat(left.failures()).isEqualTo(2);
  }

  @Test
  void all_are_counted_where_none_is_left() {
    var empties =
        new Command("id", Method.EMPTINESS, List.of(A, B), List.of(), Optional.empty(), 2);

    assertThat(Validation.ofEmpty(empties, byName(), AT_REST, allowing(5)).failures()).isEqualTo(2);
  }
}
