package karpenter.operator.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.operator.runtime.Loop.Singleton;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.WorkQueue;
import org.junit.jupiter.api.Test;

class EventWriterTest {
  private static final About POD = new About("v1", "Pod", "shop", "web-1", "uid-1");
  private static final About POOL =
      new About("karpenter.sh/v1", "NodePool", "", "general", "uid-9");

  private final Server server = new Server();
  private Instant now = Instant.parse("2026-01-05T09:00:00.250Z");
  private final EventWriter writer = new EventWriter(server, () -> now);

  @Test
  void an_event_says_what_it_is_about_and_who_says_so() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    writeAll();

    var event = server.created.getFirst();
    assertThat(event.at("/metadata/namespace").asText()).isEqualTo("shop");
    assertThat(event.at("/metadata/name").asText()).startsWith("web-1.");
    assertThat(event.at("/involvedObject/uid").asText()).isEqualTo("uid-1");
    assertThat(event.at("/involvedObject/namespace").asText()).isEqualTo("shop");
    assertThat(event.at("/source/component").asText()).isEqualTo("karpenter");
    assertThat(event.at("/reportingComponent").asText()).isEqualTo("karpenter");
    assertThat(event.at("/type").asText()).isEqualTo("Warning");
    assertThat(event.at("/reason").asText()).isEqualTo("FailedScheduling");
    assertThat(event.at("/message").asText()).isEqualTo("no room");
    assertThat(event.at("/count").asInt()).isEqualTo(1);
    assertThat(event.at("/firstTimestamp").asText()).isEqualTo("2026-01-05T09:00:00Z");
  }

  @Test
  void events_on_cluster_scoped_objects_live_in_the_default_namespace() throws Exception {
    writer.tell(EventNote.normal(POOL, "DisruptionBlocked", "budget is spent"));
    writeAll();

    assertThat(server.created.getFirst().at("/metadata/namespace").asText()).isEqualTo("default");
    assertThat(server.created.getFirst().at("/involvedObject").has("namespace")).isFalse();
  }

  @Test
  void the_same_event_is_told_once_while_it_is_quiet() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    now = now.plusSeconds(119);
    writer.tell(EventNote.warning(POD, "FailedScheduling", "still no room"));
    writeAll();

    assertThat(server.created).hasSize(1);
  }

  @Test
  void what_makes_events_the_same_can_be_chosen() throws Exception {
    writer.tell(EventNote.normal(POOL, "DisruptionBlocked", "empty").dedupedBy("uid-9", "Empty"));
    writer.tell(
        EventNote.normal(POOL, "DisruptionBlocked", "drifted").dedupedBy("uid-9", "Drifted"));
    writeAll();

    assertThat(server.created).hasSize(2);
    assertThat(server.names()).doesNotHaveDuplicates();
  }

  @Test
  void an_event_told_again_later_counts_up_the_one_that_is_there() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    writeAll();
    now = now.plus(Duration.ofMinutes(3));
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    writeAll();

    assertThat(server.created).hasSize(1);
    assertThat(server.patched).hasSize(1);
    assertThat(server.patched.getFirst().at("/count").asInt()).isEqualTo(2);
    assertThat(server.patched.getFirst().at("/lastTimestamp").asText())
        .isEqualTo("2026-01-05T09:03:00Z");
  }

  @Test
  void an_event_that_has_expired_is_created_again() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    writeAll();
    now = now.plus(Duration.ofHours(2));
    server.hasForgotten = true;
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    writeAll();

    assertThat(server.created).hasSize(2);
    assertThat(server.created.getLast().at("/count").asInt()).isEqualTo(1);
  }

  @Test
  void nominations_are_told_ten_at_once_and_five_a_second() throws Exception {
    tellNominations(0, 100);
    writeAll();
    assertThat(server.created).hasSize(10);

    now = now.plusSeconds(1);
    tellNominations(100, 200);
    writeAll();
    assertThat(server.created).hasSize(15);
  }

  @Test
  void an_event_waits_while_the_server_is_away() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    server.isAway = true;
    assertThatThrownBy(this::writeAll).isInstanceOf(Unreachable.class);

    server.isAway = false;
    writeAll();

    assertThat(server.created).hasSize(1);
    assertThat(writer.dropped()).isZero();
  }

  @Test
  void an_event_is_dropped_when_the_server_keeps_failing() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));
    server.isAway = true;
    for (int i = 0; i < 11; i++) {
      assertThatThrownBy(this::writeAll).isInstanceOf(Unreachable.class);
    }
    writeAll();

    assertThat(writer.dropped()).isEqualTo(1);
  }

  @Test
  void an_event_that_the_server_never_takes_holds_up_no_other() throws Exception {
    server.neverTakes = "bad";
    writer.tell(EventNote.warning(POD, "FailedScheduling", "bad"));
    writer.tell(EventNote.warning(POOL, "DisruptionBlocked", "good"));

    assertThatThrownBy(this::writeAll).isInstanceOf(Unreachable.class);
    assertThatThrownBy(this::writeAll).isInstanceOf(Unreachable.class);

    assertThat(server.created)
        .extracting(event -> event.at("/message").asText())
        .containsExactly("good");
  }

  @Test
  void an_event_that_cannot_be_sent_at_all_is_dropped() throws Exception {
    server.cannotEncode = "bad";
    writer.tell(EventNote.warning(POD, "FailedScheduling", "bad"));
    writer.tell(EventNote.warning(POOL, "DisruptionBlocked", "good"));

    writeAll();

    assertThat(server.created).hasSize(1);
    assertThat(writer.dropped()).isEqualTo(1);
  }

  @Test
  void a_long_message_is_not_cut_inside_a_character() throws Exception {
    writer.tell(EventNote.warning(POD, "FailedScheduling", "x" + "😀".repeat(8_192)));
    writeAll();

    var message = server.created.getFirst().at("/message").asText();
    assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(message)).isTrue();
    assertThat(message).endsWith("😀…");
  }

  @Test
  void too_many_events_are_dropped_and_counted() {
    for (int i = 0; i < 5_000; i++) {
      var pod = new About("v1", "Pod", "shop", "web-" + i, "uid-" + i);
      writer.tell(EventNote.warning(pod, "FailedScheduling", "no room"));
    }

    assertThat(writer.dropped()).isEqualTo(5_000 - 4_096);
  }

  @Test
  void telling_wakes_the_loop() {
    var woken = new ArrayList<Singleton>();
    writer.registered(
        new WorkQueue<>() {
          @Override
          public void add(Singleton key) {
            woken.add(key);
          }

          @Override
          public void addAfter(Singleton key, Duration delay) {}

          @Override
          public int depth() {
            return 0;
          }
        });

    writer.tell(EventNote.warning(POD, "FailedScheduling", "no room"));

    assertThat(woken).containsExactly(Singleton.ALL);
  }

  private void tellNominations(int from, int to) {
    for (int i = from; i < to; i++) {
      var pod = new About("v1", "Pod", "shop", "web-" + i, "uid-" + i);
      writer.tell(EventNote.normal(pod, "Nominated", "should schedule on node"));
    }
  }

  private void writeAll() throws Unreachable, InterruptedException {
    while (!writer.reconcile(Singleton.ALL).equals(Outcome.DONE)) {
      assertThat(server.created).as("it must come to an end").hasSizeLessThan(10_000);
    }
  }

  /// Remembers what it was sent.
  private static final class Server implements Kube {
    final List<ObjectNode> created = new ArrayList<>();
    final List<ObjectNode> patched = new ArrayList<>();
    boolean isAway;
    boolean hasForgotten;
    String neverTakes = "";
    String cannotEncode = "";

    List<String> names() {
      return created.stream()
          .map(event -> event.at("/metadata/name"))
          .map(JsonNode::asText)
          .toList();
    }

    @Override
    public Answer create(Resource resource, ObjectNode object) throws Unreachable {
      if (isAway) {
        throw new Unreachable("away");
      }
      if (object.path("message").asText().equals(neverTakes)) {
        throw new Unreachable("HTTP 500");
      }
      if (object.path("message").asText().equals(cannotEncode)) {
        throw new IllegalStateException("no UTF-8");
      }
      created.add(object);
      return new Answer.Done(object);
    }

    @Override
    public Answer patch(Resource resource, ObjectKey key, Patch patch) {
      if (hasForgotten) {
        return new Answer.NotFound();
      }
      patched.add(patch.body());
      return new Answer.Done(patch.body());
    }

    @Override
    public Answer get(Resource resource, ObjectKey key) {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<ObjectNode> list(Resource resource, String namespace) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Eviction evict(ObjectKey pod, String uid) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Watch watch(Resource resource, WatchSink sink) {
      throw new UnsupportedOperationException();
    }
  }
}
