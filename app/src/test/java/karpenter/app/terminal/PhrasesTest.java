package karpenter.app.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PhrasesTest {
  @Test
  void amounts_have_as_many_places_as_they_need() {
    assertThat(Phrases.amount(0.02)).isEqualTo("$0.02");
    assertThat(Phrases.amount(0.0222)).isEqualTo("$0.0222");
    assertThat(Phrases.amount(1)).isEqualTo("$1.00");
    assertThat(Phrases.amount(0)).isEqualTo("$0.00");
    assertThat(Phrases.amount(0.1 + 0.2)).isEqualTo("$0.30");
  }

  @Test
  void node_costs_are_counted_by_what_they_are() {
    assertThat(Phrases.nodeCosts(List.of(0.02, 0.02, 0.02, 0.02))).contains("$0.08/h (4 × $0.02)");
    assertThat(Phrases.nodeCosts(List.of(0.05, 0.02, 0.02)))
        .contains("$0.09/h (2 × $0.02, 1 × $0.05)");
  }

  @Test
  void nodes_that_cost_nothing_beside_their_prices_are_not_told() {
    assertThat(Phrases.nodeCosts(List.of(0.0, 0.0))).isEmpty();
    assertThat(Phrases.nodeCosts(List.of())).isEmpty();
    assertThat(Phrases.plusNodeCost(0)).isEmpty();
    assertThat(Phrases.plusNodeCost(0.02)).isEqualTo(" + node cost $0.02");
  }
}
