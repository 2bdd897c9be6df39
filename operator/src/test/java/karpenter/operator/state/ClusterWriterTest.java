package karpenter.operator.state;

import static karpenter.operator.state.Objects.claim;
import static karpenter.operator.state.Objects.node;
import static karpenter.operator.state.Objects.pool;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeTaint;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import karpenter.operator.journal.Decision;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

class ClusterWriterTest {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:01.5Z");

  private final ScriptedKube kube = new ScriptedKube();
  private final Reading reading = Objects.reading();
  private final WatchedState state = new WatchedState(reading, Objects.WATCHED);
  private final ApiClusterWriter writer = new ApiClusterWriter(kube, state, reading);

  private ClaimFacts known() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, ""), true);
    return state.snapshot().claim("c").orElseThrow();
  }

  @Test
  void nothing_is_sent_when_nothing_differs() throws Exception {
    var before = known();

    assertThat(writer.patchClaim(before, before, Guard.VERSION))
        .isEqualTo(new Written.Unchanged<>(before));
    assertThat(writer.patchClaimStatus(before, before, Guard.VERSION))
        .isEqualTo(new Written.Unchanged<>(before));
    assertThat(kube.asked).isEmpty();
  }

  @Test
  void metadata_is_patched_per_key_and_lists_whole() throws Exception {
    var before = known();
    var after =
        before.withMeta(
            before
                .meta()
                .withLabel("x", "y")
                .withAnnotations(new TreeMap<>(Map.of("c", "d")))
                .withFinalizers(List.of()));
    kube.answers.add(new Answer.Done(claim("c", "1", 6, "")));

    var written = writer.patchClaim(before, after, Guard.VERSION);

    assertThat(kube.asked)
        .containsExactly(
            "MERGE nodeclaims c"
                + " {\"metadata\":{\"labels\":{\"x\":\"y\"},\"annotations\":{\"c\":\"d\",\"a\":null},"
                + "\"finalizers\":[],\"resourceVersion\":\"5\"}}");
    assertThat(written.result().map(claim -> claim.meta().version())).contains("6");
    assertThat(state.snapshot().claim("c").map(claim -> claim.meta().version())).contains("6");
  }

  @Test
  void status_goes_to_its_subresource() throws Exception {
    var before = known();
    var after =
        before
            .withStatus(
                Optional.of("kwok://c"),
                Optional.empty(),
                Optional.of("c"),
                Resources.of(Map.of("cpu", 4000L, "memory", 1L << 30)),
                Resources.none(),
                Optional.of(NOW),
                before.conditions())
            .setTrue(ClaimFacts.LAUNCHED, NOW);
    kube.answers.add(new Answer.Done(claim("c", "1", 6, "kwok://c")));

    writer.patchClaimStatus(before, after, Guard.NONE);

    assertThat(kube.asked).hasSize(1);
    assertThat(kube.asked.getFirst())
        .startsWith(
            "MERGE nodeclaims/status c {\"status\":{\"providerID\":\"kwok://c\",\"nodeName\":\"c\","
                + "\"capacity\":{\"cpu\":\"4\",\"memory\":\"1Gi\"},"
                + "\"lastPodEventTime\":\"2026-01-05T09:00:01Z\",\"conditions\":[")
        .contains(
            "{\"type\":\"Launched\",\"status\":\"True\",\"reason\":\"Launched\",\"message\":\"\","
                + "\"lastTransitionTime\":\"2026-01-05T09:00:01Z\",\"observedGeneration\":1}")
        .doesNotContain("resourceVersion");
    assertThat(state.snapshot().claimsWithProviderId("kwok://c")).hasSize(1);
  }

  @Test
  void taints_of_others_keep_the_time_they_were_added() throws Exception {
    state.changed(Resource.NODES, node("n", "2", 5, "p"), true);
    var before = state.snapshot().node("n").orElseThrow();
    var taints = new ArrayList<>(before.taints());
    taints.add(NodeTaint.of(new Taint("karpenter.sh/disrupted", "", Taint.Effect.NO_SCHEDULE)));
    kube.answers.add(new Answer.Done(node("n", "2", 6, "p")));

    writer.patchNode(before, before.withTaints(taints), Guard.VERSION);

    assertThat(kube.asked)
        .containsExactly(
            "MERGE nodes n {\"spec\":{\"taints\":["
                + "{\"key\":\"node.kubernetes.io/not-ready\",\"effect\":\"NoSchedule\",\"timeAdded\":\"2026-01-05T09:00:00Z\"},"
                + "{\"key\":\"karpenter.sh/disrupted\",\"effect\":\"NoSchedule\"}]},"
                + "\"metadata\":{\"resourceVersion\":\"5\"}}");
  }

  @Test
  void a_pool_learns_what_it_uses() throws Exception {
    state.changed(Resource.NODE_POOLS, pool("p", "3", 5), true);
    var before = state.snapshot().pool("p").orElseThrow().facts();
    kube.answers.add(new Answer.Done(pool("p", "3", 6)));

    writer.patchPoolStatus(
        before, before.withUsage(Resources.of(Map.of("nodes", 2L)), 2), Guard.NONE);

    assertThat(kube.asked)
        .containsExactly(
            "MERGE nodepools/status p {\"status\":{\"resources\":{\"nodes\":\"2\"},\"nodes\":2}}");
  }

  @Test
  void the_last_finalizer_of_a_deleted_node_ends_it_at_once() throws Exception {
    var going = node("n", "2", 5, "p");
    going.withObject("/metadata").put("deletionTimestamp", "2026-01-05T09:00:00Z");
    going.withObject("/metadata").putArray("finalizers").add("karpenter.sh/termination");
    state.changed(Resource.NODES, going, true);
    var last = going.deepCopy();
    last.withObject("/metadata").remove("finalizers");
    last.withObject("/metadata").put("resourceVersion", "6");
    kube.answers.add(new Answer.Done(last));

    writer.removeNodeFinalizer(
        state.snapshot().node("n").orElseThrow(), "karpenter.sh/termination");

    assertThat(kube.asked.getFirst())
        .startsWith("STRATEGIC nodes n {\"metadata\":{\"$deleteFromPrimitiveList/finalizers\":");
    assertThat(state.snapshot().nodes()).isEmpty();
  }

  @Test
  void answers_become_outcomes() throws Exception {
    var before = known();
    var after = before.withMeta(before.meta().withLabel("x", "y"));
    kube.answers.add(new Answer.NotFound());
    kube.answers.add(new Answer.Conflict("changed"));
    kube.answers.add(
        new Answer.Refused(422, "Invalid", "no", JsonNodeFactory.instance.objectNode()));

    assertThat(writer.patchClaim(before, after, Guard.NONE)).isEqualTo(new Written.Missing<>());
    assertThat(writer.patchClaim(before, after, Guard.NONE))
        .isEqualTo(new Written.Stale<>("changed"));
    assertThat(writer.patchClaim(before, after, Guard.NONE))
        .isEqualTo(new Written.Refused<>("Invalid: no"));
  }

  @Test
  void a_created_claim_is_known_at_once_under_the_name_the_server_gave() throws Exception {
    kube.answers.add(new Answer.Done(claim("general-x7f2q", "9", 12, "")));

    var written = writer.createClaim(Objects.tree("metadata: {generateName: general-}"));

    assertThat(written.result().map(ClaimFacts::name)).contains("general-x7f2q");
    assertThat(state.snapshot().claimsOfPool("general")).hasSize(1);
  }

  @Test
  void a_deletion_that_is_complete_leaves_nothing() throws Exception {
    known();
    var marked = claim("c", "1", 6, "");
    marked.withObject("/metadata").put("deletionTimestamp", "2026-01-05T09:00:00Z");
    kube.answers.add(new Answer.Done(marked));
    kube.answers.add(new Answer.Done(claim("c", "1", 6, "")));
    var key = ObjectKey.cluster("c");

    writer.delete(Resource.NODE_CLAIMS, key, Deletion.of("1"));
    assertThat(state.snapshot().claim("c").map(claim -> claim.meta().isDeleting())).contains(true);
    writer.delete(Resource.NODE_CLAIMS, key, Deletion.of("1"));

    assertThat(state.snapshot().claims()).isEmpty();
  }

  @Test
  void observing_records_a_decision_once_and_writes_nothing() {
    var decisions = new ArrayList<Decision>();
    var observing = new ObservingWriter(state, reading, decisions::add, InstantSource.fixed(NOW));
    var before = known();
    var after = before.withMeta(before.meta().withLabel("x", "y"));

    var first = observing.patchClaim(before, after, Guard.NONE);
    observing.patchClaim(before, after, Guard.NONE);
    observing.delete(Resource.NODE_CLAIMS, ObjectKey.cluster("c"), Deletion.PLAIN);

    assertThat(first).isEqualTo(new Written.Unchanged<>(after));
    assertThat(decisions).extracting(Decision::kind).containsExactly("WouldPatch", "WouldDelete");
    assertThat(state.snapshot().claim("c")).contains(before);
    assertThat(kube.asked).isEmpty();
  }
}
