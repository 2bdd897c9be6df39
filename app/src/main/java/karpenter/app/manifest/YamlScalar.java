package karpenter.app.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import karpenter.api.Problem;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.Tag;

/// What an unquoted word means: the types of YAML 1.1, as `kubectl` understands them. Numbers keep
/// their digits, because `1.10` may be on its way to becoming a quantity.
final class YamlScalar {
  private static final JsonNodeFactory JSON = JsonNodeFactory.withExactBigDecimals(true);
  private static final Set<String> TRUE = Set.of("true", "yes", "on");
  private static final Set<String> FALSE = Set.of("false", "no", "off");
  private static final Set<String> NULL = Set.of("", "~", "null");
  private static final Pattern DECIMAL = Pattern.compile("[+-]?(0|[1-9][0-9]*)");
  // Beyond this a number is text that happens to consist of digits.
  private static final int MAX_DIGITS = 400;

  private YamlScalar() {}

  static JsonNode convert(ScalarNode scalar, Trail trail, Consumer<Problem> problems) {
    var text = scalar.getValue();
    var tag = scalar.getTag();
    if (!scalar.isPlain() || tag.equals(Tag.STR) || tag.equals(Tag.TIMESTAMP)) {
      return JSON.textNode(text);
    }
    if (tag.equals(Tag.NULL)) return nothing(text, trail, problems);
    if (tag.equals(Tag.BOOL)) return truth(text, trail, problems);
    // 12:30 is a number in base 60 to YAML 1.1 and text to everyone else.
    if (text.contains(":") || text.length() > MAX_DIGITS) return JSON.textNode(text);
    if (tag.equals(Tag.INT)) return integer(text, trail, problems);
    if (tag.equals(Tag.FLOAT)) return number(text.replace("_", ""), trail, problems);
    problems.accept(
        Problem.at(trail.path())
            .found("the tag " + tag.getValue())
            .expected("a plain value without a tag"));
    return JSON.nullNode();
  }

  /// With a tag anything may claim to be null, a truth value or a number.
  private static JsonNode nothing(String text, Trail trail, Consumer<Problem> problems) {
    if (!NULL.contains(text.toLowerCase(Locale.ROOT))) {
      problems.accept(Problem.at(trail.path()).found(found(text, "!!null")).expected("null"));
    }
    return JSON.nullNode();
  }

  private static JsonNode truth(String text, Trail trail, Consumer<Problem> problems) {
    var word = text.toLowerCase(Locale.ROOT);
    if (!TRUE.contains(word) && !FALSE.contains(word)) {
      problems.accept(
          Problem.at(trail.path()).found(found(text, "!!bool")).expected("true or false"));
    }
    return JSON.booleanNode(TRUE.contains(word));
  }

  private static String found(String text, String tag) {
    return text.isBlank() ? tag + " with nothing behind it" : text;
  }

  private static JsonNode integer(String text, Trail trail, Consumer<Problem> problems) {
    try {
      return JSON.numberNode(integer(text.replace("_", "")));
    } catch (NumberFormatException none) {
      problems.accept(
          Problem.at(trail.path()).found(found(text, "!!int")).expected("a whole number"));
      return JSON.nullNode();
    }
  }

  private static BigInteger integer(String text) {
    if (DECIMAL.matcher(text).matches()) return new BigInteger(text);
    boolean negative = text.startsWith("-");
    var digits = text.startsWith("-") || text.startsWith("+") ? text.substring(1) : text;
    var magnitude =
        digits.startsWith("0x")
            ? new BigInteger(digits.substring(2), 16)
            : digits.startsWith("0b")
                ? new BigInteger(digits.substring(2), 2)
                : digits.startsWith("0o")
                    ? new BigInteger(digits.substring(2), 8)
                    : new BigInteger(digits, 8);
    return negative ? magnitude.negate() : magnitude;
  }

  private static JsonNode number(String text, Trail trail, Consumer<Problem> problems) {
    try {
      return Numbers.BOUNDED.numberNode(new BigDecimal(text));
    } catch (NumberFormatException notFinite) {
      problems.accept(
          Problem.at(trail.path())
              .found(found(text, "!!float"))
              .expected("a finite number, with an exponent of at most " + Numbers.MAX_EXPONENT));
      return JSON.nullNode();
    }
  }
}
