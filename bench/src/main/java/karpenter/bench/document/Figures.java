package karpenter.bench.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/// Figures as they stand in tables. A dash is one that was not measured.
final class Figures {
  private static final String NONE = "–";
  private static final double MIB = 1024.0 * 1024;
  private static final double MANY = 100;

  private Figures() {}

  static String number(JsonNode value, int decimals) {
    return value.isNumber() ? number(value.asDouble(), decimals) : NONE;
  }

  static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%,." + decimals + "f", value);
  }

  /// Seconds with three digits or so.
  static String seconds(JsonNode value) {
    if (!value.isNumber()) return NONE;
    double seconds = value.asDouble();
    return number(seconds, seconds < 0.1 ? 4 : seconds < 10 ? 2 : 1);
  }

  static String milliseconds(JsonNode value) {
    if (!value.isNumber()) return NONE;
    double millis = value.asDouble() * 1000;
    return number(millis, millis < 1 ? 3 : millis < MANY ? 1 : 0);
  }

  static String ratio(JsonNode value) {
    if (!value.isNumber()) return NONE;
    return "**" + number(value.asDouble(), value.asDouble() < 10 ? 1 : 0) + "**";
  }

  static String mebibytes(JsonNode bytes) {
    return bytes.isNumber() ? number(bytes.asDouble() / MIB, 0) : NONE;
  }

  /// Of both sides.
  static String pair(JsonNode upstream, JsonNode ours) {
    return number(upstream, 0) + " / " + number(ours, 0);
  }
}
