package karpenter.core.testkit.facts;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PoolFacts;
import karpenter.core.facts.PoolFacts.BudgetFacts;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A pool that consolidates nodes that are empty or underutilized at once, without budgets, unless
/// it says otherwise.
public final class PoolFixture {
  private final MetaFixture meta;
  private int weight;
  private final List<Taint> taints = new ArrayList<>();
  private OptionalLong replicas = OptionalLong.empty();
  private Optional<Resources> limits = Optional.empty();
  private Optional<Duration> consolidateAfter = Optional.of(Duration.ZERO);
  private String policy = "WhenEmptyOrUnderutilized";
  private final List<BudgetFacts> budgets = new ArrayList<>();

  private PoolFixture(String name) {
    meta = new MetaFixture("", name, "uid-" + name);
  }

  public static PoolFixture pool(String name) {
    return new PoolFixture(name);
  }

  public PoolFixture weight(int value) {
    weight = value;
    return this;
  }

  public PoolFixture taint(Taint taint) {
    taints.add(taint);
    return this;
  }

  public PoolFixture replicas(long count) {
    replicas = OptionalLong.of(count);
    return this;
  }

  public PoolFixture limit(long nodes) {
    limits = Optional.of(Resources.none().with(Resources.NODES, nodes));
    return this;
  }

  public PoolFixture consolidateAfter(Duration time) {
    consolidateAfter = Optional.of(time);
    return this;
  }

  public PoolFixture neverConsolidated() {
    consolidateAfter = Optional.empty();
    return this;
  }

  public PoolFixture policy(String value) {
    policy = value;
    return this;
  }

  /// @param reasons none: any
  public PoolFixture budget(String nodes, String... reasons) {
    return budget(nodes, reasons.length == 0 ? Optional.empty() : Optional.of(reasons), "", 0);
  }

  public PoolFixture budgetForNothing(String nodes) {
    return budget(nodes, Optional.of(new String[0]), "", 0);
  }

  public PoolFixture scheduled(String nodes, String schedule, int minutes) {
    return budget(nodes, Optional.empty(), schedule, minutes);
  }

  private PoolFixture budget(
      String nodes, Optional<String[]> reasons, String schedule, int minutes) {
    budgets.add(
        new BudgetFacts(
            nodes,
            reasons.map(Arrays::asList),
            schedule.isEmpty() ? Optional.empty() : Optional.of(schedule),
            minutes == 0 ? Optional.empty() : Optional.of(Duration.ofMinutes(minutes))));
    return this;
  }

  public PoolFacts build() {
    return new PoolFacts(
        meta.build(),
        weight,
        replicas,
        Requirements.none(),
        new TreeMap<>(),
        List.copyOf(taints),
        List.of(),
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Optional.empty(),
        Optional.empty(),
        limits,
        consolidateAfter,
        policy,
        budgets,
        OptionalDouble.empty(),
        "",
        List.of(),
        Resources.none(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Conditions.stored(List.of()));
  }
}
