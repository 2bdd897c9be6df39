package karpenter.operator.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScrapeTest {
  private static final Family ROOMS =
      new Family(
          "rooms", Metric.Type.GAUGE, List.of("zone", "name"), List.of(), "Rooms\nthere are.");
  private static final Family GUESTS =
      new Family("guests_total", Metric.Type.COUNTER, List.of(), List.of(), "Guests.");

  private final Registry registry = new Registry();

  private String text() throws IOException {
    var out = new ByteArrayOutputStream();
    registry.write(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void series_are_told_by_family_with_labels_by_name() throws IOException {
    registry.register(
        List.of(ROOMS, GUESTS),
        into -> {
          into.put(ROOMS, 1, "z", "a");
          into.put(GUESTS, 3);
          into.put(ROOMS, 0.5, "y", "b");
        });

    assertThat(text())
        .isEqualTo(
            """
            # HELP guests_total Guests.
            # TYPE guests_total counter
            guests_total 3.0
            # HELP rooms Rooms\\nthere are.
            # TYPE rooms gauge
            rooms{name="a",zone="z"} 1.0
            rooms{name="b",zone="y"} 0.5
            """);
  }

  @Test
  void whatever_a_label_says_a_series_stays_one_line() throws IOException {
    registry.register(
        List.of(ROOMS), into -> into.put(ROOMS, Double.POSITIVE_INFINITY, "\\", "\"\n"));

    assertThat(text()).endsWith("\nrooms{name=\"\\\"\\n\",zone=\"\\\\\"} +Inf\n");
  }

  @Test
  void family_without_series_is_not_told() throws IOException {
    registry.register(List.of(ROOMS), _ -> {});

    assertThat(text()).isEmpty();
  }

  @Test
  void series_that_does_not_fit_its_family_is_a_bug() {
    registry.register(List.of(ROOMS), into -> into.put(ROOMS, 1, "z"));

    assertThatThrownBy(this::text).hasMessage("rooms has labels [zone, name], not [z]");
  }

  @Test
  void family_nobody_announced_is_a_bug() {
    registry.register(List.of(ROOMS), into -> into.put(GUESTS, 1));

    assertThatThrownBy(this::text).hasMessage("never announced: guests_total");
  }
}
