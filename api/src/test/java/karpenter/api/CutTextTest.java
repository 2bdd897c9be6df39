package karpenter.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CutTextTest {
  @Test
  void a_short_text_stays_as_it_is() {
    assertThat(CutText.at("abc", 3, "…")).isEqualTo("abc");
  }

  @Test
  void a_long_text_ends_with_the_mark() {
    assertThat(CutText.at("abcd", 3, "…")).isEqualTo("abc…");
    assertThat(CutText.at("abcd", 0)).isEmpty();
  }

  @Test
  void a_character_of_two_units_is_not_cut_in_half() {
    assertThat(CutText.at("ab😀d", 3, "…")).isEqualTo("ab…");
    assertThat(CutText.at("ab😀d", 4, "…")).isEqualTo("ab😀…");
  }
}
