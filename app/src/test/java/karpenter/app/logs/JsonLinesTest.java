package karpenter.app.logs;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

class JsonLinesTest {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:00.25Z");

  private final Logger logger = new LoggerContext().getLogger("controller");

  @Test
  void a_line_has_upstreams_fields() throws IOException {
    var event = event(Level.INFO, "launched nodeclaim");
    event.addKeyValuePair(new KeyValuePair("provider-id", "kwok://a"));
    event.addKeyValuePair(new KeyValuePair("NodeClaim", Map.of("name", "default-abc")));
    event.addKeyValuePair(new KeyValuePair("pods", 3));
    event.addKeyValuePair(new KeyValuePair("duration", Duration.ofMillis(1500)));

    var line = line(event);

    assertThat(line)
        .isEqualTo(
            new ObjectMapper()
                .readTree(
                    """
                    {"level":"INFO","time":"2026-01-05T09:00:00.250Z","logger":"controller",
                     "message":"launched nodeclaim","commit":"abcdef0","provider-id":"kwok://a",
                     "NodeClaim":{"name":"default-abc"},"pods":3,"duration":"1.5s"}"""));
  }

  @Test
  void only_debug_lines_say_who_wrote_them() throws IOException {
    assertThat(line(event(Level.DEBUG, "looked")).has("caller")).isTrue();
    assertThat(line(event(Level.INFO, "looked")).has("caller")).isFalse();
  }

  @Test
  void a_field_occurs_once_and_the_first_stays() throws IOException {
    var event = event(Level.INFO, "twice");
    event.addKeyValuePair(new KeyValuePair("name", "first"));
    event.addKeyValuePair(new KeyValuePair("name", "second"));

    assertThat(line(event).get("name").asText()).isEqualTo("first");
  }

  @Test
  void a_bug_says_where_it_struck() throws IOException {
    var event = event(Level.ERROR, "Observed a panic");
    event.setThrowableProxy(
        new ch.qos.logback.classic.spi.ThrowableProxy(new IllegalStateException("broken")));

    var line = line(event);

    assertThat(line.get("error").asText()).isEqualTo("java.lang.IllegalStateException: broken");
    assertThat(line.get("stacktrace").get(0).asText()).contains("JsonLinesTest");
  }

  @Test
  void of_one_message_a_second_lets_a_hundred_through_and_then_every_hundredth() {
    var sampling = new Sampling();

    var passed =
        IntStream.rangeClosed(1, 1000)
            .filter(_ -> sampling.decide(event(Level.INFO, "same")) != FilterReply.DENY)
            .count();

    assertThat(passed).isEqualTo(100 + 9);
    assertThat(sampling.decide(event(Level.INFO, "other"))).isEqualTo(FilterReply.NEUTRAL);
    assertThat(sampling.decide(at(event(Level.INFO, "same"), NOW.plusSeconds(1))))
        .isEqualTo(FilterReply.NEUTRAL);
  }

  private LoggingEvent event(Level level, String message) {
    var event = new LoggingEvent(JsonLines.class.getName(), logger, level, message, null, null);
    return at(event, NOW);
  }

  private static LoggingEvent at(LoggingEvent event, Instant time) {
    event.setInstant(time);
    return event;
  }

  private static JsonNode line(LoggingEvent event) throws IOException {
    var encoder = new JsonLines("abcdef0");
    var bytes = encoder.encode(event);
    assertThat(bytes[bytes.length - 1]).isEqualTo((byte) '\n');
    return new ObjectMapper().readTree(bytes);
  }
}
