package karpenter.app.lint;

import java.util.List;
import java.util.Optional;
import karpenter.api.Labels;
import karpenter.api.aws.AwsLabels;

/// Capacity that may be taken back.
final class SpotRules {
  private static final int ENOUGH_TYPES = 10;
  private static final int ENOUGH_FAMILIES = 3;

  private SpotRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "spot-without-diversity",
            Severity.WARNING,
            "A few types run out of spot capacity together, and all nodes go at once.",
            "Leave at least ten instance types, best by category and generation instead of by name.",
            Source.COURSE.at("7 Pitfalls"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(Pool::allowsSpot)
                    .forEach(
                        pool ->
                            narrowness(pool)
                                .ifPresent(text -> sink.at(pool, Pool.REQUIREMENTS, text)))),
        new Rule(
            "spot-without-min-values",
            Severity.ADVICE,
            "Requirements may leave many types on paper and few that fit the pods.",
            "Add minValues to the requirement on categories, families or types.",
            Source.COURSE.at("3.1 NodePool"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.allowsSpot() && !pool.hasMinValues())
                    .forEach(
                        pool ->
                            sink.at(
                                pool,
                                Pool.REQUIREMENTS,
                                "spot without a least number of choices"))),
        new Rule(
            "spot-only-service",
            Severity.ADVICE,
            "When spot is sold out nothing is bought, and services wait.",
            "Allow on-demand beside spot, or keep the pool for batch work with a taint.",
            Source.INTRODUCTION.at("Best practices, 3"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(
                        pool ->
                            pool.values(Labels.CAPACITY_TYPE)
                                    .filter(types -> types.equals(java.util.Set.of(Labels.SPOT)))
                                    .isPresent()
                                && pool.taints().isEmpty())
                    .forEach(
                        pool ->
                            sink.at(
                                pool, Pool.REQUIREMENTS, "spot alone, for any pod that comes"))),
        new Rule(
            "capacity-type-not-chosen",
            Severity.ADVICE,
            "Without a word on capacity type, spot is bought wherever it is cheaper.",
            "Add a requirement karpenter.sh/capacity-type.",
            Source.INTRODUCTION.at("Best practices, 3"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(Pool::leavesCapacityOpen)
                    .forEach(
                        pool ->
                            sink.at(pool, Pool.REQUIREMENTS, "the capacity type is left open"))));
  }

  private static Optional<String> narrowness(Pool pool) {
    var types = pool.values(Labels.INSTANCE_TYPE);
    if (types.isPresent() && types.get().size() < ENOUGH_TYPES) {
      return Optional.of("spot with %d instance types".formatted(types.get().size()));
    }
    var families = pool.values(AwsLabels.FAMILY);
    return families
        .filter(all -> all.size() < ENOUGH_FAMILIES)
        .map(all -> "spot with %d instance families".formatted(all.size()));
  }
}
