package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.cel.runtime.CelEvaluationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import karpenter.api.schema.Schema.Rule;
import org.jspecify.annotations.Nullable;

/// The CEL rules of one place in a document.
///
/// A rule speaks about a whole list or map, and a user wants the element. Where a rule has the form
/// `self.all(x, …)` it is asked again about each element alone; where it then compares `has(x.a)`
/// with `has(x.b)` and one of the two is absent, that field is named.
final class Rules {
  private static final int MAX_DEPTH = 40;
  private static final String FOR_ALL = "self.all(x,";
  private static final Pattern PRESENCE = Pattern.compile("has\\(x\\.(\\w+)\\)");

  private Rules() {}

  static void check(
      Schema schema, JsonNode value, @Nullable JsonNode old, String path, Problems problems) {
    for (var rule : schema.rules()) {
      boolean applies = !rule.isTransition() || old != null;
      if (applies && !holds(rule, value, old)) {
        locate(rule, value, old, path).forEach(problems::add);
      }
    }
  }

  /// A rule that cannot be evaluated does not hold: so does an API server decide, and some rules
  /// count on it.
  private static boolean holds(Rule rule, JsonNode value, @Nullable JsonNode old) {
    Map<String, Object> variables =
        old == null || !rule.isTransition()
            ? Map.of("self", plain(value))
            : Map.of("self", plain(value), "oldSelf", plain(old));
    try {
      return Boolean.TRUE.equals(CelPrograms.of(rule.expression()).eval(variables));
    } catch (CelEvaluationException e) {
      return false;
    }
  }

  private static List<Problem> locate(
      Rule rule, JsonNode value, @Nullable JsonNode old, String path) {
    if (rule.isTransition() && old != null) {
      return List.of(Problem.at(path).found(Change.between(old, value)).expected(rule.message()));
    }
    var offenders =
        rule.expression().startsWith(FOR_ALL) ? offenders(rule, value, path) : List.<Problem>of();
    return offenders.isEmpty()
        ? List.of(Problem.at(path).found(Shown.value(value)).expected(rule.message()))
        : offenders;
  }

  private static List<Problem> offenders(Rule rule, JsonNode value, String path) {
    var offenders = new ArrayList<Problem>();
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      var item = value.get(i);
      if (!holds(rule, JsonNodeFactory.instance.arrayNode().add(item), null)) {
        offenders.add(offender(rule, item, FieldPath.item(path, i)));
      }
    }
    for (var field : value.properties()) {
      var alone = JsonNodeFactory.instance.objectNode().set(field.getKey(), field.getValue());
      if (!holds(rule, alone, null)) {
        offenders.add(
            Problem.at(FieldPath.field(path, field.getKey()))
                .found(Shown.value(field.getValue()))
                .expected(rule.message()));
      }
    }
    return offenders;
  }

  private static Problem offender(Rule rule, JsonNode item, String path) {
    var names =
        PRESENCE
            .matcher(rule.expression())
            .results()
            .map(match -> match.group(1))
            .distinct()
            .toList();
    var absent = names.stream().filter(name -> !item.has(name)).toList();
    if (names.size() == 2 && absent.size() == 1) {
      var present = names.getFirst().equals(absent.getFirst()) ? names.getLast() : names.getFirst();
      return Problem.at(FieldPath.field(path, absent.getFirst()))
          .found("nothing, although " + present + " is " + Shown.value(item.get(present)))
          .expected(rule.message());
    }
    return Problem.at(path).found(Shown.value(item)).expected(rule.message());
  }

  /// JSON as CEL wants it. Integers are longs there; an `Integer` would match no operator.
  private static Object plain(JsonNode value) {
    return plain(value, 0);
  }

  /// What is open may be nested without end, and CEL takes a stack frame for every level; no rule
  /// of ours looks further down than our schemas go.
  private static Object plain(JsonNode value, int depth) {
    if (depth > MAX_DEPTH) {
      return "";
    }
    return switch (value.getNodeType()) {
      case OBJECT -> {
        var map = new LinkedHashMap<String, Object>();
        value
            .properties()
            .forEach(field -> map.put(field.getKey(), plain(field.getValue(), depth + 1)));
        yield map;
      }
      case ARRAY -> {
        var list = new ArrayList<Object>();
        value.forEach(item -> list.add(plain(item, depth + 1)));
        yield list;
      }
      case STRING -> value.textValue();
      case BOOLEAN -> value.booleanValue();
      case NUMBER -> number(value);
      case NULL, MISSING, BINARY, POJO -> value.asText();
    };
  }

  private static Object number(JsonNode value) {
    if (value.isIntegralNumber() && value.canConvertToLong()) {
      return value.longValue();
    }
    return value.doubleValue();
  }
}
