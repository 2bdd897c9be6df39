package karpenter.app.manifest;

import java.util.Objects;
import java.util.TreeMap;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// A step on the way to a field.
///
/// @param shown what to point at: of a field the key, since its value may begin lines below
/// @param value where the way goes on
record YamlField(Node shown, Node value) {

  /// The field at the path, or the last one on the way to it that exists.
  static YamlField find(Node root, FieldPath path) {
    return new YamlField(root, root).follow(path);
  }

  private YamlField follow(FieldPath path) {
    if (path.isEnd()) return this;
    return switch (value) {
      case MappingNode mapping -> into(mapping, path);
      case SequenceNode sequence -> into(sequence, path);
      default -> this;
    };
  }

  private YamlField into(MappingNode mapping, FieldPath path) {
    var byKey = new TreeMap<String, NodeTuple>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (tuple.getKeyNode() instanceof ScalarNode key) byKey.putIfAbsent(key.getValue(), tuple);
    }
    var step = path.into(byKey.keySet());
    if (step.isEmpty()) return this;
    var tuple = Objects.requireNonNull(byKey.get(step.get().key()));
    return new YamlField(tuple.getKeyNode(), tuple.getValueNode()).follow(step.get().next());
  }

  private YamlField into(SequenceNode sequence, FieldPath path) {
    var index = path.index();
    if (index.isEmpty() || index.getAsInt() >= sequence.getValue().size()) return this;
    var item = sequence.getValue().get(index.getAsInt());
    return new YamlField(item, item).follow(path.afterIndex());
  }
}
