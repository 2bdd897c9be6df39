package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import karpenter.app.http.Query;
import karpenter.operator.Operator.Phase;
import karpenter.operator.Operator.WatchStatus;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.ThreadedRuntime;
import org.junit.jupiter.api.Test;

class HealthPagesTest {
  private static final Instant START = Instant.parse("2026-01-05T09:00:00Z");

  private Instant now = START;
  private final List<WatchStatus> watches = new ArrayList<>();
  private final Deque<Runnable> background = new ArrayDeque<>();
  private final Health health =
      new Health(new ThreadedRuntime(InstantSource.system(), LoopListener.NONE), List::of);
  private int asked;
  private boolean isAway;
  private final Definitions definitions =
      new Definitions(this::serves, () -> now, background::addLast);

  @Test
  void a_kind_whose_first_list_is_refused_is_named_with_the_reason() throws Exception {
    definitions.missing();
    watches.add(new WatchStatus("nodes", Phase.SYNCED, START, ""));
    watches.add(
        new WatchStatus(
            "resourceclaimtemplates.resource.k8s.io", Phase.AWAITED, START, "403: forbidden"));

    assertThat(ready())
        .isEqualTo("503 awaiting resourceclaimtemplates.resource.k8s.io: 403: forbidden\n");
  }

  @Test
  void a_probe_does_not_wait_for_the_api_server() throws Exception {
    watches.add(new WatchStatus("nodes", Phase.SYNCED, START, ""));

    assertThat(ready()).isEqualTo("503 the API server has not yet said which definitions it has\n");
    assertThat(asked).isZero();

    background.removeFirst().run();

    assertThat(ready()).isEqualTo("200 ok\n");
  }

  @Test
  void however_many_probes_come_one_question_is_under_way() throws Exception {
    for (int i = 0; i < 50; i++) {
      ready();
    }

    assertThat(background).hasSize(1);
  }

  @Test
  void an_answer_is_kept_for_a_while_and_then_asked_for_again() throws Exception {
    watches.add(new WatchStatus("nodes", Phase.SYNCED, START, ""));
    definitions.missing();
    now = START.plusSeconds(29);
    ready();
    assertThat(background).isEmpty();

    now = START.plusSeconds(30);
    isAway = true;

    assertThat(ready()).isEqualTo("200 ok\n");
    background.removeFirst().run();
    now = START.plusSeconds(33);
    assertThat(ready()).isEqualTo("503 the API server does not answer: away (seen 3 s ago)\n");
  }

  @Test
  void a_server_that_says_nothing_for_long_is_told_of() throws Exception {
    watches.add(new WatchStatus("nodes", Phase.SYNCED, START, ""));
    definitions.missing();
    now = START.plusSeconds(30);
    ready();

    now = START.plusSeconds(41);

    assertThat(ready()).isEqualTo("503 the API server has not answered for 11 s\n");
  }

  private boolean serves(Resource resource) throws Unreachable {
    asked++;
    if (isAway) {
      throw new Unreachable("away");
    }
    return true;
  }

  private String ready() throws Exception {
    var page = HealthPages.of(health, () -> watches, definitions).get("/readyz");
    var reply = Objects.requireNonNull(page).answer(new Query("", Map.of()));
    var body = new ByteArrayOutputStream();
    reply.body().write(body);
    return reply.status() + " " + body.toString(StandardCharsets.UTF_8);
  }
}
