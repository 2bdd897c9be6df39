package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;

/// What would come instead is not possible, not cheaper, or not worth it.
public sealed interface MoveObstacle extends Obstacle {
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
  }

  /// @param saving what they would save an hour, where they are sure to cost less
  record SeveralReplacements(OptionalDouble saving) implements MoveObstacle {}

  /// @param price of the instances that would go
  /// @param nodeCosts what would be saved beside instances
  record NothingCheaper(double price, double nodeCosts) implements MoveObstacle {
    public NothingCheaper(double price) {
      this(price, 0);
    }
  }

  record TooFewValues(String pool) implements MoveObstacle {}

  record SpotToSpotOff() implements MoveObstacle {}

  record TooFewSpotTypes(int found, int needed) implements MoveObstacle {}

  /// What it would save is too little for what it would disturb.
  record ScoreTooLow(String pool, double score, double threshold) implements MoveObstacle {}

  /// What it would save does not pay for the pods it would move.
  record NotWorthEvictions(double saving, double evictions, double price) implements MoveObstacle {}

  /// Consolidation bought it lately, and replacing it again would save too little.
  ///
  /// @param until when any saving will do
  record BoughtLately(String claim, Instant until, double saving, double needed)
      implements MoveObstacle {}

  /// Consolidation bought it for what pods still ask for, and replacing it again brings too little.
  record DemandUnchanged(String claim, double saving, double needed) implements MoveObstacle {}

  /// The pool bought a node so lately that what the move saves has not earned its evictions.
  ///
  /// @param evictions in evictions of ordinary pods
  /// @param spillover pods that could end up on nodes with devices they do not ask for
  /// @param cost of those that count
  /// @param needed for how long no node must have been bought
  /// @param since when the last one was bought
  record NotEarned(
      double saving, double evictions, int spillover, double cost, Duration needed, Instant since)
      implements MoveObstacle {
    public Instant until() {
      return since.plus(needed);
    }
  }

  @Override
  default String kind() {
    return switch (this) {
      case PodsWithoutPlace _ -> "pods-without-place";
      case SeveralReplacements _ -> "several-replacements";
      case NothingCheaper _ -> "nothing-cheaper";
      case TooFewValues _ -> "min-values";
      case SpotToSpotOff _ -> "spot-to-spot-off";
      case TooFewSpotTypes _ -> "too-few-spot-types";
      case ScoreTooLow _ -> "score-too-low";
      case NotWorthEvictions _ -> "not-worth-evictions";
      case BoughtLately _ -> "bought-lately";
      case DemandUnchanged _ -> "demand-unchanged";
      case NotEarned _ -> "churn";
    };
  }

  @Override
  default String sentence() {
    return switch (this) {
      case PodsWithoutPlace(var pods, var count) ->
          count == 1 && pods.size() == 1
              ? "Pod %s would find no place".formatted(pods.getFirst())
              : "%s would find no place: %s%s"
                  .formatted(
                      Wording.count(count, "pod"),
                      String.join(", ", pods),
                      count > pods.size() ? ", …" : "");
      case SeveralReplacements(var saving) -> {
        var sentence =
            "Its pods would need several new nodes, and a node is replaced by one at most";
        yield saving.isPresent()
            ? sentence
                + ". With karpenter-jvm.dev/split: allow they would save "
                + Wording.money(saving.getAsDouble())
            : sentence;
      }
      case NothingCheaper(var price, var nodeCosts) ->
          price > 0
              ? "No instance type that suits its pods is sure to cost less than "
                  + Wording.money(price)
                  + besides(nodeCosts)
              : "Its pods would need a new node, and what the Node costs is not known";
      case TooFewValues(var pool) ->
          "The instance types that would be cheaper are too few for the minValues of NodePool "
              + pool;
      case SpotToSpotOff _ ->
          "Its pods would need a new node, and spot is replaced by spot only with the feature gate"
              + " SpotToSpotConsolidation";
      case TooFewSpotTypes(var found, var needed) ->
          "Replacing spot by spot needs %s that would be cheaper, and there are %d"
              .formatted(Wording.count(needed, "instance type"), found);
      case ScoreTooLow(var pool, var score, var threshold) ->
          "Under the policy Balanced of NodePool %s its score is %s, and %s is needed"
              .formatted(pool, Wording.number(score), Wording.number(threshold));
      case BoughtLately(var claim, var until, var saving, var needed) ->
          ("NodeClaim %s came by consolidation: until %s it is replaced again only for %s and once"
                  + " pods or its price change, not because they went elsewhere; this would save %s")
              .formatted(claim, Wording.time(until), Wording.money(needed), Wording.money(saving));
      case DemandUnchanged(var claim, var saving, var needed) ->
          ("NodeClaim %s came by consolidation: while pods ask for what they asked for then, it is"
                  + " replaced again only for %s; this would save %s")
              .formatted(claim, Wording.money(needed), Wording.money(saving));
      case NotEarned not ->
          ("Not yet: it would save %s, %s evictions cost %s%s, and %s bought a node for pods at %s."
                  + " Unless it buys another, again at %s")
              .formatted(
                  Wording.money(not.saving()),
                  Wording.number(not.evictions()),
                  Wording.amount(not.cost()),
                  not.spillover() == 0
                      ? ""
                      : " (%s could end up on nodes with devices and move again)"
                          .formatted(Wording.count(not.spillover(), "pod")),
                  not.spillover() == 0 ? "its NodePool" : "its NodePool or theirs",
                  Wording.time(not.since()),
                  Wording.time(not.until()));
      case NotWorthEvictions(var saving, var evictions, var price) ->
          "It would save %s, and each of %s evictions must bring %s"
              .formatted(Wording.money(saving), Wording.number(evictions), Wording.money(price));
    };
  }

  private static String besides(double nodeCosts) {
    if (nodeCosts == 0) {
      return "";
    }
    return nodeCosts > 0
        ? " and %s of node cost".formatted(Wording.money(nodeCosts))
        : " less %s of node cost".formatted(Wording.money(-nodeCosts));
  }

  @Override
  default Telling telling() {
    return switch (this) {
      case PodsWithoutPlace _,
          SeveralReplacements _,
          NothingCheaper _,
          TooFewValues _,
          SpotToSpotOff _,
          TooFewSpotTypes _ ->
          Telling.UNCONSOLIDATABLE;
      case ScoreTooLow _, NotWorthEvictions _, BoughtLately _, DemandUnchanged _, NotEarned _ ->
          Telling.SILENT;
    };
  }
}
