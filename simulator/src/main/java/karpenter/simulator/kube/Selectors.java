package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.StreamSupport;

/// Label selectors as objects write them. A missing selector means nothing, an empty one
/// everything.
public final class Selectors {
  private Selectors() {}

  public static boolean matches(JsonNode selector, JsonNode labels) {
    if (selector.isMissingNode() || selector.isNull()) {
      return false;
    }
    for (var wanted : selector.path("matchLabels").properties()) {
      if (!labels.path(wanted.getKey()).asText().equals(wanted.getValue().asText())
          || !labels.has(wanted.getKey())) {
        return false;
      }
    }
    for (var expression : selector.path("matchExpressions")) {
      if (!meets(expression, labels.path(expression.path("key").asText()))) {
        return false;
      }
    }
    return true;
  }

  /// One line of a selector or of a node affinity term.
  ///
  /// @param value missing where there is no such label
  public static boolean meets(JsonNode expression, JsonNode value) {
    boolean isThere = !value.isMissingNode();
    return switch (expression.path("operator").asText()) {
      case "Exists" -> isThere;
      case "DoesNotExist" -> !isThere;
      case "In" -> isThere && lists(expression.path("values"), value);
      case "NotIn" -> !isThere || !lists(expression.path("values"), value);
      case "Gt" -> isThere && number(value) > number(expression.at("/values/0"));
      case "Lt" -> isThere && number(value) < number(expression.at("/values/0"));
      default -> throw new IllegalArgumentException("not an operator: " + expression);
    };
  }

  private static boolean lists(JsonNode values, JsonNode value) {
    return StreamSupport.stream(values.spliterator(), false)
        .anyMatch(one -> one.asText().equals(value.asText()));
  }

  private static long number(JsonNode value) {
    return Long.parseLong(value.asText());
  }
}
