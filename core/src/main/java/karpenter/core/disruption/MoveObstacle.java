package karpenter.core.disruption;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/// What would come instead is not possible, not cheaper, or not worth it.
public sealed interface MoveObstacle extends Obstacle {
  @Override
  default Telling telling() {
    return Telling.UNCONSOLIDATABLE;
  }

  /// Pods would wait for a node if this one went.
  ///
  /// @param pods by namespace and name, the first few
  /// @param count of those that were found, which may not be all
  record PodsWithoutPlace(List<String> pods, int count) implements MoveObstacle {
    private static final int MAX_NAMED = 5;

    public PodsWithoutPlace {
      pods = List.copyOf(pods);
    }

    /// @param all by namespace and name
    public static PodsWithoutPlace of(List<String> all) {
      return new PodsWithoutPlace(all.stream().limit(MAX_NAMED).toList(), all.size());
    }

    @Override
    public String kind() {
      return "pods-without-place";
    }

    @Override
    public String sentence() {
      return count == 1 && pods.size() == 1
          ? "Pod %s would find no place".formatted(pods.getFirst())
          : "%s would find no place: %s%s"
              .formatted(
                  Wording.count(count, "pod"),
                  String.join(", ", pods),
                  count > pods.size() ? ", …" : "");
    }
  }

  /// @param saving what they would save an hour, where they are sure to cost less
  record SeveralReplacements(OptionalDouble saving) implements MoveObstacle {
    @Override
    public String kind() {
      return "several-replacements";
    }

    @Override
    public String sentence() {
      var sentence = "Its pods would need several new nodes, and a node is replaced by one at most";
      return saving.isPresent()
          ? sentence
              + ". With karpenter-jvm.dev/split: allow they would save "
              + Wording.money(saving.getAsDouble())
          : sentence;
    }
  }

  record NothingCheaper(double price) implements MoveObstacle {
    @Override
    public String kind() {
      return "nothing-cheaper";
    }

    @Override
    public String sentence() {
      return price > 0
          ? "No instance type that suits its pods is sure to cost less than " + Wording.money(price)
          : "Its pods would need a new node, and what the Node costs is not known";
    }
  }

  record TooFewValues(String pool) implements MoveObstacle {
    @Override
    public String kind() {
      return "min-values";
    }

    @Override
    public String sentence() {
      return "The instance types that would be cheaper are too few for the minValues of NodePool "
          + pool;
    }
  }

  record SpotToSpotOff() implements MoveObstacle {
    @Override
    public String kind() {
      return "spot-to-spot-off";
    }

    @Override
    public String sentence() {
      return "Its pods would need a new node, and spot is replaced by spot only with the feature gate SpotToSpotConsolidation";
    }
  }

  record TooFewSpotTypes(int found, int needed) implements MoveObstacle {
    @Override
    public String kind() {
      return "too-few-spot-types";
    }

    @Override
    public String sentence() {
      return "Replacing spot by spot needs %s that would be cheaper, and there are %d"
          .formatted(Wording.count(needed, "instance type"), found);
    }
  }

  /// What it would save is too little for what it would disturb.
  record ScoreTooLow(String pool, double score, double threshold) implements MoveObstacle {
    @Override
    public String kind() {
      return "score-too-low";
    }

    @Override
    public String sentence() {
      return "Under the policy Balanced of NodePool %s its score is %s, and %s is needed"
          .formatted(pool, Wording.number(score), Wording.number(threshold));
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// What it would save does not pay for the pods it would move.
  record NotWorthEvictions(double saving, double evictions, double price) implements MoveObstacle {
    @Override
    public String kind() {
      return "not-worth-evictions";
    }

    @Override
    public String sentence() {
      return "It would save %s, and each of %s evictions must bring %s"
          .formatted(Wording.money(saving), Wording.number(evictions), Wording.money(price));
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }

  /// Consolidation bought it lately, and replacing it again would save too little.
  ///
  /// @param until when any saving will do
  record BoughtLately(String claim, Instant until, double saving, double needed)
      implements MoveObstacle {
    @Override
    public String kind() {
      return "bought-lately";
    }

    @Override
    public String sentence() {
      return ("NodeClaim %s came by consolidation: until %s it is replaced again only for $%.4f an"
              + " hour, and with others only once its pods change; this would save $%.4f")
          .formatted(claim, until, needed, saving);
    }

    @Override
    public Telling telling() {
      return Telling.SILENT;
    }
  }
}
