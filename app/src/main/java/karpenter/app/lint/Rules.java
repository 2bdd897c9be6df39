package karpenter.app.lint;

import java.util.List;
import java.util.stream.Stream;

/// Every rule, in the order in which `docs/lint.md` lists them.
final class Rules {
  private static final List<Rule> ALL =
      Stream.of(
              ManifestRules.all(),
              PoolRules.all(),
              SpotRules.all(),
              DisruptionRules.all(),
              StatefulRules.all(),
              GpuRules.all(),
              ClassRules.all(),
              RegulatedRules.all(),
              PodRules.all(),
              AvailabilityRules.all(),
              PlacementRules.all(),
              ControllerRules.all())
          .flatMap(List::stream)
          .toList();

  private Rules() {}

  static List<Rule> all() {
    return ALL;
  }
}
