package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import karpenter.operator.Fence;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.ResourceVersions;
import karpenter.operator.kube.WatchSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FollowerTest {
  private static final String EMPTY_LIST = "{'metadata': {'resourceVersion': '10'}, 'items': []}";

  private final StubApiServer server = new StubApiServer();
  private final Http http =
      new Http(
          server.connection(Credentials.NONE),
          new ApiServerKube.Options("karpenter/test", 1000, 1000, RequestListener.NONE),
          new RequestGate(1000, 1000, Fence.OPEN),
          () -> Duration.ofSeconds(30),
          TimeLimits.STANDARD,
          new IdleConnectionReset());
  private final LinkedBlockingQueue<String> history = new LinkedBlockingQueue<>();
  private final List<String> reasons = new CopyOnWriteArrayList<>();
  private final List<ObjectNode> unwatched = new ArrayList<>();
  private final Semaphore mayGoOn = new Semaphore(0);

  /// Back-off takes no time; waiting for a kind takes until the test says so.
  private final Pauses pauses =
      time -> {
        if (time.equals(Pauses.UNKNOWN_KIND)) {
          mayGoOn.acquire();
        }
      };

  private final Follower follower =
      new Follower(Followed.all(Resource.NODES), new Log(), http, pauses, new HashSet<>());

  FollowerTest() throws Exception {}

  @AfterEach
  void close() {
    follower.close();
    http.close();
    server.close();
  }

  @Test
  void all_pages_are_told_before_it_is_synced_and_watched_from_there() throws Exception {
    server.then(200, list("9", "more", node("a", "u-a", "1")));
    server.then(200, list("10", "", node("b", "u-b", "2")));
    server.then(200, event("MODIFIED", node("b", "u-b", "11")));

    follower.start();

    assertThat(until("b@11")).containsExactly("+a@1", "+b@2", "synced");
    assertThat(asked()).isEqualTo("GET /api/v1/nodes?limit=500");
    assertThat(asked()).isEqualTo("GET /api/v1/nodes?limit=500&continue=more");
    assertThat(asked())
        .startsWith("GET /api/v1/nodes?watch=true&allowWatchBookmarks=true&resourceVersion=10&");
  }

  /// From nowhere, the next watch would begin anywhere, and a deletion in between be never told.
  @Test
  void an_event_without_a_version_is_not_told_and_the_watch_goes_on_before_it() throws Exception {
    server.then(200, EMPTY_LIST);
    server.then(200, event("ADDED", node("a", "u-a", "11")), event("BOOKMARK", "{'metadata': {}}"));
    server.then(200, event("DELETED", node("a", "u-a", "16")));

    follower.start();

    assertThat(until("-a@16")).containsExactly("synced", "a@11", "interrupted", "synced");
    assertThat(reasons.getLast()).contains("a watch event without a version");
    assertThat(asked()).contains("limit");
    assertThat(asked()).contains("resourceVersion=10&");
    assertThat(asked()).contains("resourceVersion=11&");
  }

  @Test
  void a_watch_that_the_server_ends_goes_on_where_it_was() throws Exception {
    server.then(200, EMPTY_LIST);
    server.then(200, event("ADDED", node("a", "u-a", "11")), event("BOOKMARK", node("", "", "15")));
    server.then(200, event("DELETED", node("a", "u-a", "16")));

    follower.start();

    assertThat(until("-a@16")).containsExactly("synced", "a@11");
    asked();
    asked();
    assertThat(asked()).contains("resourceVersion=15&");
  }

  @Test
  void one_whose_version_is_forgotten_lists_again_and_tells_only_what_differs() throws Exception {
    server.then(
        200,
        list(
            "10",
            "",
            node("stays", "u-1", "1"),
            node("changes", "u-2", "2"),
            node("goes", "u-3", "3"),
            node("returns", "u-4", "4")));
    server.then(200, event("ERROR", "{'kind': 'Status', 'code': 410, 'message': 'too old'}"));
    server.then(
        200,
        list(
            "20",
            "",
            node("stays", "u-1", "1"),
            node("changes", "u-2", "12"),
            node("returns", "u-5", "13"),
            node("comes", "u-6", "14")));
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    follower.start();
    until("interrupted");

    assertThat(until("synced"))
        .containsExactly("+changes@12", "-returns@4", "+returns@13", "+comes@14", "-goes@3");
  }

  @Test
  void what_only_an_answer_told_of_is_missing_when_a_new_list_lacks_it() throws Exception {
    unwatched.add(identity("answered", "u-1", "15"));
    unwatched.add(identity("too-new", "u-2", "25"));
    server.then(200, EMPTY_LIST);
    server.then(410, "{'kind': 'Status', 'code': 410}");
    server.then(200, list("20", ""));
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    follower.start();
    until("interrupted");

    assertThat(until("synced")).containsExactly("-answered@15");
  }

  @Test
  void a_list_that_lacks_what_an_answer_told_of_and_exists_is_not_believed() throws Exception {
    unwatched.add(identity("answered", "u-1", "15"));
    server.then(200, EMPTY_LIST);
    server.then(410, "{'kind': 'Status', 'code': 410}");
    server.then(200, list("20", ""));
    server.then(200, node("answered", "u-1", "15"));
    server.then(200, list("21", "", node("answered", "u-1", "15")));

    follower.start();
    until("interrupted");

    assertThat(until("+answered@15")).containsExactly("interrupted");
    assertThat(reasons.getLast()).isEqualTo("the list of nodes lacks answered, which exists");
  }

  @Test
  void gone_is_an_answer_to_the_watch_as_well() throws Exception {
    server.then(200, EMPTY_LIST);
    server.then(410, "{'kind': 'Status', 'code': 410}");
    server.then(200, list("20", "", node("a", "u-a", "12")));

    follower.start();

    assertThat(until("+a@12")).containsExactly("synced", "interrupted");
  }

  @Test
  void after_a_failure_it_goes_on_from_the_last_version_without_a_new_list() throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1")));
    server.then(500, "{}").then(503, "{}").then(404, "404 page not found");
    server.then(200, event("DELETED", node("a", "u-a", "16")));

    follower.start();
    until("synced");

    assertThat(until("-a@16"))
        .containsExactly("interrupted", "interrupted", "interrupted", "synced");
    asked();
    for (int watch = 0; watch < 4; watch++) {
      assertThat(asked()).contains("watch=true").contains("resourceVersion=10&");
    }
  }

  @Test
  void a_reason_that_stays_is_told_once() throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1")));
    server.then(503, "{}").then(503, "{}").then(503, "{}");

    follower.start();
    until("synced");

    assertThat(until("synced")).containsExactly("interrupted");
  }

  @Test
  void a_refused_first_list_is_told_with_its_reason() throws Exception {
    server.then(403, "{'message': 'nodes is forbidden'}");
    server.then(200, EMPTY_LIST);

    follower.start();

    assertThat(until("synced")).containsExactly("interrupted");
    assertThat(reasons).containsExactly("nodes is forbidden (HTTP 403)");
  }

  @Test
  void a_kind_the_server_proves_not_to_serve_is_awaited() throws Exception {
    server.then(404, "404 page not found");
    server.then(404, "404 page not found");
    server.then(200, groups("apps/v1"));
    server.then(200, list("10", "", node("a", "u-a", "1")));

    try (var overlays = follower(Resource.NODE_OVERLAYS)) {
      overlays.start();
      assertThat(until("synced")).isEmpty();
      mayGoOn.release();

      assertThat(until("+a@1")).isEmpty();
    }
  }

  @Test
  void a_404_for_a_kind_the_server_lists_is_no_proof() throws Exception {
    server.then(404, "404 page not found");
    server.then(404, "404 page not found");
    server.then(200, groups("apps/v1", "karpenter.sh/v1alpha1"));
    server.then(200, list("10", "", node("a", "u-a", "1")));

    try (var overlays = follower(Resource.NODE_OVERLAYS)) {
      overlays.start();

      assertThat(until("synced")).containsExactly("interrupted", "+a@1");
    }
  }

  @Test
  void a_404_for_a_built_in_kind_is_no_proof() throws Exception {
    server.then(404, "<html>nothing here</html>");
    server.then(404, "<html>nothing here</html>");
    server.then(200, list("10", "", node("a", "u-a", "1")));

    follower.start();

    assertThat(until("synced")).containsExactly("interrupted", "+a@1");
  }

  @Test
  void a_kind_that_was_served_and_answers_404_is_interrupted_and_keeps_its_objects()
      throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1")));
    server.then(410, "{}");
    server.then(404, "404 page not found").then(404, "404 page not found");
    server.then(200, list("20", "", node("a", "u-a", "1")));

    follower.start();
    until("synced");

    assertThat(until("synced")).containsExactly("interrupted", "interrupted");
  }

  @Test
  void a_list_that_lacks_an_object_which_exists_is_not_believed() throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1"), node("b", "u-b", "2")));
    server.then(410, "{}");
    server.then(200, list("20", ""));
    server.then(200, node("a", "u-a", "1"));
    server.then(200, list("21", "", node("b", "u-b", "2")));
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    follower.start();
    until("synced");

    assertThat(until("synced")).containsExactly("interrupted", "interrupted", "-a@1");
    assertThat(reasons.getLast()).isEqualTo("the list of nodes lacks a, which exists");
  }

  @Test
  void a_list_that_is_older_than_what_was_told_is_not_believed() throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1")));
    server.then(200, event("ADDED", node("b", "u-b", "30")));
    server.then(410, "{}");
    server.then(200, list("20", "", node("a", "u-a", "1")));
    server.then(200, list("31", "", node("a", "u-a", "1"), node("b", "u-b", "30")));

    follower.start();
    until("b@30");

    assertThat(until("synced")).containsExactly("interrupted", "interrupted");
  }

  @Test
  void a_history_that_was_set_back_is_told_anew() throws Exception {
    server.then(200, list("10", "", node("a", "u-a", "1"), node("b", "u-b", "9")));
    server.then(200, event("MODIFIED", node("a", "u-a", "30")));
    server.then(
        504, "{'kind': 'Status', 'details': {'causes': [{'reason': 'ResourceVersionTooLarge'}]}}");
    server.then(200, list("20", "", node("a", "u-a", "1")));
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    follower.start();
    until("a@30");

    assertThat(until("synced")).containsExactly("interrupted", "rewound", "+a@1", "-b@");
  }

  @Test
  void a_page_that_fails_is_asked_for_again_and_not_the_pages_before_it() throws Exception {
    server.then(200, list("9", "more", node("a", "u-a", "1")));
    server.then(500, "{}").then(404, "<html></html>");
    server.then(200, list("10", "", node("b", "u-b", "2")));

    follower.start();

    assertThat(until("synced")).containsExactly("+a@1", "+b@2");
    assertThat(asked()).isEqualTo("GET /api/v1/nodes?limit=500");
    for (int page = 0; page < 3; page++) {
      assertThat(asked()).isEqualTo("GET /api/v1/nodes?limit=500&continue=more");
    }
  }

  @Test
  void an_error_thrown_by_its_reader_does_not_end_the_watch() throws Exception {
    server.then(200, list("10", "", node("bomb", "u-x", "1")));
    server.then(200, list("11", "", node("a", "u-a", "2")));
    server.then(404, "{'kind': 'Status', 'reason': 'NotFound'}");

    follower.start();

    assertThat(until("synced")).startsWith("interrupted", "+a@2");
  }

  @Test
  void one_object_that_its_reader_chokes_on_does_not_stop_the_others() throws Exception {
    server.then(200, list("10", "", node("poison", "u-p", "1"), node("good", "u-g", "2")));

    follower.start();

    assertThat(until("synced")).containsExactly("+good@2");
  }

  @Test
  void an_answer_cut_short_is_no_list() throws Exception {
    server.then(200, "{'metadata': {'resourceVersion': '10'}, 'items': [{'metadata': {'name': 'a'");
    server.then(200, list("10", "", node("a", "u-a", "1")));

    follower.start();

    assertThat(until("synced")).containsExactly("interrupted", "+a@1");
  }

  private Follower follower(Resource resource) {
    return new Follower(Followed.all(resource), new Log(), http, pauses, new HashSet<>());
  }

  private static String groups(String... versions) {
    var listed =
        Stream.of(versions)
            .map("{'versions': [{'groupVersion': '%s'}]}"::formatted)
            .collect(Collectors.joining(","));
    return "{'kind': 'APIGroupList', 'groups': [%s]}".formatted(listed);
  }

  private List<String> until(String wanted) throws InterruptedException {
    var before = new ArrayList<String>();
    for (var entry = history.take(); !entry.equals(wanted); entry = history.take()) {
      before.add(entry);
    }
    return before;
  }

  private String asked() throws InterruptedException {
    return server.asked.take();
  }

  private static String list(String version, String next, String... items) {
    return "{'kind': 'NodeList', 'metadata': {'resourceVersion': '%s', 'continue': '%s'}, 'items': [%s]}"
        .formatted(version, next, String.join(",", items));
  }

  private static String node(String name, String uid, String version) {
    return "{'metadata': {'name': '%s', 'uid': '%s', 'resourceVersion': '%s', 'managedFields': [{}]}}"
        .formatted(name, uid, version);
  }

  private static ObjectNode identity(String name, String uid, String version) {
    var object = JsonNodeFactory.instance.objectNode();
    object.putObject("metadata").put("name", name).put("uid", uid).put("resourceVersion", version);
    return object;
  }

  private static String event(String type, String object) {
    return "{'type': '%s', 'object': %s}".formatted(type, object);
  }

  /// Notes `name@version`, with `+` when replayed and `-` when gone.
  private final class Log implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
      switch (object.at("/metadata/name").asText()) {
        case "poison" -> throw new IllegalArgumentException("cannot be understood");
        case "bomb" -> throw new StackOverflowError();
        default -> {}
      }
      history.add((isReplayed ? "+" : "") + text(object));
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {
      history.add("-" + text(object));
    }

    @Override
    public List<ObjectNode> unwatched(Resource resource, String version) {
      return unwatched.stream()
          .filter(object -> !ResourceVersions.isNewer(at(object), version))
          .toList();
    }

    private static String at(ObjectNode object) {
      return object.at("/metadata/resourceVersion").asText();
    }

    @Override
    public void rewound(Resource resource) {
      history.add("rewound");
    }

    @Override
    public void synced(Resource resource) {
      history.add("synced");
    }

    @Override
    public void interrupted(Resource resource, String reason) {
      reasons.add(reason);
      history.add("interrupted");
    }

    private static String text(ObjectNode object) {
      return object.at("/metadata/name").asText()
          + "@"
          + object.at("/metadata/resourceVersion").asText();
    }
  }
}
