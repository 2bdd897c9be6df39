package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/// The part of CEL that selectors of devices are usually written in: driver, attributes and
/// capacity compared with constants, joined by `&&`, `||` and `!`. What is beyond it is
/// [Answer#UNKNOWN], never wrong.
///
/// Used once per question: it is a cursor over the words of the expression.
final class DeviceSelector {
  private static final Pattern WORD =
      Pattern.compile(
          "\\s*(&&|\\|\\||==|!=|<=|>=|[!<>()\\[\\].,]|\"[^\"\\\\]*\"|'[^'\\\\]*'|-?\\d+|[A-Za-z_]\\w*)");

  /// As in CEL an error, such as an attribute that is missing, selects nothing unless the other
  /// side of `||` or `&&` decides.
  enum Answer {
    YES,
    NO,
    ERROR,
    UNKNOWN;

    static Answer of(boolean truth) {
      return truth ? YES : NO;
    }

    Answer not() {
      return this == YES ? NO : this == NO ? YES : this;
    }

    private Answer joined(Answer other, Answer decisive) {
      if (this == decisive || other == decisive) return decisive;
      if (this == UNKNOWN || other == UNKNOWN) return UNKNOWN;
      return this == ERROR ? this : other;
    }
  }

  /// An expression this reader does not understand.
  private static final class Beyond extends Exception {
    private static final long serialVersionUID = 1;
  }

  private final List<String> words = new ArrayList<>();
  private final String driver;
  private final JsonNode device;
  private int next;

  private DeviceSelector(String driver, JsonNode device) {
    this.driver = driver;
    this.device = device;
  }

  static Answer ask(String expression, String driver, JsonNode device) {
    var selector = new DeviceSelector(driver, device);
    try {
      selector.split(expression);
      var answer = selector.either();
      return selector.next == selector.words.size() ? answer : Answer.UNKNOWN;
    } catch (Beyond | IllegalArgumentException notUnderstood) {
      return Answer.UNKNOWN;
    }
  }

  private void split(String expression) throws Beyond {
    var matcher = WORD.matcher(expression.strip());
    while (matcher.lookingAt()) {
      words.add(matcher.group(1));
      matcher.region(matcher.end(), expression.strip().length());
    }
    if (!matcher.hitEnd() && matcher.regionStart() < expression.strip().length())
      throw new Beyond();
  }

  private Answer either() throws Beyond {
    var answer = both();
    while (skip("||")) answer = answer.joined(both(), Answer.YES);
    return answer;
  }

  private Answer both() throws Beyond {
    var answer = single();
    while (skip("&&")) answer = answer.joined(single(), Answer.NO);
    return answer;
  }

  private Answer single() throws Beyond {
    if (skip("!")) return single().not();
    if (skip("(")) {
      var answer = either();
      expect(")");
      return answer;
    }
    return comparison();
  }

  private Answer comparison() throws Beyond {
    var left = value();
    if (next == words.size() || !isOperator(words.get(next)))
      return left.isEmpty() ? Answer.ERROR : Answer.of(truth(left.get()));
    var operator = words.get(next++);
    var right = value();
    if (left.isEmpty() || right.isEmpty()) return Answer.ERROR;
    return compare(left.get(), operator, right.get());
  }

  private static boolean isOperator(String word) {
    return List.of("==", "!=", "<", "<=", ">", ">=").contains(word);
  }

  private static boolean truth(Object value) throws Beyond {
    if (value instanceof Boolean truth) return truth;
    throw new Beyond();
  }

  private static Answer compare(Object left, String operator, Object right) throws Beyond {
    if (!left.getClass().equals(right.getClass())) throw new Beyond();
    if (operator.equals("==")) return Answer.of(left.equals(right));
    if (operator.equals("!=")) return Answer.of(!left.equals(right));
    if (!(left instanceof Long mine) || !(right instanceof Long theirs)) throw new Beyond();
    return Answer.of(
        switch (operator) {
          case "<" -> mine < theirs;
          case "<=" -> mine <= theirs;
          case ">" -> mine > theirs;
          default -> mine >= theirs;
        });
  }

  /// Nothing where the device lacks what is asked for.
  private Optional<Object> value() throws Beyond {
    var word = word();
    if (word.startsWith("\"") || word.startsWith("'"))
      return Optional.of(word.substring(1, word.length() - 1));
    if (word.matches("-?\\d+")) return Optional.of(Long.parseLong(word));
    return switch (word) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      case "quantity" -> Optional.of(quantity());
      case "device" -> ofDevice();
      default -> throw new Beyond();
    };
  }

  private long quantity() throws Beyond {
    expect("(");
    var text = word();
    expect(")");
    return amount(text.substring(1, text.length() - 1));
  }

  private static long amount(String text) {
    return Quantity.parse(Resources.CPU, text);
  }

  private Optional<Object> ofDevice() throws Beyond {
    expect(".");
    return switch (word()) {
      case "driver" -> Optional.of(driver);
      case "attributes" -> named("attributes").flatMap(DeviceSelector::attribute);
      case "capacity" -> capacity();
      default -> throw new Beyond();
    };
  }

  private static Optional<Object> attribute(JsonNode json) {
    if (json.has("string")) return Optional.of(json.path("string").asText());
    if (json.has("int")) return Optional.of(json.path("int").asLong());
    if (json.has("bool")) return Optional.of(json.path("bool").asBoolean());
    throw new IllegalArgumentException("versions are not compared here");
  }

  /// `device.capacity[…].memory.compareTo(quantity("40Gi"))`
  private Optional<Object> capacity() throws Beyond {
    var own = named("capacity").map(json -> amount(Json.text(json, "value")));
    expect(".");
    expect("compareTo");
    expect("(");
    expect("quantity");
    var other = quantity();
    expect(")");
    return own.map(amount -> (long) Long.compare(amount, other));
  }

  /// `["domain"].name`; the driver's own domain may be left out in the device.
  private Optional<JsonNode> named(String field) throws Beyond {
    expect("[");
    var domain = word();
    expect("]");
    expect(".");
    var name = word();
    domain = domain.substring(1, domain.length() - 1);
    var fields = device.path(field);
    var qualified = fields.path(domain + "/" + name);
    if (!qualified.isMissingNode()) return Optional.of(qualified);
    return domain.equals(driver) ? Json.find(fields, name) : Optional.empty();
  }

  private boolean skip(String word) {
    if (next == words.size() || !Objects.equals(words.get(next), word)) return false;
    next++;
    return true;
  }

  private void expect(String word) throws Beyond {
    if (!skip(word)) throw new Beyond();
  }

  private String word() throws Beyond {
    if (next == words.size()) throw new Beyond();
    return words.get(next++);
  }
}
