package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A label selector over pods or namespaces. A selector that is not given selects nothing; an empty
/// one selects everything.
record Selector(boolean given, Requirements demands) {
  static final Selector NOTHING = new Selector(false, Requirements.NONE);

  static Selector read(Optional<JsonNode> json) {
    return json.map(Selector::read).orElse(NOTHING);
  }

  private static Selector read(JsonNode json) {
    var demands = Requirements.ofLabels(Json.labels(json.path("matchLabels")));
    for (var expression : Json.items(json.path("matchExpressions")))
      demands =
          demands.and(
              Json.text(expression, "key"),
              LabelValues.of(
                  Json.text(expression, "operator"), Json.texts(expression.path("values"))));
    return new Selector(true, demands);
  }

  boolean matches(Map<String, String> labels) {
    return given
        && demands.byKey().entrySet().stream()
            .allMatch(demand -> accepts(demand.getValue(), labels.get(demand.getKey())));
  }

  private static boolean accepts(LabelValues demand, @Nullable String value) {
    return value == null ? demand.absent() : demand.contains(value);
  }

  /// Narrows to pods with the same values as these labels; keys the labels lack are ignored.
  Selector matching(List<String> keys, Map<String, String> labels) {
    return narrowed(keys, labels, "In");
  }

  Selector mismatching(List<String> keys, Map<String, String> labels) {
    return narrowed(keys, labels, "NotIn");
  }

  private Selector narrowed(List<String> keys, Map<String, String> labels, String operator) {
    var narrowed = demands;
    for (var key : keys) {
      var value = labels.get(key);
      if (value != null) narrowed = narrowed.and(key, LabelValues.of(operator, List.of(value)));
    }
    return new Selector(given, narrowed);
  }

  /// A label that every selected object carries with this very value, to index selectors by.
  Optional<Map.Entry<String, String>> anchor() {
    return demands.byKey().entrySet().stream()
        .filter(demand -> isSingle(demand.getValue()))
        .map(demand -> Map.entry(demand.getKey(), demand.getValue().values().first()))
        .findFirst();
  }

  private static boolean isSingle(LabelValues values) {
    return !values.absent() && !values.complement() && values.values().size() == 1;
  }
}
