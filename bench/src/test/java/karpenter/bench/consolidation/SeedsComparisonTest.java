package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.bench.consolidation.SeedsComparison.Kind;
import karpenter.bench.consolidation.SeedsComparison.Reached;
import karpenter.bench.consolidation.SeedsComparison.Row;
import org.junit.jupiter.api.Test;

class SeedsComparisonTest {

  private static Reached saves(double savings, String... faults) {
    return new Reached(savings, 1, 10, 2, 7, true, 0.5, List.of(faults));
  }

  @Test
  void sums_are_over_the_seeds_on_which_both_sides_were_run() {
    var kind =
        Kind.of(
            "c",
            List.of(
                new Row(1, saves(10), saves(9), saves(8)),
                new Row(2, saves(20), saves(19), saves(20)),
                new Row(3, saves(100), saves(100), null)));

    assertThat(kind.compared()).isEqualTo(2);
    assertThat(kind.ours()).isEqualTo(30);
    assertThat(kind.limited()).isEqualTo(28);
    assertThat(kind.upstream()).isEqualTo(28);
    assertThat(kind.worst()).isEqualTo((19.0 / 20 - 1) * 100);
    assertThat(SeedsTable.sum(kind))
        .isEqualTo(
            "| c | sum of 2 | 30.00 | 28.00 | 28.00 | +7.14 % | +0.00 % | worst -5.00 % |  |");
  }

  @Test
  void one_side_alone_has_sums_and_nothing_to_compare_them_with() {
    var kind = Kind.of("c", List.of(new Row(1, saves(10), saves(9), null)));

    assertThat(kind.ours()).isEqualTo(10);
    assertThat(kind.worst()).isNull();
    assertThat(SeedsTable.row("c", kind.rows().getFirst()))
        .isEqualTo("| c | 1 | 10.00 | 9.00 | – | – | – | 1, 7, 10 | – |");
  }

  @Test
  void evictions_that_were_not_counted_are_told_from_none() {
    var old = new Reached(8, 3, 12, 2, null, true, 0.5, List.of());

    assertThat(SeedsTable.row("c", new Row(1, saves(10), saves(9), old)))
        .endsWith("| 1, 7, 10 | 3, –, 12 |");
  }

  @Test
  void fault_of_ours_is_no_sound_answer_whatever_the_limit() {
    var sound = new Row(1, saves(10), saves(9), saves(8, "theirs"));
    var broken = new Row(1, saves(10), saves(9, "ours"), saves(8));

    assertThat(Kind.of("c", List.of(sound)).isSound()).isTrue();
    assertThat(Kind.of("c", List.of(sound, broken)).isSound()).isFalse();
  }
}
