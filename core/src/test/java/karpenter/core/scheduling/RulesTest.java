package karpenter.core.scheduling;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// Facts of `docs/scheduling.md`, each true of the kernel and of its twin.
@ParameterizedClass
@EnumSource(Placer.class)
abstract class RulesTest {
  static final Requirements IN_ZONE_A = Requirements.of(Keys.ZONE, ValueSet.in("zone-a"));
  static final Requirements IN_ZONE_B = Requirements.of(Keys.ZONE, ValueSet.in("zone-b"));
  static final Toleration TOLERATE_ALL =
      new Toleration("", Toleration.Operator.EXISTS, "", Optional.empty());
  static final HostPort HTTP = new HostPort("", 80, "TCP");
  static final Map<String, String> WEB = Map.of("app", "web");

  @Parameter Placer placer = Placer.TWIN;

  Placement place(Scenario scenario) {
    var problem = scenario.problem();
    return placer.place(problem, problem.pending());
  }

  /// The place of each pod: the name of a node, `pool/0` for the first node to buy, or why not.
  SortedMap<String, String> places(Scenario scenario) {
    return places(place(scenario));
  }

  static SortedMap<String, String> places(Placement placement) {
    SortedMap<String, String> places = new TreeMap<>();
    for (int i = 0; i < placement.newNodes().size(); i++) {
      var node = placement.newNodes().get(i);
      String where = node.pool() + "/" + i;
      node.pods().forEach(pod -> places.put(pod.name(), where));
    }
    placement.existing().forEach(use -> use.pods().forEach(p -> places.put(p.name(), use.node())));
    placement
        .unplaced()
        .forEach(one -> places.put(one.pod().name(), one.deferred() ? "deferred" : "unplaced"));
    return places;
  }

  static SpreadConstraint spread(String key, int maxSkew) {
    return spread(key, maxSkew, OptionalInt.empty(), Strength.DO_NOT_SCHEDULE, Inclusion.IGNORE);
  }

  static SpreadConstraint spread(
      String key, int maxSkew, OptionalInt minDomains, Strength strength, Inclusion nodeTaints) {
    return new SpreadConstraint(
        key,
        maxSkew,
        minDomains,
        strength,
        LabelSelector.ofLabels(WEB),
        Inclusion.HONOR,
        nodeTaints);
  }

  static AffinityTerm web(String key) {
    return new AffinityTerm(key, LabelSelector.ofLabels(WEB), new TreeSet<>(), Optional.empty());
  }
}
