package karpenter.app.logs;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Values of log fields as JSON: numbers and truth as such, lists and maps with their content, all
/// else as text.
final class Values {
  private Values() {}

  static void write(@Nullable Object value, JsonGenerator json) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Boolean truth -> json.writeBoolean(truth);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Optional<?> optional -> write(optional.orElse(null), json);
      case Collection<?> items -> {
        json.writeStartArray();
        for (var item : items) {
          write(item, json);
        }
        json.writeEndArray();
      }
      case Map<?, ?> map -> {
        json.writeStartObject();
        for (var entry : map.entrySet()) {
          json.writeFieldName(String.valueOf(entry.getKey()));
          write(entry.getValue(), json);
        }
        json.writeEndObject();
      }
      case Duration duration -> json.writeString(duration(duration));
      default -> json.writeString(value.toString());
    }
  }

  /// As Go prints it, near enough to read: `1.5s`, `20m0s` becomes `1200s`.
  private static String duration(Duration duration) {
    var seconds = java.math.BigDecimal.valueOf(duration.toNanos(), 9).stripTrailingZeros();
    return seconds.toPlainString() + "s";
  }
}
