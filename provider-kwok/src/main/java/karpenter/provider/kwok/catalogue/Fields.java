package karpenter.provider.kwok.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.api.Problem;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;

/// One JSON object of a catalogue file, whose fields are found whatever their capitals: the files
/// that exist write `Price` and `name` side by side. What does not read as asked for is reported.
final class Fields {
  private static final int MAX_SHOWN = 60;

  private final String path;
  private final Map<String, JsonNode> fields = new TreeMap<>();
  private final Consumer<Problem> problems;

  private Fields(String path, Consumer<Problem> problems) {
    this.path = path;
    this.problems = problems;
  }

  static Optional<Fields> of(JsonNode node, String path, Consumer<Problem> problems) {
    if (!node.isObject()) {
      problems.accept(Problem.at(path).found(shown(node)).expected("an object"));
      return Optional.empty();
    }
    var result = new Fields(path, problems);
    for (var field : node.properties()) {
      if (result.fields.put(field.getKey().toLowerCase(Locale.ROOT), field.getValue()) != null) {
        result.report(field.getKey(), "a second spelling of the same field", "the field once");
      }
    }
    return Optional.of(result);
  }

  boolean has(String name) {
    return !get(name).isMissingNode();
  }

  Optional<String> text(String name, String expected) {
    var node = get(name);
    if (node.isTextual() && !node.textValue().isBlank()) return Optional.of(node.textValue());
    report(name, shown(node), expected);
    return Optional.empty();
  }

  Optional<Double> price(String name) {
    var node = get(name);
    if (node.isNumber() && Double.isFinite(node.doubleValue()) && node.doubleValue() >= 0) {
      return Optional.of(node.doubleValue());
    }
    report(name, shown(node), "a price per hour, zero or more, such as 0.096");
    return Optional.empty();
  }

  /// Absent counts as `fallback`; anything else that is no boolean is reported and counts as well.
  boolean flag(String name, boolean fallback) {
    var node = get(name);
    if (node.isMissingNode()) return fallback;
    if (!node.isBoolean()) report(name, shown(node), "true or false");
    return node.asBoolean(fallback);
  }

  Optional<Integer> count(String name) {
    var node = get(name);
    if (node.isMissingNode()) return Optional.empty();
    if (node.canConvertToInt() && node.isIntegralNumber() && node.intValue() >= 0) {
      return Optional.of(node.intValue());
    }
    report(name, shown(node), "a whole number of instances, zero or more");
    return Optional.empty();
  }

  List<String> texts(String name, String expected) {
    List<String> texts = new ArrayList<>();
    for (var item : items(name)) {
      if (item.node().isTextual()) texts.add(item.node().textValue());
      else problems.accept(Problem.at(item.path()).found(shown(item.node())).expected(expected));
    }
    if (!has(name) || get(name).isEmpty()) report(name, shown(get(name)), expected);
    return texts;
  }

  /// Empty when the object is missing or one of its quantities does not read; absent is reported
  /// only by those who need it.
  Optional<TreeMap<String, Quantity>> quantities(String name) {
    var node = get(name);
    if (!node.isObject()) {
      report(
          name,
          shown(node),
          "quantities by resource, such as {\"cpu\": \"4\", \"memory\": \"16Gi\"}");
      return Optional.empty();
    }
    var quantities = new TreeMap<String, Quantity>();
    int bad = 0;
    for (var field : node.properties()) {
      var where = name + "." + field.getKey();
      var value = field.getValue();
      if (!value.isTextual() && !value.isNumber()) {
        report(where, shown(value), "a quantity such as 4 or 16Gi");
        bad++;
        continue;
      }
      switch (Quantity.parse(value.asText())) {
        case QuantityParse.Parsed(var quantity) when quantity.value().signum() < 0 -> {
          report(where, shown(value), "a quantity of zero or more");
          bad++;
        }
        case QuantityParse.Parsed(var quantity) -> quantities.put(field.getKey(), quantity);
        case QuantityParse.Malformed(_, var expected) -> {
          report(where, shown(value), expected);
          bad++;
        }
      }
    }
    return bad == 0 ? Optional.of(quantities) : Optional.empty();
  }

  Optional<Fields> object(String name) {
    return has(name) ? of(get(name), at(name), problems) : Optional.empty();
  }

  /// The elements of a list with their paths; a missing list has none, something else is reported.
  List<Item> items(String name) {
    var node = get(name);
    if (node.isMissingNode()) return List.of();
    if (!node.isArray()) {
      report(name, shown(node), "a list");
      return List.of();
    }
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < node.size(); i++)
      items.add(new Item("%s[%d]".formatted(at(name), i), node.get(i)));
    return items;
  }

  record Item(String path, JsonNode node) {}

  void report(String name, String found, String expected) {
    problems.accept(Problem.at(at(name)).found(found).expected(expected));
  }

  private JsonNode get(String name) {
    var node = fields.get(name.toLowerCase(Locale.ROOT));
    return node == null || node.isNull() ? MissingNode.getInstance() : node;
  }

  private String at(String name) {
    return path + "." + name;
  }

  static String shown(JsonNode node) {
    if (node.isMissingNode()) return "nothing";
    var text = node.toString();
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
  }
}
