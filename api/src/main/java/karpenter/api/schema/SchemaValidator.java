package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import karpenter.api.schema.Schema.ListType;
import karpenter.api.schema.Schema.Type;
import org.jspecify.annotations.Nullable;

/// Checks a document against a schema, in the order of the schema's fields.
/// 1. The type of a value; if it is wrong, nothing more is asked about it.
/// 2. Required fields and what they hold, then the entries of maps and lists.
/// 3. Bounds, patterns, enumerations, uniqueness.
/// 4. CEL rules, where everything below was well formed. An API server asks them only if the whole
///    document was; we go on elsewhere in the document, so that a user sees all problems at once.
///
/// What an accepted object had before is not looked at again, as a server that ratchets does it.
final class SchemaValidator {
  private final Problems problems = new Problems();

  private SchemaValidator() {}

  /// Problems of a new object whose defaults were applied.
  static List<Problem> validate(Schema schema, JsonNode document) {
    return validate(schema, document, null);
  }

  /// Problems of a changed object; transition rules compare it with the old one.
  static List<Problem> validate(Schema schema, JsonNode document, @Nullable JsonNode old) {
    var validator = new SchemaValidator();
    validator.value(schema, document, old, "");
    return validator.problems.list();
  }

  private void value(Schema schema, JsonNode value, @Nullable JsonNode old, String path) {
    if (!Values.isOf(schema.type(), value)) {
      problems.add(Values.wrongType(schema.type(), value, path));
      return;
    }
    int before = problems.count();
    if (schema.type().equals(Optional.of(Type.OBJECT))) {
      object(schema, value, old, path);
    } else if (schema.type().equals(Optional.of(Type.ARRAY))) {
      array(schema, value, old, path);
    } else {
      Values.check(schema.bounds(), value, path, problems);
    }
    if (problems.count() == before) {
      Rules.check(schema, value, old, path, problems);
    }
  }

  private void object(Schema schema, JsonNode value, @Nullable JsonNode old, String path) {
    schema
        .properties()
        .forEach(
            (name, property) -> {
              var found = value.get(name);
              var before = old == null ? null : old.get(name);
              if (found != null && !found.equals(before)) {
                value(property, found, before, FieldPath.field(path, name));
              } else if (found == null && schema.required().contains(name)) {
                problems.add(
                    Problem.at(FieldPath.field(path, name))
                        .found("nothing")
                        .expected(property.words()));
              }
            });
    if (schema.additionalProperties() != null) {
      entries(schema, schema.additionalProperties(), value, old, path);
    }
  }

  /// A map that is too large is one problem, not one for each of its entries.
  private void entries(
      Schema schema, Schema entry, JsonNode value, @Nullable JsonNode old, String path) {
    var most = schema.bounds().maxProperties();
    if (most != null && value.size() > most) {
      problems.add(Problem.at(path).found(value.size() + " entries").expected("at most " + most));
      return;
    }
    for (var field : value.properties()) {
      if (!schema.properties().containsKey(field.getKey())) {
        var before = old == null ? null : old.get(field.getKey());
        if (!field.getValue().equals(before)) {
          value(entry, field.getValue(), before, FieldPath.field(path, field.getKey()));
        }
      }
    }
  }

  /// Rules do not compare elements of lists with the old object: our lists are atomic, and there is
  /// no telling which is which. One that was there already is as good as it was, wherever it stands
  /// now: conditions are stored in another order whenever one of them changes.
  private void array(Schema schema, JsonNode value, @Nullable JsonNode old, String path) {
    var most = schema.bounds().maxItems();
    if (most != null && value.size() > most) {
      problems.add(Problem.at(path).found(value.size() + " items").expected("at most " + most));
      return;
    }
    var least = schema.bounds().minItems();
    if (least != null && value.size() < least) {
      problems.add(Problem.at(path).found(value.size() + " items").expected("at least " + least));
    }
    var items = schema.items();
    for (int i = 0; items != null && i < value.size(); i++) {
      if (old == null || !Items.isAmong(old, value.get(i), i)) {
        value(items, value.get(i), null, FieldPath.item(path, i));
      }
    }
    uniqueness(schema, value, path);
  }

  private void uniqueness(Schema schema, JsonNode value, String path) {
    if (schema.listType() == ListType.ATOMIC) {
      return;
    }
    var seen = new HashSet<Object>();
    for (int i = 0; i < value.size(); i++) {
      var item = value.get(i);
      var identity =
          schema.listType() == ListType.SET
              ? item
              : schema.listMapKeys().stream().map(item::path).toList();
      if (!seen.add(identity)) {
        problems.add(
            Problem.at(FieldPath.item(path, i))
                .found("a second " + Shown.value(named(schema, item)))
                .expected(
                    schema.listType() == ListType.SET
                        ? "every value once"
                        : "every " + String.join(", ", schema.listMapKeys()) + " once"));
      }
    }
  }

  private static JsonNode named(Schema schema, JsonNode item) {
    return schema.listMapKeys().size() == 1 ? item.path(schema.listMapKeys().getFirst()) : item;
  }
}
