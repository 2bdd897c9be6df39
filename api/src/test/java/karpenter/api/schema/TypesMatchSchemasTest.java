package karpenter.api.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.api.GoDuration;
import karpenter.api.NillableDuration;
import karpenter.api.ObjectMeta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The records and the CRDs are written by hand, twice; here they are held together, field by
/// field, in both directions.
class TypesMatchSchemasTest {

  static Stream<Crd> crds() {
    return CrdSchemas.all().stream();
  }

  @ParameterizedTest
  @MethodSource("crds")
  void every_field_is_in_the_type_and_in_the_schema(Crd crd) {
    var differences = new ArrayList<String>();

    compare(crd.type(), crd.schema(), crd.kind(), differences);

    assertThat(differences).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("crds")
  void every_version_has_the_schema_of_the_stored_one(Crd crd) {
    var versions = crd.document().at("/spec/versions");

    assertThat(versions.get(0).path("storage").asBoolean()).isTrue();
    for (var version : versions) {
      assertThat(version.path("schema")).isEqualTo(versions.get(0).path("schema"));
      assertThat(
              crd.serves(crd.apiVersion().replaceAll("/.*", "/") + version.path("name").asText()))
          .isTrue();
    }
  }

  /// A record that lacks, adds and mistypes a field.
  record Lopsided(
      String apiVersion, String kind, ObjectMeta metadata, Integer spec, String extra) {}

  @Test
  void the_comparison_sees_what_differs() {
    var differences = new ArrayList<String>();

    compare(
        Lopsided.class,
        CrdSchemas.find("NodePool").orElseThrow().schema(),
        "NodePool",
        differences);

    assertThat(differences)
        .hasSize(3)
        .anyMatch(d -> d.contains("extra"))
        .anyMatch(d -> d.contains("status"))
        .anyMatch(d -> d.startsWith("NodePool.spec"));
  }

  private static void compare(Type type, Schema schema, String path, List<String> differences) {
    if (type instanceof Class<?> record && record.isRecord() && !isScalar(record)) {
      fields(record, schema, path, differences);
    } else if (type instanceof ParameterizedType list
        && list.getRawType() == List.class
        && schema.items() != null) {
      compare(list.getActualTypeArguments()[0], schema.items(), path + "[]", differences);
    } else if (isMapOfMaps(type) && schema.additionalProperties() != null) {
      compare(
          ((ParameterizedType) type).getActualTypeArguments()[1],
          schema.additionalProperties(),
          path + "{}",
          differences);
    } else if (!matches(type, schema)) {
      differences.add(path + " is " + type + " in the type and something else in the schema");
    }
  }

  private static void fields(
      Class<?> record, Schema schema, String path, List<String> differences) {
    var components = new LinkedHashMap<String, Type>();
    for (var component : record.getRecordComponents()) {
      components.put(jsonName(component), component.getGenericType());
    }
    var names = new TreeSet<>(components.keySet());
    names.addAll(schema.properties().keySet());
    for (var name : names) {
      var property = schema.properties().get(name);
      if (property == null || !components.containsKey(name)) {
        differences.add(
            path + "." + name + " is only in the " + (property == null ? "type" : "schema"));
      } else {
        compare(components.get(name), property, path + "." + name, differences);
      }
    }
  }

  private static String jsonName(RecordComponent component) {
    var written = component.getAccessor().getAnnotation(JsonProperty.class);
    return written == null ? component.getName() : written.value();
  }

  private static boolean isScalar(Class<?> type) {
    return type == GoDuration.class || type == NillableDuration.class || type == ObjectMeta.class;
  }

  private static boolean matches(Type type, Schema schema) {
    var pattern = schema.bounds().pattern() == null ? "" : schema.bounds().pattern().pattern();
    boolean isTimestamp = "date-time".equals(schema.bounds().format());
    boolean isDuration = pattern.contains("(s|m|h)") || pattern.contains("(h|m)");
    boolean isText = schema.type().equals(Optional.of(Schema.Type.STRING));
    if (type == ObjectMeta.class || type == JsonNode.class) {
      return schema.isOpen();
    } else if (type == Instant.class) {
      return isText && isTimestamp;
    } else if (type == NillableDuration.class) {
      return isText && isDuration && pattern.contains("Never");
    } else if (type == GoDuration.class) {
      return isText && isDuration && !pattern.contains("Never");
    } else if (type == String.class) {
      return isText && !isDuration && !isTimestamp;
    } else if (type == Boolean.class) {
      return schema.type().equals(Optional.of(Schema.Type.BOOLEAN));
    } else if (type == Double.class) {
      return schema.type().equals(Optional.of(Schema.Type.NUMBER));
    } else if (type == Integer.class) {
      return isInteger(schema) && !"int64".equals(schema.bounds().format());
    } else if (type == Long.class) {
      return isInteger(schema) && "int64".equals(schema.bounds().format());
    }
    return isTextMap(type)
        && schema.additionalProperties() != null
        && schema.properties().isEmpty()
        && schema.additionalProperties().type().map(t -> t == Schema.Type.STRING).orElse(true);
  }

  private static boolean isInteger(Schema schema) {
    return schema.type().equals(Optional.of(Schema.Type.INTEGER));
  }

  private static boolean isMapOfMaps(Type type) {
    return type instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && isTextMap(map.getActualTypeArguments()[1]);
  }

  private static boolean isTextMap(Type type) {
    return type instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && List.of(map.getActualTypeArguments()).equals(List.of(String.class, String.class));
  }
}
