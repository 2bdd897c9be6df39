package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;

/// The cluster's spread constraints for pods that declare none (spec 01 §4.19). Which pods are
/// spread together is found out per pod, so the constraints here select nothing yet.
public record DefaultSpread(List<SpreadConstraint> constraints) {
  public static final DefaultSpread NONE = new DefaultSpread(List.of());

  /// What kube-scheduler does when nobody configures it: it leans towards spreading and never
  /// refuses a pod for it.
  public static final DefaultSpread KUBE_SCHEDULER =
      new DefaultSpread(List.of(leaning(Labels.HOSTNAME, 3), leaning(Labels.ZONE, 5)));

  private static final Set<String> FIELDS =
      Set.of(
          "maxSkew",
          "topologyKey",
          "whenUnsatisfiable",
          "minDomains",
          "nodeAffinityPolicy",
          "nodeTaintsPolicy");

  public DefaultSpread {
    constraints = List.copyOf(constraints);
  }

  /// A scheduler configuration: `podTopologySpread.defaultConstraints`, and nothing else.
  public static DefaultSpread read(JsonNode document, Problems problems) {
    var config = Place.root(document, problems);
    refuseOthers(config, Set.of("podTopologySpread"));
    var spread = config.get("podTopologySpread");
    refuseOthers(spread, Set.of("defaultConstraints"));
    var constraints = new ArrayList<SpreadConstraint>();
    var seen = new TreeSet<String>();
    for (var place : spread.get("defaultConstraints").items()) {
      refuseOthers(place, FIELDS);
      var constraint = SpreadReader.constraint(place, LabelSelector.NOTHING);
      if (!seen.add(constraint.topologyKey() + " " + constraint.strength())) {
        place.problem(
            "a second constraint for " + Place.quoted(constraint.topologyKey()),
            "one constraint for each topologyKey and whenUnsatisfiable");
      }
      constraints.add(constraint);
    }
    return new DefaultSpread(constraints);
  }

  /// The constraints for a pod whose fellows the selector selects.
  List<SpreadConstraint> of(LabelSelector fellows) {
    return constraints.stream().map(constraint -> selecting(constraint, fellows)).toList();
  }

  private static SpreadConstraint selecting(SpreadConstraint constraint, LabelSelector selector) {
    return new SpreadConstraint(
        constraint.topologyKey(),
        constraint.maxSkew(),
        constraint.minDomains(),
        constraint.strength(),
        selector,
        constraint.nodeAffinity(),
        constraint.nodeTaints());
  }

  private static SpreadConstraint leaning(String key, int maxSkew) {
    return new SpreadConstraint(
        key,
        maxSkew,
        OptionalInt.empty(),
        Strength.SCHEDULE_ANYWAY,
        LabelSelector.NOTHING,
        Inclusion.HONOR,
        Inclusion.IGNORE);
  }

  private static void refuseOthers(Place place, Set<String> known) {
    if (place.isPresent() && place.isObject()) {
      for (var field : place.node().properties()) {
        if (!known.contains(field.getKey())) {
          place
              .get(field.getKey())
              .expected("one of the fields " + String.join(", ", new TreeSet<>(known)));
        }
      }
    }
  }
}
