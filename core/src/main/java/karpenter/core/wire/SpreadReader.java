package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;

/// Reads topology spread constraints (spec 01 §4.18.4).
final class SpreadReader {
  private static final List<String> STRENGTHS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final List<String> INCLUSIONS = List.of("Honor", "Ignore");

  private SpreadReader() {}

  static List<SpreadConstraint> read(Place list, Map<String, String> labels) {
    var constraints = new ArrayList<SpreadConstraint>();
    for (var place : list.items()) {
      var selector =
          SelectorReader.withKeys(
              SelectorReader.read(place.get("labelSelector")),
              SelectorReader.Merge.SAME_VALUE,
              place.get("matchLabelKeys"),
              labels);
      constraints.add(constraint(place, selector));
    }
    return List.copyOf(constraints);
  }

  static SpreadConstraint constraint(Place place, LabelSelector selector) {
    var strength = strength(place.get("whenUnsatisfiable"));
    return new SpreadConstraint(
        topologyKey(place.get("topologyKey")),
        maxSkew(place.get("maxSkew")),
        minDomains(place.get("minDomains"), strength),
        strength,
        selector,
        inclusion(place.get("nodeAffinityPolicy"), Inclusion.HONOR),
        inclusion(place.get("nodeTaintsPolicy"), Inclusion.IGNORE));
  }

  static String topologyKey(Place place) {
    var key = place.requiredText("a topology key such as topology.kubernetes.io/zone");
    if (!key.isEmpty()) {
      LabelSyntax.checkKey(key, place);
    }
    return key;
  }

  private static int maxSkew(Place place) {
    if (place.isAbsent()) {
      place.expected("an integer that is at least 1");
    }
    return place.integer(1, Integer.MAX_VALUE).orElse(1);
  }

  private static OptionalInt minDomains(Place place, Strength strength) {
    var min = place.integer(1, Integer.MAX_VALUE);
    if (min.isPresent() && strength == Strength.SCHEDULE_ANYWAY) {
      place.expected("nothing: minDomains needs whenUnsatisfiable: DoNotSchedule");
    }
    return min;
  }

  private static Strength strength(Place place) {
    if (place.isAbsent()) {
      place.expected("one of " + String.join(", ", STRENGTHS));
    }
    return place.choice(STRENGTHS).orElse("").equals("ScheduleAnyway")
        ? Strength.SCHEDULE_ANYWAY
        : Strength.DO_NOT_SCHEDULE;
  }

  private static Inclusion inclusion(Place place, Inclusion otherwise) {
    return place
        .choice(INCLUSIONS)
        .map(word -> word.equals("Honor") ? Inclusion.HONOR : Inclusion.IGNORE)
        .orElse(otherwise);
  }
}
