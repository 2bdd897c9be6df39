package karpenter.core.disruption.command;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.command.CommandStep.Replacement;
import karpenter.core.facts.ClaimFacts;
import org.junit.jupiter.api.Test;

class CommandStepTest {
  private static final Instant STARTED = Instant.parse("2026-01-05T10:00:00Z");
  private static final Duration TIMEOUT = Duration.ofMinutes(10);
  private static final ClaimFacts OLD = claim("old").ofNode("old").build();

  @Test
  void nodes_wait_until_all_that_replaces_them_is_initialized() {
    var step = step(List.of(ready("a"), coming("b")), Duration.ZERO);

    assertThat(step).isEqualTo(new CommandStep.Await(List.of(coming("b").claim().orElseThrow())));
  }

  @Test
  void nodes_go_when_all_that_replaces_them_is_initialized() {
    assertThat(step(List.of(ready("a"), ready("b")), Duration.ZERO))
        .isEqualTo(new CommandStep.Delete(List.of(OLD)));
  }

  @Test
  void nodes_that_nothing_replaces_go_at_once() {
    assertThat(step(List.of(), Duration.ZERO)).isEqualTo(new CommandStep.Delete(List.of(OLD)));
  }

  @Test
  void a_late_success_is_a_success() {
    assertThat(step(List.of(ready("a")), Duration.ofHours(3)))
        .isEqualTo(new CommandStep.Delete(List.of(OLD)));
  }

  @Test
  void the_time_is_over_after_it_not_at_it() {
    assertThat(step(List.of(coming("a")), TIMEOUT)).isInstanceOf(CommandStep.Await.class);
    assertThat(step(List.of(coming("a")), TIMEOUT.plusMillis(1)))
        .isEqualTo(new CommandStep.RollBack(new Failure.TimedOut(TIMEOUT)));
  }

  @Test
  void a_deletion_that_could_not_be_done_in_time_is_not_done_late() {
    assertThat(step(List.of(), Duration.ofMinutes(11)))
        .isEqualTo(new CommandStep.RollBack(new Failure.TimedOut(TIMEOUT)));
  }

  @Test
  void a_replacement_that_is_gone_ends_it_whatever_the_others_do() {
    assertThat(step(List.of(ready("a"), gone("b")), Duration.ZERO))
        .isEqualTo(new CommandStep.RollBack(new Failure.ReplacementGone("b")));
  }

  @Test
  void nothing_is_left_to_do_when_the_nodes_are_gone() {
    assertThat(CommandStep.of(List.of(), List.of(gone("a")), STARTED, TIMEOUT, STARTED))
        .isEqualTo(new CommandStep.Complete());
  }

  @Test
  void patience_grows_with_what_is_under_way_within_bounds() {
    assertThat(Patience.with(1)).isEqualTo(Duration.ofMinutes(10));
    assertThat(Patience.with(7_500)).isEqualTo(Duration.ofMinutes(10));
    assertThat(Patience.with(15_000)).isEqualTo(Duration.ofMinutes(20));
    assertThat(Patience.with(1_000_000)).isEqualTo(Duration.ofHours(1));
  }

  private static CommandStep step(List<Replacement> replacements, Duration elapsed) {
    return CommandStep.of(List.of(OLD), replacements, STARTED, TIMEOUT, STARTED.plus(elapsed));
  }

  private static Replacement coming(String name) {
    return new Replacement(name, Optional.of(claim(name).build()));
  }

  private static Replacement ready(String name) {
    return new Replacement(
        name,
        Optional.of(claim(name).and(c -> c.setTrue(ClaimFacts.INITIALIZED, STARTED)).build()));
  }

  private static Replacement gone(String name) {
    return new Replacement(name, Optional.empty());
  }
}
