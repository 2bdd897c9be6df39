package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.core.facts.Kin;
import karpenter.core.facts.PodFacts;
import karpenter.operator.event.EventNote;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

/// The reader lets equal parts of objects be one, as long as it remembers them: that is bounded.
/// What is planned, batched and told must be the same when it remembers nothing.
class ForgetfulReaderTest {
  private static final String UNSCHEDULABLE =
      "{type: PodScheduled, status: 'False', reason: Unschedulable}";

  /// More parts than the reader keeps, in one object.
  private static final ObjectNode MANY_PARTS = manyParts();

  private static ObjectNode manyParts() {
    var node = Json.JSON.createObjectNode();
    var metadata = node.putObject("metadata");
    metadata.put("resourceVersion", "1");
    var annotations = metadata.putObject("annotations");
    for (int i = 0; i < 1 << 16; i++) {
      annotations.put("key-" + i, "value-" + i);
    }
    return node;
  }

  /// Makes the reader forget all it has read.
  private static void forget(Scene scene, int time) {
    var node = MANY_PARTS.deepCopy();
    var name = "many-parts-" + time;
    ((ObjectNode) node.get("metadata")).put("name", name).put("uid", name);
    scene.state.changed(Resource.NODES, node, false);
    scene.state.gone(Resource.NODES, node);
  }

  private static List<PodFacts> twoReplicas(boolean isForgotten) {
    var scene = new Scene().replica("a", 1000, UNSCHEDULABLE);
    if (isForgotten) {
      forget(scene, 0);
    }
    scene.replica("b", 1000, "");
    var snapshot = scene.state.snapshot();
    return Stream.concat(snapshot.provisionable().stream(), snapshot.untold().stream()).toList();
  }

  @Test
  void reader_shares_specs_until_it_has_read_too_much() {
    assertThat(twoReplicas(false)).extracting(PodFacts::spec).satisfies(s -> same(s, true));
    assertThat(twoReplicas(true)).extracting(PodFacts::spec).satisfies(s -> same(s, false));
  }

  private static void same(List<?> specs, boolean isOne) {
    assertThat(specs).hasSize(2);
    assertThat(specs.getFirst() == specs.getLast()).isEqualTo(isOne);
  }

  @Test
  void replicas_are_kin_though_their_specs_are_two_objects() {
    var replicas = twoReplicas(true);

    assertThat(Kin.of(replicas.getFirst())).isPresent().isEqualTo(Kin.of(replicas.getLast()));
    assertThat(Kin.of(replicas.getFirst())).hasSameHashCodeAs(Kin.of(replicas.getLast()));
  }

  /// A cluster drawn from a seed: some workloads whose replicas wait, have not been looked at yet,
  /// or are too large for every type.
  private static Scene planned(long seed, boolean forgets) {
    var random = new Random(seed);
    var scene = new Scene().pool("general");
    int pods = 16 + random.nextInt(8);
    for (int i = 0; i < pods; i++) {
      if (forgets) {
        forget(scene, i);
      }
      int millis = random.nextBoolean() ? 900_000 : 500 * (1 + random.nextInt(3));
      scene.replica("p%02d".formatted(i), millis, random.nextInt(3) == 0 ? "" : UNSCHEDULABLE);
    }
    return scene.pass();
  }

  @Test
  void same_is_planned_and_told_by_a_reader_that_forgets_everything() {
    for (long seed = 1; seed <= 12; seed++) {
      var kept = planned(seed, false);
      var forgotten = planned(seed, true);

      assertThat(forgotten.server.trees).as("claims of seed %d", seed).isEqualTo(kept.server.trees);
      assertThat(forgotten.events)
          .as("events of seed %d", seed)
          .extracting(EventNote::toString)
          .isEqualTo(kept.events.stream().map(EventNote::toString).toList());
      assertThat(forgotten.decisions.stream().map(d -> d.kind() + d.subject() + d.reasons()))
          .as("journal of seed %d", seed)
          .isEqualTo(
              kept.decisions.stream().map(d -> d.kind() + d.subject() + d.reasons()).toList());
    }
  }
}
