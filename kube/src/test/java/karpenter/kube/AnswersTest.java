package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.OptionalLong;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.SocketEffect;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswersTest {
  private static final ObjectKey POD = ObjectKey.of("shop", "web-1");

  private final StubApiServer server = new StubApiServer();
  private final ApiServerKube kube = server.kube();

  AnswersTest() throws Exception {}

  @AfterEach
  void close() {
    kube.close();
    server.close();
  }

  @Test
  void an_object_is_asked_for_where_it_lives() throws Exception {
    server.then(200, "{'kind': 'Pod', 'metadata': {'name': 'web-1'}}");

    var answer = kube.get(Resource.PODS, POD);

    assertThat(answer).isInstanceOf(Answer.Done.class);
    assertThat(server.asked.take()).isEqualTo("GET /api/v1/namespaces/shop/pods/web-1");
  }

  @Test
  void a_patch_of_the_status_goes_to_the_status() throws Exception {
    server.then(200, "{}");

    kube.patch(Resource.NODE_CLAIMS, ObjectKey.cluster("a"), Patch.mergeStatus(tree()));

    assertThat(server.asked.take()).isEqualTo("PATCH /apis/karpenter.sh/v1/nodeclaims/a/status");
  }

  @Test
  void a_name_cannot_leave_its_place_in_the_path() throws Exception {
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    kube.get(Resource.NODES, ObjectKey.cluster("../secrets?x=y"));

    assertThat(server.asked.take()).isEqualTo("GET /api/v1/nodes/..%2Fsecrets%3Fx%3Dy");
  }

  @Test
  void what_is_not_there_is_not_found() throws Exception {
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    assertThat(kube.get(Resource.PODS, POD)).isEqualTo(new Answer.NotFound());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"404 page not found", "<html>no such site</html>", "{}", "{'reason': 'NotFound'}"})
  void a_404_that_is_not_the_servers_own_says_nothing_of_the_object(String page) {
    server.then(404, page).then(404, page).then(404, page);

    assertThatThrownBy(() -> kube.get(Resource.PODS, POD)).isInstanceOf(Unreachable.class);
    assertThatThrownBy(() -> kube.delete(Resource.PODS, POD, Deletion.PLAIN))
        .isInstanceOf(Unreachable.class);
    assertThatThrownBy(() -> kube.evict(POD, "u-1")).isInstanceOf(Unreachable.class);
  }

  @Test
  void a_name_that_is_taken_differs_from_a_version_that_is_old() throws Exception {
    server.then(409, "{'reason': 'AlreadyExists'}");
    server.then(409, "{'reason': 'Conflict', 'message': 'has been modified'}");

    assertThat(kube.create(Resource.NODES, tree())).isEqualTo(new Answer.AlreadyExists());
    assertThat(kube.patch(Resource.NODES, ObjectKey.cluster("a"), Patch.merge(tree())))
        .isEqualTo(new Answer.Conflict("has been modified"));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 403, 405, 413, 422})
  void what_no_repetition_cures_is_refused(int code) throws Exception {
    server.then(code, "{'reason': 'Because', 'message': 'no'}");

    assertThat(kube.create(Resource.NODES, tree()))
        .isInstanceOfSatisfying(
            Answer.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(code);
              assertThat(refused.reason()).isEqualTo("Because");
              assertThat(refused.message()).isEqualTo("no");
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 500, 502, 503, 504})
  void what_may_be_cured_by_repetition_is_unreachable(int code) {
    server.then(code, "upstream went away");

    assertThatThrownBy(() -> kube.get(Resource.PODS, POD)).isInstanceOf(Unreachable.class);
  }

  @Test
  void a_busy_server_says_when_to_come_back() {
    server.thenBusy("7");

    assertThatThrownBy(() -> kube.get(Resource.PODS, POD))
        .isInstanceOfSatisfying(
            Unreachable.class,
            busy -> assertThat(busy.retryAfter()).contains(Duration.ofSeconds(7)));
  }

  @Test
  void a_pause_of_hours_is_not_kept_to() {
    server.thenBusy("86400");

    assertThatThrownBy(() -> kube.get(Resource.PODS, POD))
        .isInstanceOfSatisfying(
            Unreachable.class,
            busy -> assertThat(busy.retryAfter()).contains(Duration.ofSeconds(30)));
  }

  @Test
  void a_server_that_asks_for_no_pause_is_not_asked_again_by_the_client() {
    server.thenBusy(503, "0").then(201, "{}");

    assertThatThrownBy(() -> kube.create(Resource.NODES, tree())).isInstanceOf(Unreachable.class);
    assertThat(server.asked).containsExactly("POST /api/v1/nodes");
  }

  @Test
  void an_answer_of_negative_length_is_no_answer() throws Exception {
    try (var server = new MockWebServer()) {
      server.enqueue(
          new MockResponse.Builder().body("{}").setHeader("Content-Length", "-7299").build());
      server.enqueue(new MockResponse.Builder().body("{}").build());
      server.start();
      try (var kube = StubApiServer.kube(server.url("").uri())) {
        assertThatThrownBy(() -> kube.create(Resource.NODES, tree()))
            .isInstanceOf(Unreachable.class)
            .hasMessageContaining("Content-Length is -7299");
        assertThat(kube.create(Resource.NODES, tree())).isInstanceOf(Answer.Done.class);
      }
    }
  }

  @Test
  void a_request_that_may_have_been_carried_out_is_not_sent_again() throws Exception {
    try (var server = new MockWebServer()) {
      server.enqueue(new MockResponse.Builder().body("{}").build());
      server.enqueue(
          new MockResponse.Builder().onResponseStart(new SocketEffect.CloseSocket()).build());
      server.enqueue(new MockResponse.Builder().body("{}").build());
      server.start();
      try (var kube = StubApiServer.kube(server.url("").uri())) {
        kube.get(Resource.PODS, POD);

        assertThatThrownBy(() -> kube.create(Resource.NODES, tree()))
            .isInstanceOf(Unreachable.class);
        assertThat(server.getRequestCount()).isEqualTo(2);
      }
    }
  }

  @Test
  void a_server_that_hangs_up_is_unreachable() {
    server.close();

    assertThatThrownBy(() -> kube.get(Resource.PODS, POD)).isInstanceOf(Unreachable.class);
  }

  @Test
  void a_completed_deletion_names_what_was_deleted() throws Exception {
    server.then(200, "{'kind': 'Status', 'status': 'Success', 'details': {'uid': 'u-1'}}");

    var answer = kube.delete(Resource.NODES, ObjectKey.cluster("a"), Deletion.PLAIN);

    var object = ((Answer.Done) answer).object();
    assertThat(object.at("/kind").asText()).isEqualTo("Node");
    assertThat(object.at("/metadata/name").asText()).isEqualTo("a");
    assertThat(object.at("/metadata/uid").asText()).isEqualTo("u-1");
  }

  @Test
  void a_list_of_a_kind_that_the_server_proves_not_to_serve_is_empty() throws Exception {
    server.then(404, "404 page not found");
    server.then(200, "{'kind': 'APIResourceList', 'resources': [{'name': 'nodepools'}]}");

    assertThat(kube.list(Resource.NODE_OVERLAYS, "")).isEmpty();
  }

  @Test
  void a_list_that_answers_404_for_a_kind_that_is_served_is_unreachable() {
    server.then(404, "404 page not found");
    server.then(200, "{'kind': 'APIResourceList', 'resources': [{'name': 'nodeclaims'}]}");
    server.then(404, "404 page not found").then(404, "404 page not found");
    server.then(404, "404 page not found");

    assertThatThrownBy(() -> kube.list(Resource.NODE_CLAIMS, "")).isInstanceOf(Unreachable.class);
    assertThatThrownBy(() -> kube.list(Resource.NODE_CLAIMS, "")).isInstanceOf(Unreachable.class);
  }

  @Test
  void an_answer_without_items_is_no_list() {
    server.then(200, "{'metadata': {'resourceVersion': '5'}}");

    assertThatThrownBy(() -> kube.list(Resource.NODE_CLAIMS, "")).isInstanceOf(Unreachable.class);
  }

  @Test
  void pods_of_a_node_are_asked_for_by_a_selector() throws Exception {
    server.then(200, "{'metadata': {}, 'items': [{'metadata': {'name': 'web-1'}}]}");

    assertThat(kube.podsOn("node-1")).hasSize(1);
    assertThat(server.asked.take())
        .isEqualTo("GET /api/v1/pods?limit=500&fieldSelector=spec.nodeName%3Dnode-1");
  }

  @Test
  void a_list_that_expires_between_pages_begins_again() throws Exception {
    server.then(200, "{'metadata': {'continue': 'more'}, 'items': [{'metadata': {'name': 'a'}}]}");
    server.then(410, "{'reason': 'Expired'}");
    server.then(
        200,
        "{'metadata': {}, 'items': [{'metadata': {'name': 'a'}}, {'metadata': {'name': 'b'}}]}");

    var names =
        kube.list(Resource.NODES, "").stream()
            .map(node -> node.at("/metadata/name").asText())
            .toList();

    assertThat(names).containsExactly("a", "b");
    assertThat(server.asked)
        .containsExactly(
            "GET /api/v1/nodes?limit=500",
            "GET /api/v1/nodes?limit=500&continue=more",
            "GET /api/v1/nodes?limit=500");
  }

  @Test
  void listed_objects_say_what_they_are() throws Exception {
    server.then(200, "{'metadata': {}, 'items': [{'metadata': {'name': 'a'}}]}");

    var node = kube.list(Resource.NODES, "").getFirst();

    assertThat(node.at("/kind").asText()).isEqualTo("Node");
    assertThat(node.at("/apiVersion").asText()).isEqualTo("v1");
  }

  @Test
  void an_eviction_is_accepted() throws Exception {
    assertThat(eviction(201, "")).isEqualTo(new Eviction.Accepted(201));
  }

  @Test
  void a_pod_that_is_gone_or_another_needs_no_eviction() throws Exception {
    var notFound = tree().put("kind", "Status").put("reason", "NotFound");
    assertThat(Evictions.outcome(new Reply(404, OptionalLong.empty(), notFound)))
        .isEqualTo(new Eviction.Gone(404));
    assertThat(eviction(409, "the UID in the precondition does not match"))
        .isEqualTo(new Eviction.Gone(409));
  }

  @Test
  void a_budget_holds_an_eviction_back() throws Exception {
    assertThat(eviction(429, "would violate the pod's disruption budget"))
        .isEqualTo(new Eviction.HeldBack(429, "would violate the pod's disruption budget"));
  }

  @Test
  void two_budgets_hold_an_eviction_back() throws Exception {
    var message = "This pod has more than one PodDisruptionBudget, which is not supported.";

    assertThat(eviction(500, message)).isEqualTo(new Eviction.HeldBack(500, message));
  }

  @Test
  void a_server_that_is_only_busy_holds_no_eviction_back() {
    assertThatThrownBy(() -> eviction(429, "Too many requests, please try again later."))
        .isInstanceOf(Unreachable.class);
    assertThatThrownBy(() -> eviction(500, "etcd is away")).isInstanceOf(Unreachable.class);
  }

  private static Eviction eviction(int code, String message) throws Unreachable {
    return Evictions.outcome(new Reply(code, OptionalLong.empty(), tree().put("message", message)));
  }

  private static ObjectNode tree() {
    return JsonNodeFactory.instance.objectNode();
  }
}
