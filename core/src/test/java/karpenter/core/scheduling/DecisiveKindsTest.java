package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import karpenter.core.testkit.cases.ConstraintKind;
import karpenter.core.testkit.cases.DecisiveCount;
import org.junit.jupiter.api.Test;

/// The generated cases are worth something only while every kind of constraint decides some of
/// them: one in twenty, as `-Dtwin.decisive=10000` counts, which takes minutes.
class DecisiveKindsTest {
  private static final int CASES = Integer.getInteger("twin.decisive", 80);

  @Test
  void every_kind_of_constraint_is_decisive() {
    var counts = DecisiveCount.over(LongStream.range(0, CASES));

    // A small sample can only promise that no kind has died out.
    int wanted = CASES >= 10_000 ? CASES / 20 : 1;
    for (ConstraintKind kind : ConstraintKind.values()) {
      assertThat(counts.get(kind))
          .as("%s of %d cases: %s", kind, CASES, counts)
          .isGreaterThanOrEqualTo(wanted);
    }
  }
}
