package karpenter.operator.settings;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import karpenter.api.DurationText;
import karpenter.api.Problem;
import karpenter.api.Suggestion;
import karpenter.core.cluster.NodeCost;
import karpenter.core.wire.Problems;

/// Reads values as they were given. What cannot be read is a problem that names the flag or
/// variable, and yields the default, so that all problems are found in one go.
final class Values {
  private static final int MAX_PORT = 65_535;

  private final Problems problems;

  Values(Problems problems) {
    this.problems = problems;
  }

  boolean isOn(Given given) {
    // Go's environment reader also takes 1, t, T …; its flags take the two words only.
    return switch (given.value()) {
      case "true" -> true;
      case "false" -> false;
      case "1", "t", "T", "TRUE", "True" ->
          given.source() == Given.Source.ENVIRONMENT || wrong(given, "true or false", true);
      case "0", "f", "F", "FALSE", "False" ->
          given.source() != Given.Source.ENVIRONMENT && wrong(given, "true or false", false);
      default -> wrong(given, "true or false", Boolean.parseBoolean(given.setting().fallback()));
    };
  }

  int port(Given given) {
    int port = number(given, "a port from 0 to " + MAX_PORT);
    return port >= 0 && port <= MAX_PORT
        ? port
        : wrong(given, "a port from 0 to " + MAX_PORT, fallback(given));
  }

  int count(Given given) {
    int count = number(given, "a number above 0");
    return count > 0 ? count : wrong(given, "a number above 0", fallback(given));
  }

  /// Nobody's request is below nothing: upstream takes such values for "not said".
  int millicores(Given given) {
    int millicores = number(given, "millicores, such as 1000");
    return millicores > 0 ? millicores : fallback(given);
  }

  OptionalLong bytes(Given given) {
    try {
      long bytes = Long.parseLong(given.value().strip());
      return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return wrong(
          given, "bytes as a plain number, such as 1073741824, or -1", OptionalLong.empty());
    }
  }

  Duration duration(Given given) {
    var expected = "a duration of 0 or more, such as 10s or 1m30s";
    return DurationText.parse(given.value().strip())
        .filter(duration -> !duration.isNegative())
        .orElseGet(() -> wrong(given, expected, fallbackDuration(given)));
  }

  double money(Given given, String unit) {
    var expected = unit + ", 0 or more, such as 0.02";
    var text = given.value().strip();
    // Java's own reader would take 1e3, 0x1p3, 3d and Infinity as well.
    if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,12})?|\\.[0-9]{1,12}")) {
      return wrong(given, expected, fallbackMoney(given));
    }
    double money = Double.parseDouble(text);
    return NodeCost.isValid(money)
        ? money
        : wrong(given, "at most %.0f %s".formatted(NodeCost.MAX, unit), fallbackMoney(given));
  }

  List<String> words(Given given) {
    return Arrays.stream(given.value().split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /// One of a few words, spelled as in the documentation.
  <T extends Enum<T>> T choice(Given given, List<String> words, T[] meanings) {
    int index = words.indexOf(given.value());
    if (index < 0) {
      var expected = String.join(" or ", words) + Suggestion.hint(given.value(), words);
      return wrong(given, expected, meanings[0]);
    }
    return meanings[index];
  }

  <T> T wrong(Given given, String expected, T instead) {
    problems.add(Problem.at(given.place()).found('"' + given.value() + '"').expected(expected));
    return instead;
  }

  private int number(Given given, String expected) {
    try {
      return Integer.parseInt(given.value().strip());
    } catch (NumberFormatException e) {
      return wrong(given, expected, fallback(given));
    }
  }

  private static int fallback(Given given) {
    return Integer.parseInt(given.setting().fallback());
  }

  private static double fallbackMoney(Given given) {
    return Double.parseDouble(given.setting().fallback());
  }

  private static Duration fallbackDuration(Given given) {
    return DurationText.parse(given.setting().fallback()).orElseThrow();
  }
}
