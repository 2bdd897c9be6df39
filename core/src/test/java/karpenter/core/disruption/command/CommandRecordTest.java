package karpenter.core.disruption.command;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import karpenter.core.facts.CommandRecord;
import karpenter.core.lifecycle.Registration;
import karpenter.core.statics.StaticCount;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandRecordTest {
  private static final CommandRecord RECORD =
      new CommandRecord(
          "c1",
          "MULTI_NODE",
          List.of("a", "b"),
          List.of("x"),
          Instant.parse("2026-01-05T10:00:00.123Z"));

  @Test
  void what_was_written_is_read_back_on_all_claims_of_the_command() {
    for (var name : List.of("a", "b", "x")) {
      var meta = RECORD.on(claim(name).build().meta());

      assertThat(CommandRecord.of(meta)).contains(RECORD);
      assertThat(CommandRecord.off(meta)).isEqualTo(claim(name).build().meta());
    }
  }

  @Test
  void nothing_replaces_the_nodes_of_a_deletion() {
    var record = new CommandRecord("c1", "EMPTINESS", List.of("a"), List.of(), RECORD.started());

    assertThat(CommandRecord.of(record.on(claim("a").build().meta()))).contains(record);
  }

  @Test
  void a_record_that_was_copied_to_another_claim_is_none() {
    var meta = RECORD.on(claim("stranger").build().meta());

    assertThat(CommandRecord.of(meta)).isEmpty();
    assertThat(CommandRecord.isOn(meta)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"command-started,yesterday", "command,''", "command-candidates,c"})
  void a_record_that_somebody_spoilt_is_none(String key, String value) {
    var meta =
        RECORD.on(claim("a").build().meta()).withAnnotation("karpenter-jvm.dev/" + key, value);

    assertThat(CommandRecord.of(meta)).isEmpty();
  }

  @Test
  void the_node_of_a_replacement_does_not_inherit_the_record() {
    var claim = claim("x").annotation("kept", "yes").build();
    var replacement = claim.withMeta(RECORD.on(claim.meta()));

    var node = Registration.synced(replacement, node("n").build());

    assertThat(node.meta().annotations()).containsEntry("kept", "yes");
    assertThat(CommandRecord.isOn(node.meta())).isFalse();
  }

  @Test
  void static_pool_counts_who_is_to_be_replaced_from_the_moment_it_is_written_down() {
    var old = claim("a").build();
    var others = List.of(claim("x").build(), old.withMeta(RECORD.on(old.meta())));

    assertThat(StaticCount.of(others, Set.of())).isEqualTo(new StaticCount(1, 1, 0));
  }
}
