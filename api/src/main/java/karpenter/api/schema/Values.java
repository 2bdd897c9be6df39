package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;
import karpenter.api.Problem;
import karpenter.api.Suggestion;
import karpenter.api.schema.Schema.Bounds;
import karpenter.api.schema.Schema.Type;

/// The limits on one scalar value: its type, its size, its form.
final class Values {
  private Values() {}

  static boolean isOf(Optional<Type> type, JsonNode value) {
    return type.map(
            t ->
                switch (t) {
                  case OBJECT -> value.isObject();
                  case ARRAY -> value.isArray();
                  case STRING -> value.isTextual();
                  case INTEGER -> value.isIntegralNumber();
                  case NUMBER -> value.isNumber();
                  case BOOLEAN -> value.isBoolean();
                })
        .orElseGet(() -> value.isTextual() || value.isIntegralNumber());
  }

  static Problem wrongType(Optional<Type> type, JsonNode value, String path) {
    var expected = type.map(Type::words).orElse("an integer or a quantity such as 16Gi");
    boolean wantsQuotes =
        type.equals(Optional.of(Type.STRING)) && (value.isNumber() || value.isBoolean());
    return Problem.at(path)
        .found(Shown.kind(value))
        .expected(expected + (wantsQuotes ? " in quotes: \"" + value.asText() + "\"" : ""));
  }

  static void check(Bounds bounds, JsonNode value, String path, Problems problems) {
    if (value.isTextual()) {
      text(bounds, value.textValue(), path, problems);
    } else if (value.isIntegralNumber()) {
      integer(bounds, value, path, problems);
    } else if (value.isNumber()) {
      number(bounds, value, path, problems);
    }
  }

  private static void text(Bounds bounds, String text, String path, Problems problems) {
    var at = Problem.at(path);
    int length = text.codePointCount(0, text.length());
    if (!bounds.oneOf().isEmpty() && !bounds.oneOf().contains(text)) {
      problems.add(
          at.found(shown(text))
              .expected(
                  "one of "
                      + String.join(", ", bounds.oneOf())
                      + Suggestion.hint(text, bounds.oneOf())));
    }
    if (bounds.minLength() != null && length < bounds.minLength()) {
      problems.add(at.found(shown(text)).expected("at least " + bounds.minLength() + " character"));
    }
    if (bounds.maxLength() != null && length > bounds.maxLength()) {
      problems.add(
          at.found("a text of " + length + " characters")
              .expected("at most " + bounds.maxLength()));
    }
    if (bounds.pattern() != null && !bounds.pattern().isFoundIn(text)) {
      problems.add(at.found(shown(text)).expected(Patterns.words(bounds.pattern().pattern())));
    }
    if ("date-time".equals(bounds.format()) && !isTimestamp(text)) {
      problems.add(at.found(shown(text)).expected("a timestamp such as 2026-01-05T09:00:00Z"));
    }
  }

  private static String shown(String text) {
    return "\"" + Shown.shortened(text) + "\"";
  }

  private static void integer(Bounds bounds, JsonNode value, String path, Problems problems) {
    boolean fits =
        "int32".equals(bounds.format()) ? value.canConvertToInt() : value.canConvertToLong();
    if (!fits || isBelow(bounds, value) || isAbove(bounds, value)) {
      problems.add(Problem.at(path).found(Shown.value(value)).expected(range(bounds)));
    }
  }

  private static void number(Bounds bounds, JsonNode value, String path, Problems problems) {
    if (bounds.minimum() != null && value.doubleValue() < bounds.minimum()) {
      problems.add(
          Problem.at(path)
              .found(Shown.value(value))
              .expected("a number of at least " + bounds.minimum()));
    }
  }

  private static boolean isBelow(Bounds bounds, JsonNode value) {
    return bounds.minimum() != null && value.longValue() < bounds.minimum();
  }

  private static boolean isAbove(Bounds bounds, JsonNode value) {
    return bounds.maximum() != null && value.longValue() > bounds.maximum();
  }

  private static String range(Bounds bounds) {
    boolean small = "int32".equals(bounds.format());
    long least =
        bounds.minimum() != null ? bounds.minimum() : small ? Integer.MIN_VALUE : Long.MIN_VALUE;
    long most =
        bounds.maximum() != null ? bounds.maximum() : small ? Integer.MAX_VALUE : Long.MAX_VALUE;
    return "an integer from " + least + " to " + most;
  }

  static boolean isTimestamp(String text) {
    return isPlainTimestamp(text) || isParsed(text);
  }

  /// Whole seconds of UTC, as everybody writes them. Other forms, and days that some months lack,
  /// are the parser's to judge.
  private static boolean isPlainTimestamp(String text) {
    return text.length() == "2026-01-05T09:00:00Z".length()
        && text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && text.charAt(10) == 'T'
        && text.charAt(13) == ':'
        && text.charAt(16) == ':'
        && text.charAt(19) == 'Z'
        && isFrom(0, text, 0, 99)
        && isFrom(0, text, 2, 99)
        && isFrom(1, text, 5, 12)
        && isFrom(1, text, 8, 28)
        && isFrom(0, text, 11, 23)
        && isFrom(0, text, 14, 59)
        && isFrom(0, text, 17, 59);
  }

  /// Whether the two digits at a place are a number in a range.
  private static boolean isFrom(int least, String text, int at, int most) {
    int tens = text.charAt(at) - '0';
    int ones = text.charAt(at + 1) - '0';
    int number = 10 * tens + ones;
    return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 && number >= least && number <= most;
  }

  private static boolean isParsed(String text) {
    try {
      OffsetDateTime.parse(text);
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
