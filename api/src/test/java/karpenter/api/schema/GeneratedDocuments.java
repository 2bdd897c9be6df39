package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Documents grown from a schema, mostly valid, and ways to damage them.
public final class GeneratedDocuments {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> WORDS =
      List.of(
          "",
          "a",
          "In",
          "NotIn",
          "Gt",
          "Exists",
          "Never",
          "1h",
          "10%",
          "5",
          "-5",
          "16Gi",
          "True",
          "Empty",
          "@daily",
          "\u0000",
          "* * * * *",
          "karpenter.sh/nodepool",
          "karpenter.sh/a",
          "kubernetes.io/hostname",
          "NoSchedule",
          "spot",
          "//",
          "a/b/c",
          "2026-01-05T09:00:00Z",
          "9999999999999h",
          "99999999999999999999",
          "ü",
          "\uD83D",
          "0.5",
          "+10%",
          "KWOKNodeClass",
          "al2023@latest",
          "subnet-1",
          "sg-1",
          "ami-1",
          "100Gi",
          "ocid1.image.oc1..a");

  private GeneratedDocuments() {}

  public static JsonNode of(Crd crd, SplittableRandom random) {
    var document = (ObjectNode) value(crd.schema(), random);
    document.put("apiVersion", crd.apiVersion()).put("kind", crd.kind());
    document.putObject("metadata").put("name", "a");
    if (random.nextInt(4) != 0) {
      soundParts(crd, document);
    }
    return document;
  }

  /// Where a class asks for fields that belong together, chance alone would hardly ever find them.
  private static void soundParts(Crd crd, ObjectNode document) {
    switch (crd.kind()) {
      case "EC2NodeClass" -> {
        var spec = document.withObject("/spec");
        spec.remove(List.of("instanceProfile", "amiFamily", "networkInterfaces"));
        spec.setAll((ObjectNode) Documents.ec2().path("spec"));
      }
      case "OciNodeClass" -> {
        var spec = document.withObject("/spec");
        spec.remove(
            List.of(
                "subnetSelectorTerms",
                "bootConfig",
                "blockDeviceMappings",
                "metadataOptions",
                "kubeletConfig",
                "imageSelector",
                "freeFormTags",
                "tags"));
        spec.setAll((ObjectNode) Documents.oci().path("spec"));
      }
      default -> {}
    }
  }

  private static JsonNode value(Schema schema, SplittableRandom random) {
    return schema
        .type()
        .<JsonNode>map(
            type ->
                switch (type) {
                  case OBJECT -> object(schema, random);
                  case ARRAY -> array(schema, random);
                  case STRING -> NODES.textNode(text(schema, random));
                  case INTEGER -> NODES.numberNode(random.nextInt(1, 20));
                  case NUMBER -> NODES.numberNode(random.nextInt(1, 20) + 0.5);
                  case BOOLEAN -> NODES.booleanNode(random.nextBoolean());
                })
        .orElseGet(() -> NODES.numberNode(random.nextInt(100)));
  }

  private static ObjectNode object(Schema schema, SplittableRandom random) {
    var object = NODES.objectNode();
    schema
        .properties()
        .forEach(
            (name, property) -> {
              if (schema.required().contains(name) || random.nextInt(4) == 0) {
                object.set(name, value(property, random));
              }
            });
    var entry = schema.additionalProperties();
    if (entry != null) {
      object.set("key-" + random.nextInt(9), value(entry, random));
    }
    return object;
  }

  private static ArrayNode array(Schema schema, SplittableRandom random) {
    var array = NODES.arrayNode();
    var items = schema.items();
    for (int i = random.nextInt(3); items != null && i > 0; i--) {
      array.add(value(items, random));
    }
    return array;
  }

  /// A word the schema accepts, where one of the list does.
  private static String text(Schema schema, SplittableRandom random) {
    if (!schema.bounds().oneOf().isEmpty()) {
      return schema.bounds().oneOf().get(random.nextInt(schema.bounds().oneOf().size()));
    }
    var fitting =
        WORDS.stream()
            .filter(
                word -> {
                  var found = new Problems();
                  Values.check(schema.bounds(), NODES.textNode(word), "", found);
                  return found.count() == 0;
                })
            .toList();
    return fitting.isEmpty() ? "1h" : fitting.get(random.nextInt(fitting.size()));
  }

  public static JsonNode damaged(JsonNode document, int times, SplittableRandom random) {
    for (int i = 0; i < times; i++) {
      var containers = containers(document);
      switch (containers.get(random.nextInt(containers.size()))) {
        case ObjectNode object -> damage(object, random);
        case ArrayNode array when !array.isEmpty() && random.nextBoolean() ->
            array.set(random.nextInt(array.size()), junk(random, 3));
        case ArrayNode array -> array.add(junk(random, 3));
        default -> throw new IllegalStateException("only containers were collected");
      }
    }
    return document;
  }

  private static void damage(ObjectNode object, SplittableRandom random) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty() || random.nextInt(3) == 0) {
      object.set(WORDS.get(random.nextInt(WORDS.size())), junk(random, 3));
    } else if (random.nextBoolean()) {
      object.remove(names.get(random.nextInt(names.size())));
    } else {
      object.set(names.get(random.nextInt(names.size())), junk(random, 3));
    }
  }

  private static List<JsonNode> containers(JsonNode root) {
    var all = new ArrayList<JsonNode>(List.of(root));
    for (int i = 0; i < all.size(); i++) {
      all.get(i)
          .forEach(
              child -> {
                if (child.isContainerNode()) {
                  all.add(child);
                }
              });
    }
    return all;
  }

  private static JsonNode junk(SplittableRandom random, int depth) {
    return switch (random.nextInt(depth == 0 ? 8 : 11)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(random.nextDouble() * 100);
      case 4 -> NODES.numberNode(BigInteger.TWO.pow(random.nextInt(200)));
      case 5 -> NODES.numberNode(new BigDecimal("1e" + random.nextInt(400)));
      case 6 -> NODES.textNode("x".repeat(random.nextInt(5_000)));
      case 7 -> NODES.textNode(WORDS.get(random.nextInt(WORDS.size())));
      case 8 -> NODES.arrayNode().add(junk(random, depth - 1)).add(junk(random, depth - 1));
      case 9 ->
          NODES.objectNode().set(WORDS.get(random.nextInt(WORDS.size())), junk(random, depth - 1));
      default -> nested(random.nextInt(900));
    };
  }

  private static JsonNode nested(int depth) {
    JsonNode node = NODES.objectNode();
    for (int i = 0; i < depth; i++) {
      node = i % 2 == 0 ? NODES.arrayNode().add(node) : NODES.objectNode().set("spec", node);
    }
    return node;
  }
}
