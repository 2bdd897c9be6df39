package karpenter.app.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.operator.runtime.Reconciling;
import org.slf4j.event.KeyValuePair;

/// One JSON object a line: `level`, `time`, `logger`, `message`, `commit`, what is being
/// reconciled, and the line's own fields. No stack traces, except of bugs.
final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final JsonFactory JSON = new JsonFactory();
  private static final byte[] NONE = new byte[0];
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final String commit;

  JsonLines(String commit) {
    this.commit = commit;
  }

  @Override
  public byte[] headerBytes() {
    return NONE;
  }

  @Override
  public byte[] footerBytes() {
    return NONE;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    var line = new ByteArrayOutputStream();
    try (var json = JSON.createGenerator(line)) {
      json.writeStartObject();
      write(event, new Fields(json));
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory failed", e);
    }
    return line.toByteArray();
  }

  private void write(ILoggingEvent event, Fields fields) throws IOException {
    fields.put("level", event.getLevel().toString());
    fields.put("time", TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    // Dashboards know us by one name, whoever in here speaks.
    var logger = event.getLoggerName();
    fields.put("logger", logger.startsWith("karpenter.") ? "controller" : logger);
    if (event.getLevel() == Level.DEBUG) {
      var caller = event.getCallerData();
      if (caller.length > 0) {
        fields.put("caller", caller[0].getFileName() + ":" + caller[0].getLineNumber());
      }
    }
    fields.put("message", event.getFormattedMessage());
    fields.put("commit", commit);
    // The line's own words about an object count for more than what is known of the reconcile.
    for (var pair : pairs(event)) {
      fields.put(pair.key, pair.value);
    }
    var reconciling = Reconciling.current();
    if (reconciling.isPresent()) {
      for (var field : Subject.fields(reconciling.get()).entrySet()) {
        fields.put(field.getKey(), field.getValue());
      }
    }
    var thrown = event.getThrowableProxy();
    if (thrown != null) {
      fields.put("error", thrown.getClassName() + ": " + thrown.getMessage());
      fields.put("stacktrace", Stack.of(thrown));
    }
  }

  private static List<KeyValuePair> pairs(ILoggingEvent event) {
    var pairs = event.getKeyValuePairs();
    return pairs == null ? List.of() : pairs;
  }

  /// A key occurs once; the first value stays.
  private record Fields(JsonGenerator json, Set<String> seen) {
    Fields(JsonGenerator json) {
      this(json, new HashSet<>());
    }

    void put(String key, @org.jspecify.annotations.Nullable Object value) throws IOException {
      if (value == null || !seen.add(key)) {
        return;
      }
      json.writeFieldName(key);
      Values.write(value, json);
    }
  }
}
