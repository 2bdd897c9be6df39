package karpenter.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What clients that send, read or ask too much, too little or too slowly can do to a server.
class WebServerLimitsTest {
  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final byte[] LARGE = new byte[64 << 20];

  private final CountDownLatch brokenOff = new CountDownLatch(1);
  private final Semaphore entered = new Semaphore(0);
  private final CountDownLatch hold = new CountDownLatch(1);
  private final List<RawClient> clients = new ArrayList<>();

  @SuppressWarnings("NullAway.Init") // every test starts it with limits of its own
  private WebServer server;

  @AfterEach
  void stop() throws IOException {
    hold.countDown();
    for (var client : clients) {
      client.close();
    }
    server.close();
  }

  @Test
  void a_probe_gets_in_beside_hundreds_of_half_sent_requests() throws Exception {
    start(limits(16, 4, LONG, LONG));
    var oldest = client().send("GET /small HTTP/1.1\r\nX-Half: ");

    for (int i = 0; i < 400; i++) {
      client().send("GET /small HTTP/1.1\r\nX-Half: ");
    }

    assertThat(ask("/small")).contains("ok");
    assertThat(oldest.untilClosed()).isEmpty();
  }

  @Test
  void a_request_that_does_not_come_to_its_end_is_given_up() throws Exception {
    start(limits(16, 4, SHORT, LONG));

    assertThat(client().send("GET /small HTTP/1.1\r\nX-Half: ").untilClosed()).isEmpty();
    assertThat(client().untilClosed()).isEmpty();
  }

  @Test
  void a_connection_that_is_kept_is_given_up_when_no_further_request_comes() throws Exception {
    start(limits(16, 4, SHORT, LONG));

    var answers = client().send("GET /small HTTP/1.1\r\n\r\n").untilClosed();

    assertThat(answers).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nok\n");
  }

  @Test
  void a_client_that_does_not_read_holds_no_answer_for_ever() throws Exception {
    start(limits(16, 4, LONG, SHORT));

    clients.add(RawClient.smallWindow(server.port()).send("GET /large HTTP/1.1\r\n\r\n"));

    assertThat(brokenOff.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void an_answer_that_nobody_reads_makes_room_for_the_next() throws Exception {
    start(limits(16, 2, LONG, LONG));
    for (int i = 0; i < 2; i++) {
      clients.add(RawClient.smallWindow(server.port()).send("GET /large HTTP/1.1\r\n\r\n"));
    }
    entered.acquire(2);

    assertThat(ask("/small")).contains("ok");
    assertThat(brokenOff.await(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void pages_that_take_long_are_waited_for_but_not_any_number_of_them() throws Exception {
    start(limits(16, 2, LONG, LONG));
    var first = client().send("GET /slow HTTP/1.1\r\nConnection: close\r\n\r\n");
    var second = client().send("GET /slow HTTP/1.1\r\nConnection: close\r\n\r\n");
    entered.acquire(2);

    var refused = ask("/slow");
    hold.countDown();

    assertThat(refused).startsWith("HTTP/1.1 503").endsWith("too many requests at once\n");
    assertThat(first.untilClosed()).endsWith("at last\n");
    assertThat(second.untilClosed()).endsWith("at last\n");
  }

  @Test
  void a_request_with_endless_headers_is_refused() throws Exception {
    start(limits(16, 4, LONG, LONG));

    var large = client().send("GET /small HTTP/1.1\r\nX: " + "a".repeat(20_000));
    var many = client().send("GET /small HTTP/1.1\r\n" + "X: a\r\n".repeat(65));

    assertThat(large.untilClosed())
        .startsWith("HTTP/1.1 431")
        .endsWith("expected a request of at most 16384 bytes\n");
    assertThat(many.untilClosed())
        .startsWith("HTTP/1.1 431")
        .endsWith("expected at most 64 headers\n");
  }

  @Test
  void what_is_no_request_is_told_so() throws Exception {
    start(limits(16, 4, LONG, LONG));

    assertThat(client().send("hello\r\n\r\n").untilClosed()).startsWith("HTTP/1.1 400");
    assertThat(client().send("GET %zz HTTP/1.1\r\n\r\n").untilClosed()).startsWith("HTTP/1.1 400");
    assertThat(client().send("GET / HTTP/1.1\r\nno colon\r\n\r\n").untilClosed())
        .startsWith("HTTP/1.1 400");
  }

  @Test
  void a_body_is_skipped_within_limits() throws Exception {
    start(limits(16, 4, LONG, LONG));

    var small =
        client()
            .send("GET /small HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello")
            .send("GET /small HTTP/1.1\r\nConnection: close\r\n\r\n");
    var huge = client().send("GET /small HTTP/1.1\r\nContent-Length: 999999999\r\n\r\nx");
    var chunked = client().send("GET /small HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");

    assertThat(small.untilClosed().split("ok\n", -1)).hasSize(3);
    assertThat(huge.untilClosed()).startsWith("HTTP/1.1 413");
    assertThat(chunked.untilClosed()).startsWith("HTTP/1.1 411");
  }

  @Test
  void an_old_client_gets_no_chunks() throws Exception {
    start(limits(16, 4, LONG, LONG));

    var answer = client().send("GET /lines HTTP/1.0\r\n\r\n").untilClosed();

    assertThat(answer).doesNotContain("chunked").endsWith("\r\n\r\n" + "line\n".repeat(4_000));
  }

  private static Limits limits(int connections, int answers, Duration request, Duration stall) {
    return new Limits(connections, answers, 16 << 10, 64, 64 << 10, request, stall, LONG);
  }

  private void start(Limits limits) throws IOException {
    server =
        WebServer.start(
            0,
            Map.of(
                "/small", _ -> Reply.text("ok\n"),
                "/lines", _ -> Reply.text("line\n".repeat(4_000)),
                "/large", _ -> Reply.of("text/plain", this::large),
                "/slow", _ -> slow()),
            limits);
  }

  private void large(java.io.OutputStream out) throws IOException {
    entered.release();
    try {
      out.write(LARGE);
    } catch (IOException e) {
      brokenOff.countDown();
      throw e;
    }
  }

  private Reply slow() throws InterruptedException {
    entered.release();
    hold.await();
    return Reply.text("at last\n");
  }

  private RawClient client() throws IOException {
    var client = new RawClient(server.port());
    clients.add(client);
    return client;
  }

  private String ask(String path) throws IOException {
    return client().send("GET " + path + " HTTP/1.1\r\nConnection: close\r\n\r\n").untilClosed();
  }
}
