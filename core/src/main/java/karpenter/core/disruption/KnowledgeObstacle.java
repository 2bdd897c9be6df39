package karpenter.core.disruption;

/// Something that is needed to judge the node is not known.
public sealed interface KnowledgeObstacle extends Obstacle {
  record NoPool() implements KnowledgeObstacle {}

  record PoolUnknown(String pool) implements KnowledgeObstacle {}

  /// @param why a sentence; empty when the list is merely empty
  record TypesUnknown(String pool, String why) implements KnowledgeObstacle {}

  record TypeUnknown(String type) implements KnowledgeObstacle {}

  record LabelMissing(String label) implements KnowledgeObstacle {}

  /// The question what would happen without the node could not be answered.
  ///
  /// @param why half a sentence
  record NotSimulated(String why) implements KnowledgeObstacle {}

  /// The search for nodes to consolidate ended before it came to the node.
  ///
  /// @param effort how much work one search does, in pods it places anew
  record SearchLimit(int effort) implements KnowledgeObstacle {}

  @Override
  default String kind() {
    return switch (this) {
      case NoPool _ -> "no-pool";
      case PoolUnknown _ -> "pool-unknown";
      case TypesUnknown _ -> "types-unknown";
      case TypeUnknown _ -> "type-unknown";
      case LabelMissing _ -> "label-missing";
      case NotSimulated _ -> "not-simulated";
      case SearchLimit _ -> "search-limit";
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case NoPool _ -> "The Node has no label karpenter.sh/nodepool";
      case PoolUnknown(var pool) -> "NodePool %s does not exist".formatted(pool);
      case TypesUnknown(var pool, var why) ->
          "The instance types of NodePool %s are not known%s"
              .formatted(pool, why.isEmpty() ? "" : ": " + why);
      case TypeUnknown(var type) ->
          type.isEmpty()
              ? "The Node does not say what instance type it is"
              : "Instance type %s is not sold any more, so its price is not known".formatted(type);
      case LabelMissing(var label) -> "The Node has no label " + label;
      case NotSimulated(var why) -> "What would happen without it could not be worked out: " + why;
      case SearchLimit(var effort) ->
          ("Consolidation simulates the move of at most %d pods in a pass and did not come to this"
                  + " node; a later pass begins with it")
              .formatted(effort);
    };
  }

  @Override
  default Telling telling() {
    return switch (this) {
      case NoPool _, PoolUnknown _, TypesUnknown _, NotSimulated _ -> Telling.BLOCKED;
      case TypeUnknown _, LabelMissing _ -> Telling.UNCONSOLIDATABLE;
      case SearchLimit _ -> Telling.SILENT;
    };
  }
}
