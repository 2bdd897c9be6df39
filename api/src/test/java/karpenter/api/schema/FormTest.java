package karpenter.api.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FormTest {
  private final Form form = Form.of("^[a-z]+$");

  @Test
  void a_text_that_matched_is_known_and_one_that_did_not_is_refused_each_time() {
    assertThat(form.isFoundIn("ready")).isTrue();
    assertThat(form.isFoundIn("Ready")).isFalse();
    assertThat(form.kept()).isEqualTo(1);

    assertThat(form.isFoundIn("ready")).isTrue();
    assertThat(form.isFoundIn("Ready")).isFalse();
    assertThat(form.kept()).isEqualTo(1);
  }

  @Test
  void texts_without_end_are_matched_but_not_kept_without_end() {
    assertThat(form.isFoundIn("a".repeat(10_000))).isTrue();
    assertThat(form.kept()).isZero();

    for (int i = 0; i < 10_000; i++) {
      assertThat(form.isFoundIn(word(i))).isTrue();
    }

    assertThat(form.kept()).isLessThan(5_000);
  }

  private static String word(int number) {
    var word = new StringBuilder("w");
    for (int rest = number; rest > 0; rest /= 26) {
      word.append((char) ('a' + rest % 26));
    }
    return word.toString();
  }
}
