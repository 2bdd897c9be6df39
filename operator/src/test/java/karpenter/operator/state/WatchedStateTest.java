package karpenter.operator.state;

import static karpenter.operator.state.Objects.claim;
import static karpenter.operator.state.Objects.node;
import static karpenter.operator.state.Objects.pod;
import static karpenter.operator.state.Objects.pool;
import static karpenter.operator.state.Objects.tree;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

class WatchedStateTest {
  private final WatchedState state = Objects.state();
  private final List<String> told = new ArrayList<>();

  WatchedStateTest() {
    state.subscribe(
        change ->
            told.add(
                "%s %s %s>%s"
                    .formatted(
                        change.origin(),
                        change.key(),
                        change.before().isPresent() ? "old" : "",
                        change.after().isPresent() ? "new" : "")));
  }

  private static ObjectKey key(String name) {
    return ObjectKey.of("default", name);
  }

  private List<String> podsOn(String node) {
    return state.snapshot().podsOn(node).stream().map(PodFacts::name).toList();
  }

  @Test
  void a_snapshot_does_not_change_with_the_cluster() {
    state.changed(Resource.PODS, pod("a", "1", 1, ""), true);
    var before = state.snapshot();

    state.changed(Resource.PODS, pod("a", "1", 2, "n"), false);
    state.changed(Resource.PODS, pod("b", "2", 3, ""), false);

    assertThat(before.all(Kind.PODS)).hasSize(1);
    assertThat(before.provisionable()).hasSize(1);
    assertThat(before.podsOn("n")).isEmpty();
    assertThat(state.snapshot().version()).isGreaterThan(before.version());
    assertThat(podsOn("n")).containsExactly("a");
    assertThat(state.snapshot().provisionable()).extracting(PodFacts::name).containsExactly("b");
  }

  @Test
  void listeners_hear_of_every_change_in_order() {
    state.changed(Resource.PODS, pod("a", "1", 1, ""), true);
    state.echo(Resource.PODS, pod("a", "1", 2, ""));
    state.changed(Resource.PODS, pod("a", "1", 2, ""), false);
    state.gone(Resource.PODS, pod("a", "1", 3, ""));

    assertThat(told)
        .containsExactly("REPLAY default/a >new", "ECHO default/a old>new", "WATCH default/a old>");
  }

  @Test
  void a_listener_that_throws_keeps_a_change_from_nobody() {
    var heard = new ArrayList<String>();
    state.subscribe(
        _ -> {
          throw new IllegalStateException("a defect");
        });
    state.subscribe(change -> heard.add(change.key().toString()));

    state.changed(Resource.PODS, pod("a", "1", 1, ""), false);

    assertThat(heard).containsExactly("default/a");
  }

  @Test
  void nobody_hears_of_a_node_that_only_says_it_is_there() {
    state.changed(Resource.NODES, node("n", "1", 1, "p"), false);
    told.clear();

    state.changed(Resource.NODES, node("n", "1", 2, "p"), false);

    assertThat(told).isEmpty();
    assertThat(state.snapshot().node("n").orElseThrow().meta().version()).isEqualTo("2");
    state.changed(Resource.NODES, node("n", "1", 3, "q"), false);
    assertThat(told).containsExactly("WATCH n old>new");
  }

  @Test
  void the_snapshot_a_listener_sees_has_the_change_in_it() {
    var seen = new ArrayList<Integer>();
    state.subscribe(_ -> seen.add(state.snapshot().all(Kind.PODS).size()));

    state.changed(Resource.PODS, pod("a", "1", 1, ""), true);

    assertThat(seen).containsExactly(1);
  }

  @Test
  void what_may_control_is_known_as_it_last_was_and_for_as_long_as_it_may() {
    var plain = claim("c", "1", 1, "");
    var paused = annotated(claim("c", "1", 2, ""), ControlKeys.PAUSE);
    var launched = annotated(claim("c", "1", 3, "p"), ControlKeys.PAUSE);

    state.changed(Resource.NODE_CLAIMS, plain, false);
    assertThat(state.snapshot().controlledClaims()).isEmpty();
    state.changed(Resource.NODE_CLAIMS, paused, false);
    assertThat(state.snapshot().controlledClaims()).hasSize(1);
    state.changed(Resource.NODE_CLAIMS, launched, false);
    assertThat(state.snapshot().controlledClaims())
        .containsExactly(state.snapshot().claim("c").orElseThrow());
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 4, "p"), false);
    assertThat(state.snapshot().controlledClaims()).isEmpty();
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), false);
    assertThat(state.snapshot().controlledClaims()).isEmpty();
  }

  private static ObjectNode annotated(ObjectNode object, String key) {
    object.withObjectProperty("metadata").withObjectProperty("annotations").put(key, "anything");
    return object;
  }

  @Test
  void older_news_changes_nothing() {
    state.echo(Resource.PODS, pod("a", "1", 10, "n"));

    state.changed(Resource.PODS, pod("a", "1", 9, ""), false);

    assertThat(podsOn("n")).containsExactly("a");
  }

  @Test
  void a_deleted_object_does_not_come_back() {
    state.changed(Resource.PODS, pod("a", "1", 5, ""), false);
    state.gone(Resource.PODS, pod("a", "1", 7, ""));

    state.echo(Resource.PODS, pod("a", "1", 6, "n"));

    assertThat(state.snapshot().all(Kind.PODS)).isEmpty();
  }

  @Test
  void another_object_of_the_same_name_is_new() {
    state.changed(Resource.PODS, pod("a", "1", 5, "n"), false);
    state.changed(Resource.PODS, pod("a", "2", 8, ""), false);
    state.gone(Resource.PODS, pod("a", "1", 7, "n"));

    assertThat(state.snapshot().pod(key("a")).map(PodFacts::uid)).contains("2");
    assertThat(podsOn("n")).isEmpty();
    assertThat(told)
        .containsExactly("WATCH default/a >new", "WATCH default/a old>", "WATCH default/a >new");
  }

  @Test
  void an_echo_without_finalizers_is_the_end_of_a_deleted_claim() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), false);
    var last = claim("c", "1", 6, "p");
    last.withObject("/metadata").put("deletionTimestamp", "2026-01-05T09:00:00Z");

    state.echo(Resource.NODE_CLAIMS, last);
    assertThat(state.snapshot().claims()).hasSize(1);
    last.withObject("/metadata").remove("finalizers");
    state.echo(Resource.NODE_CLAIMS, last);

    assertThat(state.snapshot().claims()).isEmpty();
    assertThat(state.snapshot().claimsOfPool("general")).isEmpty();
  }

  @Test
  void claims_and_nodes_are_found_by_provider_id() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, ""), false);
    state.changed(Resource.NODES, node("n", "2", 6, "p"), false);
    assertThat(state.snapshot().claimsWithProviderId("p")).isEmpty();

    state.echo(Resource.NODE_CLAIMS, claim("c", "1", 7, "p"));

    var now = state.snapshot();
    assertThat(now.claimsWithProviderId("p")).hasSize(1);
    assertThat(now.nodesWithProviderId("p")).hasSize(1);
    assertThat(now.claimOf(now.node("n").orElseThrow())).isPresent();
    assertThat(now.claimsOfPool("general")).hasSize(1);
  }

  @Test
  void an_object_of_another_provider_is_left_alone() {
    var foreign = claim("c", "1", 5, "");
    foreign.withObject("/spec/nodeClassRef").put("kind", "EC2NodeClass");
    var leaving = pool("p", "2", 7);
    leaving.withObject("/spec/template/spec/nodeClassRef").put("kind", "EC2NodeClass");
    leaving.withObject("/metadata").put("generation", 2);
    state.changed(Resource.NODE_POOLS, pool("p", "2", 6), false);

    state.changed(Resource.NODE_CLAIMS, foreign, false);
    state.changed(Resource.NODE_POOLS, leaving, false);

    assertThat(state.snapshot().claims()).isEmpty();
    assertThat(state.snapshot().pools()).isEmpty();
    assertThat(state.quarantine()).isEmpty();
  }

  @Test
  void an_unreadable_object_is_quarantined_and_the_rest_goes_on() {
    var bad = claim("c", "1", 6, "p");
    bad.withObject("/spec").put("terminationGracePeriod", "soon");
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), false);

    state.changed(Resource.NODE_CLAIMS, bad, false);
    state.changed(Resource.NODE_CLAIMS, claim("d", "2", 7, "q"), false);

    assertThat(state.quarantine()).hasSize(1);
    assertThat(state.quarantine().getFirst().reason()).contains("spec.terminationGracePeriod");
    assertThat(state.snapshot().claims()).hasSize(2);
  }

  @Test
  void a_readable_version_ends_the_quarantine_and_an_older_one_does_not() {
    var bad = claim("c", "1", 6, "p");
    bad.withObject("/spec").put("terminationGracePeriod", "soon");
    state.changed(Resource.NODE_CLAIMS, bad, false);

    state.echo(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"));
    assertThat(state.quarantine()).hasSize(1);
    assertThat(state.snapshot().claims()).isEmpty();
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 7, "p"), false);

    assertThat(state.quarantine()).isEmpty();
    assertThat(state.snapshot().claims()).hasSize(1);
  }

  @Test
  void a_quarantined_object_that_goes_leaves_the_quarantine() {
    var bad = claim("c", "1", 6, "p");
    bad.withObject("/spec").put("terminationGracePeriod", "soon");
    state.changed(Resource.NODE_CLAIMS, bad, false);

    state.gone(Resource.NODE_CLAIMS, bad);

    assertThat(state.quarantine()).isEmpty();
  }

  @Test
  void the_state_is_synced_once_every_watch_has_told_all() {
    Objects.WATCHED.stream().skip(1).forEach(state::synced);
    assertThat(state.snapshot().isSynced()).isFalse();

    state.synced(Objects.WATCHED.getFirst());
    state.interrupted(Resource.PODS, "connection lost");

    assertThat(state.snapshot().isSynced()).isTrue();
    assertThat(state.interruption(Resource.PODS).orElseThrow().reason())
        .isEqualTo("connection lost");
    assertThat(state.interruption(Resource.NODES)).isEmpty();
  }

  @Test
  void an_object_that_one_list_lacked_is_back_when_a_later_list_has_it() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), true);

    state.missing(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"));
    assertThat(state.snapshot().claims()).isEmpty();
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), true);

    assertThat(state.snapshot().claims()).hasSize(1);
  }

  @Test
  void objects_that_only_an_answer_told_of_are_unwatched() {
    state.changed(Resource.NODE_CLAIMS, claim("watched", "1", 5, "p"), false);
    state.echo(Resource.NODE_CLAIMS, claim("watched", "1", 6, "p"));
    state.echo(Resource.NODE_CLAIMS, claim("answered", "2", 7, "p"));
    state.echo(Resource.NODE_CLAIMS, claim("newer", "3", 9, "p"));
    state.echo(Resource.NODE_CLAIMS, claim("listed", "4", 8, "p"));
    state.changed(Resource.NODE_CLAIMS, claim("listed", "4", 8, "p"), true);
    state.echo(Resource.NODE_CLAIMS, claim("deleted", "5", 8, "p"));
    state.gone(Resource.NODE_CLAIMS, claim("deleted", "5", 8, "p"));

    var unwatched = state.unwatched(Resource.NODE_CLAIMS, "8");

    assertThat(unwatched)
        .extracting(
            object -> object.at("/metadata/name").asText(),
            object -> object.at("/metadata/uid").asText(),
            object -> object.at("/metadata/resourceVersion").asText())
        .containsExactly(tuple("answered", "2", "7"));
    unwatched.forEach(object -> state.missing(Resource.NODE_CLAIMS, object));
    assertThat(state.snapshot().claims()).hasSize(3);
    assertThat(state.unwatched(Resource.NODE_CLAIMS, "8")).isEmpty();
  }

  @Test
  void no_version_of_an_unwatched_object_is_newer_than_a_history_that_was_set_back() {
    state.echo(Resource.NODE_CLAIMS, claim("c", "1", 50, "p"));

    state.rewound(Resource.NODE_CLAIMS);

    assertThat(state.unwatched(Resource.NODE_CLAIMS, "8")).hasSize(1);
  }

  @Test
  void a_late_echo_does_not_bring_back_what_a_list_lacked() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), true);
    state.missing(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"));

    state.echo(Resource.NODE_CLAIMS, claim("c", "1", 6, "p"));

    assertThat(state.snapshot().claims()).isEmpty();
  }

  @Test
  void a_list_does_not_bring_back_what_was_told_to_be_deleted() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), true);
    state.gone(Resource.NODE_CLAIMS, claim("c", "1", 7, "p"));

    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), true);

    assertThat(state.snapshot().claims()).isEmpty();
  }

  @Test
  void after_the_history_was_set_back_older_versions_count() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 50, "p"), true);
    state.changed(Resource.NODE_CLAIMS, claim("d", "2", 51, "p"), true);
    state.gone(Resource.NODE_CLAIMS, claim("d", "2", 52, "p"));

    state.rewound(Resource.NODE_CLAIMS);
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "q"), true);
    state.changed(Resource.NODE_CLAIMS, claim("d", "2", 6, "q"), true);
    state.synced(Resource.NODE_CLAIMS);
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 4, "p"), true);

    assertThat(state.snapshot().claims())
        .extracting(c -> c.name() + "@" + c.meta().version())
        .containsExactlyInAnyOrder("c@5", "d@6");
  }

  @Test
  void notes_end_with_the_object_they_are_about() {
    state.changed(Resource.NODE_CLAIMS, claim("c", "1", 5, "p"), false);
    state.changed(Resource.PODS, pod("a", "pod-1", 6, ""), false);
    var until = Instant.parse("2026-01-05T09:00:20Z");
    state.note(new Note.Nominated("c", until));
    state.note(new Note.MarkedForDeletion("c"));
    state.note(new Note.Promised("pod-1", "c"));
    state.note(new Note.BufferPods(new TreeMap<>(java.util.Map.of("c", 2))));
    var noted = state.snapshot().notes();

    state.gone(Resource.NODE_CLAIMS, claim("c", "1", 7, "p"));
    state.gone(Resource.PODS, pod("a", "pod-1", 8, ""));

    assertThat(noted.isNominated("c", until.minusSeconds(1))).isTrue();
    assertThat(noted.isNominated("c", until)).isFalse();
    assertThat(noted.markedForDeletion()).containsExactly("c");
    assertThat(noted.promised()).containsEntry("pod-1", "c");
    assertThat(noted.bufferPods()).containsEntry("c", 2);
    assertThat(state.snapshot().notes()).isEqualTo(Notebook.EMPTY.notes());
  }

  @Test
  void promises_that_have_lapsed_are_forgotten_when_somebody_says_so() {
    var start = Instant.parse("2026-01-05T09:00:00Z");
    state.note(new Note.Nominated("over", start));
    state.note(new Note.Nominated("holds", start.plusSeconds(1)));

    state.note(new Note.Lapsed(start));

    assertThat(state.snapshot().notes().nominated()).containsOnlyKeys("holds");
  }

  @Test
  void a_snapshot_tells_which_objects_and_nodes_differ_from_an_earlier_one() {
    state.changed(Resource.PODS, pod("a", "1", 1, "n"), true);
    state.changed(Resource.PODS, pod("b", "2", 2, "m"), true);
    state.changed(Resource.NODES, node("n", "3", 3, "p"), true);
    var before = state.snapshot();

    state.changed(Resource.PODS, pod("c", "4", 4, "n"), false);
    state.gone(Resource.PODS, pod("b", "2", 5, "m"));
    var now = state.snapshot();

    assertThat(now.nodesWithOtherPodsThan(before)).hasValue(Set.of("n", "m"));
    assertThat(now.differences(Kind.PODS, before)).hasValue(Set.of(key("b"), key("c")));
    assertThat(now.differences(Kind.NODES, before)).hasValue(Set.of());
  }

  @Test
  void a_node_class_is_found_by_reference() {
    state.changed(
        Objects.NODE_CLASSES,
        tree("metadata: {name: default, uid: k, resourceVersion: '1'}"),
        true);

    var snapshot = state.snapshot();
    assertThat(
            snapshot.nodeClass(new NodeClassRef("karpenter.kwok.sh", "KWOKNodeClass", "default")))
        .isPresent();
    assertThat(snapshot.nodeClass(new NodeClassRef("x", "KWOKNodeClass", "default"))).isEmpty();
  }

  @Test
  void what_is_not_watched_is_not_there() {
    state.changed(Resource.DAEMON_SETS, tree("metadata: {name: d}"), false);

    assertThat(state.snapshot().all(Kind.DAEMON_SETS)).isEmpty();
    assertThat(told).isEmpty();
  }
}
