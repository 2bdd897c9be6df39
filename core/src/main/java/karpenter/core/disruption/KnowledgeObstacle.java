package karpenter.core.disruption;

/// Something that is needed to judge the node is not known.
public sealed interface KnowledgeObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.BLOCKED;
  }

  record NoPool() implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "no-pool";
    }

    @Override
    public String sentence() {
      return "The Node has no label karpenter.sh/nodepool";
    }
  }

  record PoolUnknown(String pool) implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "pool-unknown";
    }

    @Override
    public String sentence() {
      return "NodePool %s does not exist".formatted(pool);
    }
  }

  /// @param why a sentence; empty when the list is merely empty
  record TypesUnknown(String pool, String why) implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "types-unknown";
    }

    @Override
    public String sentence() {
      return "The instance types of NodePool %s are not known%s"
          .formatted(pool, why.isEmpty() ? "" : ": " + why);
    }
  }

  record TypeUnknown(String type) implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "type-unknown";
    }

    @Override
    public String sentence() {
      return type.isEmpty()
          ? "The Node does not say what instance type it is"
          : "Instance type %s is not sold any more, so its price is not known".formatted(type);
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  record LabelMissing(String label) implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "label-missing";
    }

    @Override
    public String sentence() {
      return "The Node has no label " + label;
    }

    @Override
    public Telling telling() {
      return Telling.UNCONSOLIDATABLE;
    }
  }

  /// The question what would happen without the node could not be answered.
  ///
  /// @param why half a sentence
  record NotSimulated(String why) implements KnowledgeObstacle {
    @Override
    public String kind() {
      return "not-simulated";
    }

    @Override
    public String sentence() {
      return "What would happen without it could not be worked out: " + why;
    }
  }
}
