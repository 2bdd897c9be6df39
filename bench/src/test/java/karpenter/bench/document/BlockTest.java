package karpenter.bench.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BlockTest {
  private static final List<String> PAGE =
      """
      Before.
      <!-- bench: time
      bench/run a b
      bench/run c
      -->
      old
      old
      <!-- end -->
      Between.
      <!-- bench: money
      bench/run a b
      -->
      <!-- end -->
      After.
      """
          .lines()
          .toList();

  @Test
  void a_block_names_its_view_and_its_commands() {
    var blocks = Block.in(PAGE);

    assertThat(blocks).extracting(Block::view).containsExactly("time", "money");
    assertThat(blocks.getFirst().commands()).containsExactly("bench/run a b", "bench/run c");
    assertThat(blocks.getFirst().written(PAGE)).containsExactly("old", "old");
    assertThat(blocks.getLast().written(PAGE)).isEmpty();
  }

  @Test
  void only_what_is_written_in_the_block_is_replaced() {
    var page = Block.in(PAGE).getFirst().rewritten(PAGE, List.of("new"));

    assertThat(page).hasSize(PAGE.size() - 1).contains("new", "Between.").doesNotContain("old");
    assertThat(Block.in(page)).extracting(Block::view).containsExactly("time", "money");
  }

  @Test
  void a_block_without_an_end_is_refused() {
    assertThatThrownBy(() -> Block.in(List.of("<!-- bench: time", "bench/run a", "-->", "text")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("<!-- end -->");
  }
}
