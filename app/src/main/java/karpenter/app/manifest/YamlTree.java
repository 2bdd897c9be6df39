package karpenter.app.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import karpenter.api.Problem;
import org.yaml.snakeyaml.nodes.AnchorNode;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// Turns YAML into the JSON tree the API server would see: keys are strings, anchors and merge keys
/// are written out, a key occurs once.
final class YamlTree {
  private static final String MERGE = "<<";
  // Anchors can make a page of text into more nodes than there is memory.
  private static final int MAX_NODES = 2_000_000;
  // A mistake in an anchor is found again wherever the anchor is used.
  private static final int MAX_PROBLEMS = 100;
  private static final JsonNodeFactory JSON = JsonNodeFactory.withExactBigDecimals(true);

  private final BiConsumer<Node, Problem> problems;
  private int nodes;
  private int told;

  private YamlTree(BiConsumer<Node, Problem> problems) {
    this.problems = problems;
  }

  static JsonNode of(Node root, BiConsumer<Node, Problem> problems) {
    return new YamlTree(problems).convert(root, Trail.ROOT, 0);
  }

  private JsonNode convert(Node node, Trail trail, int depth) {
    nodes++;
    if (isOver()) return JSON.nullNode();
    if (nodes == MAX_NODES || depth > YamlDocument.MAX_DEPTH) {
      var found = depth > YamlDocument.MAX_DEPTH ? "a value inside itself" : "anchors without end";
      report(node, trail, found, "at most %,d values".formatted(MAX_NODES));
      return JSON.nullNode();
    }
    return switch (node) {
      case MappingNode mapping -> object(mapping, trail, depth);
      case SequenceNode sequence -> array(sequence, trail, depth);
      case ScalarNode scalar -> {
        HalfCharacter.in(scalar.getValue()).ifPresent(half -> report(scalar, half.at(trail)));
        yield YamlScalar.convert(scalar, trail, problem -> report(scalar, problem));
      }
      case AnchorNode anchor -> convert(anchor.getRealNode(), trail, depth + 1);
      default -> throw new IllegalStateException("a YAML node of unknown kind: " + node);
    };
  }

  private ObjectNode object(MappingNode mapping, Trail trail, int depth) {
    Map<String, JsonNode> own = new LinkedHashMap<>();
    List<Node> merged = new ArrayList<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode keyNode)) {
        report(tuple.getKeyNode(), trail, "a key that is no text", "a field name");
        continue;
      }
      var key = keyNode.getValue();
      if (key.equals(MERGE) && keyNode.isPlain()) {
        merged.add(tuple.getValueNode());
        continue;
      }
      var half = HalfCharacter.in(key);
      if (half.isPresent()) {
        report(keyNode, half.get().at(trail));
        continue;
      }
      var where = trail.field(key);
      if (own.put(key, convert(tuple.getValueNode(), where, depth + 1)) != null) {
        report(keyNode, where, "the key a second time", "each key once");
      }
    }
    var object = JSON.objectNode();
    for (Node source : merged) merge(object, source, trail, depth);
    object.setAll(own);
    return object;
  }

  /// Keys written in place win over merged ones, and the first of several sources over the later.
  private void merge(ObjectNode into, Node source, Trail trail, int depth) {
    switch (source) {
      case SequenceNode sequence -> {
        for (Node each : sequence.getValue()) {
          // As YAML has it: deeper lists would also multiply without end.
          if (each instanceof MappingNode) mergeMapping(into, each, trail, depth + 1);
          else notMergeable(each, trail);
        }
      }
      case MappingNode mapping -> mergeMapping(into, mapping, trail, depth);
      default -> notMergeable(source, trail);
    }
  }

  private void notMergeable(Node node, Trail trail) {
    var found =
        node instanceof SequenceNode ? "<< of a list inside a list" : "<< of something else";
    report(node, trail, found, "<< of a mapping or of a list of mappings");
  }

  private void mergeMapping(ObjectNode into, Node mapping, Trail trail, int depth) {
    // Null once the document is refused.
    if (!(convert(mapping, trail, depth + 1) instanceof ObjectNode object)) return;
    for (var field : object.properties()) {
      if (!into.has(field.getKey())) into.set(field.getKey(), field.getValue());
    }
  }

  private ArrayNode array(SequenceNode sequence, Trail trail, int depth) {
    var array = JSON.arrayNode();
    for (Node item : sequence.getValue()) {
      array.add(convert(item, trail.item(array.size()), depth + 1));
    }
    return array;
  }

  private void report(Node node, Trail trail, String found, String expected) {
    report(node, Problem.at(trail.path()).found(found).expected(expected));
  }

  private void report(Node node, Problem problem) {
    if (!isOver()) problems.accept(node, problem);
    told++;
  }

  /// Nothing more is read: the document is refused anyway.
  private boolean isOver() {
    return nodes > MAX_NODES || told >= MAX_PROBLEMS;
  }
}
